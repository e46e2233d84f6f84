// The time left for a payment, counted by the server's clock.
import { formatCountdown } from "@jara/shared/time";
import { useServerNow } from "../../../connection/use-server-now.ts";

/** Shows `over` from the deadline on, until the server gives the outcome of the payment. */
export const PaymentClock = ({ until, over }: { until: string; over: string }) => {
  const leftMs = Date.parse(until) - useServerNow(1000);
  return (
    <span role="timer" className="tabular whitespace-nowrap font-semibold">
      {leftMs > 0 ? formatCountdown(leftMs) : over}
    </span>
  );
};
