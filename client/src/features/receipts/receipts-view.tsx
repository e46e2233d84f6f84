// The user's own receipts and credit notes, newest first, each with its file.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { ReceiptList } from "../../lots/receipt-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { receiptsQuery } from "./queries.ts";

export const ReceiptsView = ({ userId }: { userId: string }) => {
  const [params] = useSearchParams();
  const named = params.get("page") ?? "";
  const page = /^[1-9]\d{0,5}$/.test(named) ? Number(named) : 1;
  const { data, isPlaceholderData, error, refetch } = useQuery(receiptsQuery(userId, page));
  if (error !== null && (!data || isPlaceholderData)) {
    return <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load your receipts")}</RetryNotice>;
  }
  if (!data) {
    return (
      <div className="grid gap-3">
        <p role="status" className="text-ink-soft">
          Loading your receipts...
        </p>
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  const { receipts, pagination } = data;
  return (
    <>
      {receipts.length === 0 ? (
        <EmptyState title={page > 1 ? "There is no such page" : "You have no receipts yet"}>
          {page === 1 && "The receipt of a payment, a refund or a penalty appears here within seconds."}
        </EmptyState>
      ) : (
        <ReceiptList receipts={receipts} isLoadingPage={isPlaceholderData} />
      )}
      <Pager pagination={pagination} addressOf={(other) => `?tab=receipts&page=${other}`} />
    </>
  );
};
