// The user's own receipts and credit notes, newest first, each with its file.
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { pageIn, paramsOf, textIn } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { ReceiptList } from "../../lots/receipt-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { receiptsQuery } from "./queries.ts";

export const ReceiptsView = ({ userId }: { userId: string }) => {
  const [params] = useSearchParams();
  const page = pageIn(params);
  const auction = textIn(params, "auction") || undefined;
  const query = useQuery(receiptsQuery(userId, page, auction));
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load your receipts")}
      loading={<Loading shapes={["h-20", "h-20", "h-20"]}>Loading your receipts...</Loading>}
    >
      {({ receipts, pagination }) => (
        <>
          {receipts.length === 0 ? (
            <EmptyState
              title={page > 1 ? "There is no such page" : `${auction ? "This lot has" : "You have"} no receipts yet`}
            >
              {page === 1 && "The receipt of a payment, a refund or a penalty appears here within seconds."}
            </EmptyState>
          ) : (
            <ReceiptList receipts={receipts} isLoadingPage={query.isPlaceholderData} />
          )}
          {auction && (
            <Link to="?tab=receipts" className={textLinkClass}>
              All receipts
            </Link>
          )}
          <Pager
            pagination={pagination}
            addressOf={(other) => `?${paramsOf({ tab: "receipts", auction: auction ?? "", page: other })}`}
          />
        </>
      )}
    </Loaded>
  );
};
