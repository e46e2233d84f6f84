// A skeleton: a grey shape where content will be. Hidden from screen readers: the page says "Loading…" in words.
import { cx } from "../lib/cx.ts";

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cx("animate-pulse rounded-box bg-sunken", className)} />
);
