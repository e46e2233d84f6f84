// My Bids: every auction the user bid on or bought, in four tabs, live. A signed-out user is sent to the login and back.
import { type MyTab, myTabs } from "@jara/shared/my-tabs";
import type { MyAuctions } from "@jara/shared/rest/my-auctions";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "#router";
import { TimeLeft } from "../features/lot-card/time-left-label.tsx";
import { MyBidRow } from "../features/my-bids/my-bid-row.tsx";
import { MyTabs, tabAddress, tabWords } from "../features/my-bids/my-tabs.tsx";
import { useMyRows } from "../features/my-bids/use-my-rows.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { pageIn } from "../lib/address-filters.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { myAuctionsQuery } from "../queries/my-bids.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Pager } from "../ui/pager.tsx";

export const Component = () => {
  usePageTitle("My Bids");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">My Bids</h1>
        <Link to="/" className={buttonClass("secondary", "sm")}>
          Browse Auctions
        </Link>
      </div>
      <MyBids />
    </div>
  );
};

const asTab = (text: string | null): MyTab | null => myTabs.find((tab) => tab === text) ?? null;

const MyBids = () => {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const asked = asTab(params.get("tab"));
  const page = pageIn(params);
  const { query, rows } = useMyRows(asked, page);
  const { data, isPlaceholderData } = query;
  const chosen = data && !isPlaceholderData ? data.tab : null;

  // Puts the tab that the server chose into the address, so that the page stays on it when an auction moves.
  useEffect(() => {
    if (asked || !chosen || !data) return;
    client.setQueryData(myAuctionsQuery(chosen, page).queryKey, data);
    setParams({ tab: chosen }, { replace: true, preventScrollReset: true });
  }, [asked, chosen, data, client, page, setParams]);

  // While another tab loads, its rows are not there yet, but the counts are.
  const isLoading = isPlaceholderData && data?.tab !== asked;
  return (
    <>
      <MyTabs current={asked ?? chosen} counts={data?.counts} />
      <Loaded
        query={{ data: isLoading ? undefined : data, error: query.error, refetch: query.refetch }}
        failed="Failed to fetch your bids"
        loading={
          <Loading isHidden shapes={["h-40", "h-40", "h-40"]}>
            Loading your bids...
          </Loading>
        }
      >
        {(loaded) => <Rows data={loaded} rows={rows} />}
      </Loaded>
    </>
  );
};

const Rows = ({ data: { tab, counts, pagination }, rows }: { data: MyAuctions; rows: MyAuctions["auctions"] }) => {
  if (rows.length === 0 && pagination.current <= 1) return <NothingHere tab={tab} counts={counts} />;
  return (
    <>
      <ul
        aria-label={tabWords[tab]}
        className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface"
      >
        {rows.map((row) => (
          <li key={row.auction._id}>
            <MyBidRow row={row} timeLeft={<TimeLeft auction={row.auction} />} />
          </li>
        ))}
      </ul>
      <Pager pagination={pagination} addressOf={(to) => tabAddress(tab, to)} />
    </>
  );
};

const empty: Record<MyTab, { readonly title: string; readonly text: string }> = {
  action: {
    title: "You have nothing to do now.",
    text: "Payments, offers, pickups, and auctions on which you were outbid appear here.",
  },
  active: { title: "You have no bids on open auctions.", text: "Here you see your bids and whether they lead." },
  won: {
    title: "You have not won anything yet.",
    text: "Lots that you win or buy appear here, with the amount to pay.",
  },
  lost: { title: "You have not lost any auctions.", text: "Auctions that ended without a win for you appear here." },
};

const NothingHere = ({ tab, counts }: Pick<MyAuctions, "tab" | "counts">) => {
  const { active, won, lost } = counts;
  if (active + won + lost === 0) {
    return (
      <EmptyState
        title="You have not placed any bids yet."
        action={
          <Link to="/bidding-info" className={buttonClass("ghost", "sm")}>
            Bidding Guide
          </Link>
        }
      >
        Here you see your bids and whether they lead.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={empty[tab].title}
      action={
        tab === "action" && active > 0 ? (
          <Link to={tabAddress("active")} className={buttonClass("ghost", "sm")}>
            See your active bids
          </Link>
        ) : undefined
      }
    >
      {empty[tab].text}
    </EmptyState>
  );
};
