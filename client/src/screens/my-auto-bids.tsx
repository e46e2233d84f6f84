// My Auto-Bids: the user's active max bids, live, and below, folded, those on auctions that are over.
import type { MaxBid } from "@jara/shared/auction";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { useOwnNews } from "../connection/use-own-news.ts";
import { useServerNow } from "../connection/use-server-now.ts";
import { autoBidStateOf } from "../features/my-auto-bids/auto-bid-state.ts";
import { AutoBidCard } from "../features/my-auto-bids/components/auto-bid-card.tsx";
import { useMyAutoBids } from "../features/my-auto-bids/hooks/use-my-auto-bids.ts";
import { useMyRows } from "../features/my-auto-bids/hooks/use-my-rows.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { MY_BIDS } from "../queries/my-bids.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";

export const Component = () => {
  usePageTitle("My Auto-Bids");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl">My Auto-Bids</h1>
        <p className="max-w-prose text-balance text-ink-soft">
          Each maximum bids for you, only as much as needed to lead. Nobody else can see it.
        </p>
      </div>
      {isAuthenticated ? <MyAutoBids /> : <SignedOut />}
    </div>
  );
};

const SignedOut = () => (
  <EmptyState
    title="Please log in to view your max bids."
    action={
      <Link to="/login" state={{ from: "/my-max-bids" }} className={buttonClass("primary")}>
        Login
      </Link>
    }
  />
);

const MyAutoBids = () => {
  const { maxBids, error, retry, remove, replace } = useMyAutoBids();
  const client = useQueryClient();
  const rows = useMyRows(maxBids?.some(({ auction }) => auction.status !== "active") ?? false);
  // The cards of lots that are not open say what My Bids says.
  useOwnNews(() => void client.invalidateQueries({ queryKey: [MY_BIDS] }));
  return (
    <Loaded
      query={{ data: maxBids, error, refetch: retry }}
      failed="Failed to fetch your max bids"
      loading={<Loading shapes={["h-48", "h-48"]}>Loading your max bids...</Loading>}
    >
      {(loaded) => <Lists maxBids={loaded} rows={rows} onGone={remove} onConfirmed={replace} />}
    </Loaded>
  );
};

interface ListsProps {
  maxBids: ListedMaxBid[];
  rows: ReadonlyMap<string, MyAuction>;
  onGone: (maxBidId: string) => void;
  onConfirmed: (maxBid: MaxBid) => void;
}

/** Shows the maxima that can still bid, and below, folded, those on auctions that are over. */
const Lists = ({ maxBids, ...rest }: ListsProps) => {
  // One render a second is enough, because each card counts its own time.
  const nowMs = useServerNow(1000);
  const active = maxBids.filter((maxBid) => autoBidStateOf(maxBid, nowMs).isOpen);
  const ended = maxBids.filter((maxBid) => !active.includes(maxBid));
  return (
    <>
      {active.length === 0 ? (
        <EmptyState
          title="No Active Auto-Bids"
          action={
            <Link to="/" className={buttonClass("primary")}>
              Browse Auctions
            </Link>
          }
        >
          Open an auction and set a maximum: it bids for you up to that amount.
        </EmptyState>
      ) : (
        <Cards maxBids={active} {...rest} />
      )}
      <Ended maxBids={ended} {...rest} />
    </>
  );
};

/** The latest first. */
const byEnd = (one: ListedMaxBid, other: ListedMaxBid): number =>
  Date.parse(other.auction.endTime) - Date.parse(one.auction.endTime);

/** Opens by itself if an auction ends while the page is open, so that no card vanishes under the reader's eyes. */
const Ended = ({ maxBids, ...rest }: ListsProps) => {
  const [countAtFirst] = useState(maxBids.length);
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const toPay = maxBids.filter(({ auction }) => rest.rows.get(auction._id)?.owed?.status === "open").length;
  if (maxBids.length === 0) return null;
  return (
    <details
      open={isOpen ?? maxBids.length > countAtFirst}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 w-fit content-center font-semibold text-base">
        Ended ({maxBids.length}){toPay > 0 && <span className="text-amber">, {toPay} to pay</span>}
      </summary>
      <div className="mt-2">
        <Cards maxBids={maxBids.toSorted(byEnd)} {...rest} />
      </div>
    </details>
  );
};

const Cards = ({ maxBids, rows, ...rest }: ListsProps) => (
  <ul className="grid gap-4">
    {maxBids.map((maxBid) => (
      <li key={maxBid._id}>
        <AutoBidCard maxBid={maxBid} row={rows.get(maxBid.auction._id)} {...rest} />
      </li>
    ))}
  </ul>
);
