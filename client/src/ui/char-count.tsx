// How much of a text's limit is used. Spoken only near the limit, and then politely: not at every key.
import { cx } from "../lib/cx.ts";

interface CharCountProps {
  used: number;
  max: number;
}

/** The last tenth. */
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
