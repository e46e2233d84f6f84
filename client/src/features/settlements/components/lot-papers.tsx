// The invoice and the receipts of one lot, to print for its buyer.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import { ReceiptList } from "../../../lots/receipt-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { buyersReceiptsQuery, downloadInvoice, invoicesOfBuyerQuery } from "../queries.ts";
import { DownloadButton } from "./download-button.tsx";

export const LotPapers = ({ settlement }: { settlement: Settlement }) => {
  const { _id, buyer } = settlement;
  const { data: held } = useQuery(invoicesOfBuyerQuery(buyer._id));
  const query = useQuery(buyersReceiptsQuery(settlement));
  const invoices = held?.invoices.filter(({ lots }) => lots.some((lot) => lot._id === _id)) ?? [];
  const receipts = query.data?.receipts ?? [];
  return (
    <Panel title="Invoice and receipts">
      <div className="flex flex-wrap gap-2">
        {invoices.map(({ _id: id, number }) => (
          <DownloadButton
            key={id}
            text={`Invoice ${number}`}
            failed="Failed to download the invoice"
            save={() => downloadInvoice(id, number)}
          />
        ))}
        <Button size="sm" variant="ghost" pending={query.isFetching} onClick={() => void query.refetch()}>
          Read again
        </Button>
      </div>
      {receipts.length > 0 && <ReceiptList receipts={receipts} isLoadingPage={query.isFetching} />}
      <p className="text-ink-soft text-xs">A payment has its receipt some seconds after it was recorded.</p>
    </Panel>
  );
};
