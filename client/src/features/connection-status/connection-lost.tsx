// Says that prices may be out of date while there is no connection, and for a while afterwards that the page is up to
// date again. Where no live connection gets through, it says how old a price can be, and leads to the page that needs
// none.
import { useEffect, useState } from "react";
import { serverNow } from "../../connection/connection.ts";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { cx } from "../../lib/cx.ts";
import { Notice } from "../../ui/notice.tsx";

const SHOWN_MS = 8000;
const lagosClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export const ConnectionLost = ({ auctionId }: { auctionId: string }) => {
  const state = useConnectionState();
  const [lost, setLost] = useState(false);
  const [backAt, setBackAt] = useState<number | null>(null);

  if (state === "reconnecting" && !lost) setLost(true);
  if (state === "live" && lost) {
    setLost(false);
    setBackAt(serverNow());
  }
  useEffect(() => {
    if (backAt === null) return;
    const timer = setTimeout(() => setBackAt(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [backAt]);

  const text =
    state === "reconnecting"
      ? "Reconnecting… The price may have moved."
      : state === "live" && backAt !== null
        ? `Up to date again at ${lagosClock.format(backAt)}`
        : null;
  if (state === "polled") {
    return (
      <Notice
        tone="warning"
        title="Live prices do not get through here"
        action={
          <a href={`/auction/${auctionId}/plain`} className="inline-flex min-h-11 items-center font-semibold underline">
            Open the simple page
          </a>
        }
      >
        Something on your network or phone blocks them. The price is read again every 10 seconds, and you can bid.
      </Notice>
    );
  }
  // An overlay, so that nothing moves under a finger that is about to bid.
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-24 z-30 flex justify-center min-[769px]:bottom-4">
      <p
        role="status"
        className={cx(
          text && "rounded-box border px-4 py-2 text-center font-semibold text-sm shadow-raised",
          state === "reconnecting"
            ? "border-amber-mark bg-amber-soft text-amber"
            : "border-brand bg-brand-soft text-brand",
        )}
      >
        {text}
      </p>
    </div>
  );
};
