// The watchlist: the lots that the reader watches, live; those that are over stand below, with their outcome. For a visitor
// it is the browser's list.
import type { Auction } from "@jara/shared/auction";
import { Search } from "lucide-react";
import { type ReactNode, Suspense, useId } from "react";
import { Link } from "#router";
import { useConnectionState } from "../connection/use-connection-state.ts";
import { LotCard } from "../features/lot-card/lot-card.tsx";
import { LotGrid, LotGridSkeleton } from "../features/lot-card/lot-grid.tsx";
import { useBought } from "../features/payments/hooks/use-bought.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { outcomeOf } from "../lots/watchlist/outcome.ts";
import { RemindersButton } from "../lots/watchlist/reminders-button.tsx";
import { useWatchedLots } from "../lots/watchlist/use-watched-lots.ts";
import { WishPrice } from "../lots/watchlist/wish-price.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { late } from "../ui/late.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { textLinkClass } from "../ui/text-link.tsx";

/** Without a connection: the lots that this browser saw last, watched or not. */
const LastSeenLots = late(
  () => import("../features/offline/last-seen-lots.tsx"),
  ({ LastSeenLots }) => LastSeenLots,
);

export const Component = () => {
  usePageTitle("Watchlist");
  const { isAuthenticated, isLoading, user } = useAuth();
  if (isLoading) return null;
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="grid gap-1">
          <h1 className="font-bold text-xl">Watchlist</h1>
          {isAuthenticated ? (
            <p className="text-ink-soft">Only you can see this list.</p>
          ) : (
            <p className="text-ink-soft">
              <Link
                to="/login"
                state={{ from: "/watchlist" }}
                className="font-semibold text-brand underline underline-offset-4"
              >
                Log in
              </Link>{" "}
              to keep this list on all your devices. Reminders need an account.
            </p>
          )}
        </div>
        {isAuthenticated && (
          <div className="flex flex-wrap gap-2">
            <RemindersButton />
            <Link to="/saved-searches" className={buttonClass("secondary", "sm")}>
              <Search aria-hidden className="size-4 max-sm:hidden" />
              Saved searches
            </Link>
          </div>
        )}
      </div>
      <Lots key={user?._id ?? "visitor"} isVisitor={!isAuthenticated} />
    </div>
  );
};

const Lots = ({ isVisitor }: { isVisitor: boolean }) => {
  const { query, isKnown, running, over, isOutbid, wishOf } = useWatchedLots(isVisitor);
  const bought = useBought(isVisitor);
  const connection = useConnectionState();
  const card = (auction: Auction) => <LotCard auction={auction} outbid={isOutbid(auction)} />;
  const isFailed = query.isError && !query.data;
  return (
    <>
      <Loaded
        query={{ data: isKnown ? query.data : undefined, error: query.error, refetch: query.refetch }}
        failed="Failed to fetch your watchlist"
        loading={<LoadingLots />}
        empty={() => running.length + over.length === 0 && <NothingHere />}
      >
        {() => (
          <>
            {running.length > 0 ? (
              <Part title="Running">
                {running.map((auction) => (
                  <li key={auction._id} className="flex flex-col items-start gap-1">
                    <div className="w-full flex-1">{card(auction)}</div>
                    {!isVisitor && <WishPrice auction={auction} wish={wishOf(auction)} />}
                  </li>
                ))}
              </Part>
            ) : (
              <p>
                All lots on this list have ended.{" "}
                <Link to="/" className={textLinkClass}>
                  Browse running auctions
                </Link>
              </p>
            )}
            {over.length > 0 && (
              <Part title="Ended">
                {over.map((auction) => (
                  <li key={auction._id} className="flex flex-col gap-1">
                    <div className="flex-1">{card(auction)}</div>
                    <p className="text-ink-soft text-sm">{outcomeOf(auction, bought.has(auction._id))}</p>
                  </li>
                ))}
              </Part>
            )}
            <LoadMore query={query} />
          </>
        )}
      </Loaded>
      {isFailed && connection !== "live" && (
        <Suspense fallback={null}>
          <LastSeenLots />
        </Suspense>
      )}
    </>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="font-bold text-lg">
        {title}
      </h2>
      <LotGrid>{children}</LotGrid>
    </section>
  );
};

const LoadingLots = () => (
  <>
    <p role="status" className="sr-only">
      Loading your watchlist...
    </p>
    <LotGridSkeleton />
  </>
);

const NothingHere = () => (
  <EmptyState
    title="You watch no lots yet."
    action={
      <Link to="/" className={buttonClass("primary")}>
        Browse Auctions
      </Link>
    }
  >
    Tap the heart on a lot, and it will be here with its price and its time left.
  </EmptyState>
);
