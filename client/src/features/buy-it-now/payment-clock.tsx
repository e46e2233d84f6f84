// How long a payment may still take, ticking by the server's clock.
import { formatCountdown } from "@jara/shared/time";
import { useServerNow } from "../../connection/use-server-now.ts";

/** `over` is said from the deadline on, until the server says what became of the payment. */
export const PaymentClock = ({ until, over }: { until: string; over: string }) => {
  const leftMs = Date.parse(until) - useServerNow(1000);
  return (
    <span role="timer" className="tabular whitespace-nowrap font-semibold">
      {leftMs > 0 ? formatCountdown(leftMs) : over}
    </span>
  );
};
