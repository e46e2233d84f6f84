// Receipts and credit notes by their lots, each with its file: for their owner, and for staff who see people.

import * as calls from "@jara/shared/calls/receipts";
import { formatMoney } from "@jara/shared/money";
import { receiptName, receiptTitle } from "@jara/shared/receipt-kinds";
import type { Receipt } from "@jara/shared/rest/receipts";
import { Download } from "lucide-react";
import { Link } from "#router";
import { cx } from "../lib/cx.ts";
import { lagosDateTime } from "../lib/lagos-moment.ts";
import { download, useDownload } from "../queries/download.ts";
import { Button } from "../ui/button.tsx";

interface Lot {
  readonly auction: Receipt["auction"];
  readonly receipts: Receipt[];
}

/** Groups receipts, which come newest first. The lot with the newest receipt is first. */
const byLot = (receipts: readonly Receipt[]): Lot[] => {
  const lots = new Map<string, Lot>();
  for (const receipt of receipts) {
    const id = receipt.auction?._id ?? "";
    const lot = lots.get(id) ?? { auction: receipt.auction, receipts: [] };
    lots.set(id, lot);
    lot.receipts.push(receipt);
  }
  return [...lots.values()];
};

export const ReceiptList = ({ receipts, isLoadingPage }: { receipts: readonly Receipt[]; isLoadingPage: boolean }) => (
  <ul
    aria-label="Receipts by lot, newest first"
    aria-busy={isLoadingPage}
    className={cx("divide-y divide-line rounded-box border border-line bg-surface", isLoadingPage && "opacity-60")}
  >
    {byLot(receipts).map(({ auction, receipts }) => (
      <li key={auction?._id ?? ""} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3">
        {auction && (
          <Link
            to={`/auction/${encodeURIComponent(auction._id)}`}
            className="justify-self-start py-1 font-semibold text-brand underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {auction.title}
          </Link>
        )}
        <ul className="grid divide-y divide-line">
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt._id} receipt={receipt} />
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

const ReceiptRow = ({ receipt }: { receipt: Receipt }) => {
  const { _id, number, amount, currency, amountNgn, at } = receipt;
  const { mutate, isPending } = useDownload("Failed to download the receipt", () =>
    download(calls.downloadReceipt, { params: { id: _id } }, `${number}.pdf`),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-sm">
      <div className="grid min-w-32 grow basis-[calc(100%-11rem)] gap-0.5 md:basis-0">
        <p className="font-semibold">{receiptName(receipt)}</p>
        <p className="text-ink-soft text-xs">
          <time dateTime={at} className="tabular whitespace-nowrap">
            {lagosDateTime(at)}
          </time>
          {" · "}
          <span className="whitespace-nowrap">
            {receiptTitle(receipt)}{" "}
            <span translate="no" className="tabular">
              {number}
            </span>
          </span>
        </p>
      </div>
      <p
        translate="no"
        className="tabular ml-auto self-start whitespace-nowrap text-right font-semibold md:self-center"
      >
        {formatMoney(amount, currency)}
        {currency !== "NGN" && (
          <span className="block font-normal text-ink-soft text-xs">{formatMoney(amountNgn, "NGN")}</span>
        )}
      </p>
      <Button
        variant="secondary"
        size="sm"
        pending={isPending}
        aria-label={`Download PDF of ${number}`}
        onClick={() => mutate()}
        className="w-full md:w-auto"
      >
        {!isPending && <Download aria-hidden className="size-4" />}
        Download PDF
      </Button>
    </li>
  );
};
