// Bidders of sellers (staff who see bidders' names): people who bid on many lots of one seller and seldom win, or who share
// something with the seller. It shows the evidence, and no verdict.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { PairCard } from "../../features/seller-report/pair-card.tsx";
import { sellerBiddersQuery } from "../../features/seller-report/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { addressAt, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Bidders of sellers");
  return (
    <StaffOnly use="bids:read">
      <Report />
    </StaffOnly>
  );
};

const Report = () => {
  const [params] = useSearchParams();
  const query = useQuery({ ...sellerBiddersQuery(pageIn(params)), placeholderData: keepPreviousData });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link to="/admin/sellers" className={`${textLinkClass} justify-self-start`}>
        Sellers
      </Link>
      <h1 className="font-bold text-xl">Bidders of sellers</h1>
      <p className="max-w-prose text-ink-soft">
        People who bid on at least 3 lots of one seller in the last 90 days and won at most a quarter of them, and
        people who have the same phone or bank account as the seller. This proves nothing: families share phones, and
        somebody may like what a seller has. Look at the bids. Where they are not real, void them on the lot's history.
      </p>
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the report")}
        loading={<Loading shapes={["h-40", "h-40"]}>Loading the report...</Loading>}
        empty={({ pairs }) => pairs.length === 0 && <EmptyState title="Nobody is listed." />}
        pager={(pagination) => (
          <Pager pagination={pagination} addressOf={(page) => addressAt("/admin/seller-bidders", paramsOf({ page }))} />
        )}
      >
        {({ pairs, isPartial }) => (
          <>
            {isPartial && (
              <Notice tone="warning" title="Not everything is shown">
                Lots in which you have an interest of your own, or the oldest of very many lots, are left out.
              </Notice>
            )}
            <ul aria-label="Bidders of sellers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {pairs.map((pair) => (
                <PairCard key={`${pair.seller._id} ${pair.bidder._id}`} pair={pair} />
              ))}
            </ul>
          </>
        )}
      </LoadedPage>
    </div>
  );
};
