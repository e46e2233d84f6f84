// One user's receipts and credit notes, below their ledger. Nothing is shown for a user without any.
import type { AdminUser } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReceiptList } from "../../../lots/receipt-list.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { userReceiptsQuery } from "../queries.ts";
import { Pager } from "./pager.tsx";

export const UserReceipts = ({ user }: { user: AdminUser }) => {
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useQuery(userReceiptsQuery(user, page));
  if (error && (!data || isPlaceholderData)) {
    return <RetryNotice onRetry={() => void refetch()}>Failed to load the receipts: {sentenceOf(error)}</RetryNotice>;
  }
  if (!data || data.pagination.total === 0) return null;
  const { pages } = data.pagination;
  return (
    <section aria-label={`Receipts of ${user.username}`} className="mt-4 grid gap-3">
      <h3 className="font-semibold text-sm">Receipts</h3>
      <ReceiptList receipts={data.receipts} isLoadingPage={isPlaceholderData} />
      {pages > 1 && <Pager of="the receipts" current={page} pages={pages} onPage={setPage} />}
    </section>
  );
};
