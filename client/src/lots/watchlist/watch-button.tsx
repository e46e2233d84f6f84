// The heart on a lot: puts it on the reader's watchlist, or takes it off. The code that does so is not in the first
// load.
import type { Auction } from "@jara/shared/auction";
import { Heart } from "lucide-react";
import { cx } from "../../lib/cx.ts";
import { toast } from "../../store/toast.ts";
import { useIsWatched } from "./watched.ts";

export const toggleWatchLater = (auctionId: string): void =>
  void import("./watchlist-changes.ts").then(
    ({ toggleWatch }) => toggleWatch(auctionId),
    () => toast.error("This needs a connection. Try again."),
  );

/** `className` says how it looks; `words`: with words beside the heart, where a phone has no room for them. */
export const WatchButton = ({
  auction: { _id, title },
  className,
  words = false,
}: {
  auction: Pick<Auction, "_id" | "title">;
  className: string;
  words?: boolean;
}) => {
  const isWatched = useIsWatched(_id);
  return (
    <button
      type="button"
      aria-pressed={isWatched}
      aria-label={isWatched ? `Stop watching ${title}` : `Watch ${title}`}
      className={className}
      onClick={() => toggleWatchLater(_id)}
    >
      <Heart aria-hidden className={cx("size-4.5", isWatched && "fill-current")} />
      {words && <span className="max-sm:hidden">{isWatched ? "Watching" : "Watch"}</span>}
    </button>
  );
};

/** Over a card's picture, and above the card's link. The circle is smaller than what a finger can hit. */
export const CardWatchButton = ({ auction }: { auction: Pick<Auction, "_id" | "title"> }) => (
  <WatchButton
    auction={auction}
    className="absolute top-0 right-0 z-10 grid size-11 place-items-center text-ink -outline-offset-4 before:absolute before:inset-1 before:-z-1 before:rounded-full before:bg-surface/90 hover:text-brand aria-pressed:text-brand"
  />
);
