// Shows how much of a text's limit is used. A screen reader announces it only near the limit, and politely, so not at
// every key.
import { cx } from "../lib/cx.ts";

interface CharCountProps {
  used: number;
  max: number;
}

/** True in the last tenth of the limit. */
const isNear = ({ used, max }: CharCountProps) => used >= max * 0.9;

export const CharCount = ({ used, max }: CharCountProps) => (
  <span className={cx("tabular shrink-0 text-xs", used > max ? "font-semibold text-danger" : "text-ink-soft")}>
    <span aria-hidden>
      {used}/{max}
    </span>
    <span role="status" className="sr-only">
      {isNear({ used, max }) ? `${used} of ${max} characters used` : ""}
    </span>
  </span>
);
