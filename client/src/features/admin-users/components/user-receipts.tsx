// One user's receipts and credit notes, below their ledger. Nothing is shown for a user without any.
import type { AdminUser } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReceiptList } from "../../../lots/receipt-list.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { NewerOlder } from "../../../ui/newer-older.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { userReceiptsQuery } from "../queries.ts";

export const UserReceipts = ({ user }: { user: AdminUser }) => {
  const [page, setPage] = useState(1);
  const query = useQuery(userReceiptsQuery(user, page));
  return (
    <Loaded query={query} failed={(error) => `Failed to load the receipts: ${sentenceOf(error)}`} loading={null}>
      {({ receipts, pagination: { pages, total } }) =>
        total > 0 && (
          <section aria-label={`Receipts of ${user.username}`} className="mt-4 grid gap-3">
            <h3 className="font-semibold text-sm">Receipts</h3>
            <ReceiptList receipts={receipts} isLoadingPage={query.isPlaceholderData} />
            {pages > 1 && <NewerOlder of="the receipts" current={page} pages={pages} onPage={setPage} />}
          </section>
        )
      }
    </Loaded>
  );
};
