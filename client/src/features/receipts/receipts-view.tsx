// One's own receipts and credit notes, newest first, each with its file.
import { formatMoney } from "@jara/shared/money";
import { receiptKindWords } from "@jara/shared/receipt-kinds";
import type { Receipt } from "@jara/shared/rest/receipts";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { downloadReceipt, receiptsQuery } from "./queries.ts";

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "Africa/Lagos" });

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
          {page === 1 && "A payment, a refund or a penalty has its receipt here within seconds."}
        </EmptyState>
      ) : (
        <ul
          aria-label="Receipts, newest first"
          aria-busy={isPlaceholderData}
          className={cx(
            "divide-y divide-line rounded-box border border-line bg-surface",
            isPlaceholderData && "opacity-60",
          )}
        >
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt._id} receipt={receipt} />
          ))}
        </ul>
      )}
      <Pager pagination={pagination} addressOf={(other) => `?tab=receipts&page=${other}`} />
    </>
  );
};

const ReceiptRow = ({ receipt }: { receipt: Receipt }) => {
  const { _id, number, kind, auction, amount, currency, amountNgn, at } = receipt;
  const [isDownloading, setIsDownloading] = useState(false);
  const save = async () => {
    setIsDownloading(true);
    try {
      await downloadReceipt(_id, number);
    } catch (failure) {
      toast.error(messageOf(failure, "Failed to download the receipt"));
    } finally {
      setIsDownloading(false);
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 text-sm md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">
          {receiptKindWords[kind]}{" "}
          <span translate="no" className="tabular whitespace-nowrap">
            {number}
          </span>
        </p>
        {auction && (
          <Link
            to={`/auction/${encodeURIComponent(auction._id)}`}
            className="justify-self-start py-1 text-brand underline underline-offset-4 [overflow-wrap:anywhere] md:py-0"
          >
            {auction.title}
          </Link>
        )}
        <time dateTime={at} className="tabular text-ink-soft text-xs">
          {when.format(new Date(at))}
        </time>
      </div>
      <p translate="no" className="tabular self-start whitespace-nowrap text-right font-semibold md:self-center">
        {formatMoney(amount, currency)}
        {currency !== "NGN" && (
          <span className="block font-normal text-ink-soft text-xs">{formatMoney(amountNgn, "NGN")}</span>
        )}
      </p>
      <Button
        variant="secondary"
        size="sm"
        pending={isDownloading}
        aria-label={`Download ${number}`}
        onClick={() => void save()}
        className="col-span-2 md:col-span-1"
      >
        {!isDownloading && <Download aria-hidden className="size-4" />}
        Download PDF
      </Button>
    </li>
  );
};
