// One user's receipts and credit notes, below their ledger. Nothing is shown for a user without any.
import type { AdminUser } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReceiptList } from "../../../lots/receipt-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { userReceiptsQuery } from "../queries.ts";

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
      {pages > 1 && (
        <nav aria-label="Pages of the receipts" className="flex flex-wrap items-center gap-3 text-sm">
          <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="tabular text-ink-soft">
            Page {page} of {pages}
          </span>
          <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </section>
  );
};
