// The small dot that shows whether the data on the screen is live. The word carries the meaning; the colour repeats it.
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { cx } from "../../lib/cx.ts";

const looks = {
  connecting: { word: "Connecting…", dot: "bg-line-strong" },
  live: { word: "Live", dot: "bg-brand" },
  polled: { word: "Every 10 s", dot: "bg-amber-mark" },
  reconnecting: { word: "Reconnecting…", dot: "bg-amber-mark animate-pulse" },
} as const;

export const ConnectionDot = () => {
  const { word, dot } = looks[useConnectionState()];
  return (
    <span role="status" className="inline-flex items-center gap-2 whitespace-nowrap text-ink-soft text-sm">
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      {word}
    </span>
  );
};
