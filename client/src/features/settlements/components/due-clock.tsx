// The time left for a payment, by the server's clock; amber when the deadline is near. After the deadline it says that
// the forfeit runs by itself, or is stuck.
import type { Settlement } from "@jara/shared/rest/settlements";
import { formatCountdown } from "@jara/shared/time";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { isSoon } from "../settlement-words.ts";

export const DueClock = ({ kind, dueAt, stuck }: Pick<Settlement, "kind" | "dueAt" | "stuck">) => {
  const leftMs = Date.parse(dueAt) - useServerNow(1000);
  if (leftMs <= 0) {
    return (
      <span className="block font-semibold text-amber">
        {stuck ? "Overdue: the forfeit is stuck" : "Overdue: the forfeit is automatic"}
      </span>
    );
  }
  return (
    <span className={cx("tabular block whitespace-nowrap font-semibold", isSoon(kind, leftMs) && "text-amber")}>
      <span role="timer">{formatCountdown(leftMs)}</span> left
    </span>
  );
};
