// Bidders (staff who approve them): requests and documents that wait for a decision, and those that were decided.
import { type BidderKind, type BidderState, bidderKinds, bidderStates } from "@jara/shared/rest/who-may-bid";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "#router";
import { useListNews } from "../../connection/use-list-news.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { BIDDERS, biddersQuery } from "../../features/who-may-bid/queries.ts";
import { BidderCard } from "../../features/who-may-bid/staff/bidder-card.tsx";
import { addressAt, choiceIn, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";

export const Component = () => {
  usePageTitle("Bidders");
  return (
    <StaffOnly use="bidders:approve">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h1 className="font-bold text-xl">Bidders</h1>
        <Bidders />
      </div>
    </StaffOnly>
  );
};

const kindWords: Record<BidderKind, string> = { approvals: "Approvals", documents: "Documents" };
const stateWords: Record<BidderState, string> = { waiting: "Waiting", approved: "Approved", declined: "Declined" };

const addressOf = (kind: BidderKind, state: BidderState, page = 1): string =>
  addressAt("/admin/bidders", paramsOf({ kind, state, page }));

const Bidders = () => {
  const [params] = useSearchParams();
  const kind = choiceIn(params, "kind", bidderKinds, "approvals");
  const state = choiceIn(params, "state", bidderStates, "waiting");
  const query = useQuery(biddersQuery(kind, state, pageIn(params)));
  useListNews({ queryKey: [BIDDERS] }, "bidders");
  return (
    <>
      <CountTabs
        label="What waits"
        tabs={bidderKinds.map((key) => ({
          key,
          label: kindWords[key],
          count: query.data?.counts[key],
          isChosen: key === kind,
          to: addressOf(key, state),
        }))}
      />
      <CountTabs
        label="By decision"
        tabs={bidderStates.map((key) => ({
          key,
          label: stateWords[key],
          count: null,
          isChosen: key === state,
          to: addressOf(kind, key),
        }))}
      />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the bidders")}
        loading={<Loading shapes={["h-40", "h-40 opacity-70"]}>Loading bidders...</Loading>}
        empty={({ bidders }) =>
          bidders.length === 0 && (
            <EmptyState title={state === "waiting" ? "Nothing waits for a decision." : "Nothing here yet."}>
              What bidders must have before they bid is a setting, and each sale can ask for something else. The bidders
              of a sale are listed on its page.
            </EmptyState>
          )
        }
        pager={(pagination) => <Pager pagination={pagination} addressOf={(to) => addressOf(kind, state, to)} />}
      >
        {({ bidders }) => (
          <ul aria-label={kindWords[kind]} className="grid items-start gap-3 xl:grid-cols-2">
            {bidders.map((entry) => (
              <li key={`${entry.user._id} ${entry.sale?._id} ${entry.revision}`}>
                <BidderCard entry={entry} kind={kind === "documents" ? "document" : "approval"} />
              </li>
            ))}
          </ul>
        )}
      </LoadedPage>
    </>
  );
};
