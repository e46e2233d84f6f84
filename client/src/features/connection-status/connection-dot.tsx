// The small dot that shows whether the data on the screen is live. The word carries the meaning; the colour repeats it. A
// word longer than "Live" hangs below the header, so that nothing in it moves.
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { cx } from "../../lib/cx.ts";

const looks = {
  connecting: { word: "Connecting…", dot: "bg-line-strong" },
  live: { word: "Live", dot: "bg-brand" },
  polled: { word: "Every 10 s", dot: "bg-amber-mark" },
  reconnecting: { word: "Reconnecting…", dot: "bg-amber-mark animate-pulse" },
} as const;

const hanging =
  "pointer-events-none absolute top-full right-0 mt-3 rounded-box border border-amber-mark bg-amber-soft px-2 py-1 font-semibold text-amber";

export const ConnectionDot = () => {
  const state = useConnectionState();
  const { word, dot } = looks[state];
  const isShort = state === "live";
  return (
    <span
      role="status"
      className={cx(
        "relative inline-flex items-center gap-2 whitespace-nowrap text-ink-soft text-sm",
        // The room of the word is kept.
        !isShort && "after:invisible after:content-['Live']",
      )}
    >
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      <span className={cx(!isShort && (state === "connecting" ? "sr-only" : hanging))}>{word}</span>
    </span>
  );
};
