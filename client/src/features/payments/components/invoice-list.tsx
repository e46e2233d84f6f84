// The user's invoices, each with its file.
import * as calls from "@jara/shared/calls/invoices";
import { formatMoney } from "@jara/shared/money";
import type { Invoice } from "@jara/shared/rest/invoices";
import { Download } from "lucide-react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { download, useDownload } from "../../../queries/download.ts";
import { Button } from "../../../ui/button.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { useInvoices } from "../hooks/use-invoices.ts";
import { invoiceTitle } from "../invoice-title.ts";

export const InvoiceList = () => {
  const { data } = useInvoices();
  const invoices = data?.invoices ?? [];
  if (invoices.length === 0) return null;
  return (
    <section aria-labelledby="invoices" className="grid gap-2">
      <h2 id="invoices" className="font-bold text-lg">
        Invoices
      </h2>
      <ul className="grid divide-y divide-line rounded-box border border-line bg-surface">
        {invoices.map((invoice) => (
          <li key={invoice._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 text-sm">
            <div className="grid min-w-0 grow basis-56 gap-0.5">
              <InvoiceTitle invoice={invoice} />
              <p className="text-ink-soft">
                <span translate="no" className="tabular whitespace-nowrap">
                  {invoice.number}
                </span>{" "}
                · <time dateTime={invoice.createdAt}>{lagosMoment(invoice.createdAt)}</time>
                {invoice.sale && invoice.lots.length === 1 && ` · ${invoice.sale.title}`}
              </p>
              {invoice.lots.length > 1 && (
                <details>
                  <summary className="min-h-11 w-fit content-center">{lotsWords(invoice.lots.length)}</summary>
                  <ul className="grid justify-items-start">
                    {invoice.lots.map(({ _id, auction }) => (
                      <li key={_id}>
                        <LotLink auction={auction} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
            <p className="tabular grid sm:justify-items-end">
              <span translate="no" className="font-semibold">
                {formatMoney(invoice.total, invoice.currency)}
              </span>
              {invoice.credited > 0 && invoice.credited < invoice.total && (
                <span className="text-ink-soft">{formatMoney(invoice.credited, invoice.currency)} credited</span>
              )}
              <span className="text-ink-soft">{leftWords(invoice)}</span>
              {creditNotesOf(invoice).map((number) => (
                <span key={number} className="text-ink-soft">
                  Credit note{" "}
                  <span translate="no" className="whitespace-nowrap">
                    {number}
                  </span>
                </span>
              ))}
            </p>
            <InvoicePdf invoice={invoice} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const leftWords = ({ remaining, currency, lots }: Invoice): string => {
  if (remaining > 0) return `${formatMoney(remaining, currency)} to pay`;
  const refunded = lots.filter(({ status }) => status === "refunded").length;
  // Staff may have waived or cancelled it.
  if (refunded === 0) return lots.every(({ status }) => status === "paid") ? "Paid" : "Nothing to pay";
  return refunded === lots.length ? "Refunded" : `${lotsWords(refunded)} refunded, nothing to pay`;
};

const creditNotesOf = ({ lots }: Invoice): string[] =>
  [...new Set(lots.flatMap(({ creditNote }) => creditNote ?? []))].sort();

const InvoiceTitle = ({ invoice }: { invoice: Invoice }) => {
  const [lot, ...others] = invoice.lots;
  return lot && others.length === 0 ? (
    <LotLink auction={lot.auction} />
  ) : (
    <p className="font-semibold">{invoiceTitle(invoice)}</p>
  );
};

const LotLink = ({ auction }: Pick<Invoice["lots"][number], "auction">) => (
  <Link to={`/auction/${auction._id}`} className={cx(textLinkClass, "[overflow-wrap:anywhere]")}>
    <bdi>{auction.title}</bdi>
  </Link>
);

export const InvoicePdf = ({ invoice: { _id, number } }: { invoice: Pick<Invoice, "_id" | "number"> }) => {
  const { mutate, isPending } = useDownload("Failed to download the invoice", () =>
    download(calls.downloadInvoice, { params: { id: _id } }, `${number}.pdf`),
  );
  return (
    <Button variant="secondary" size="sm" pending={isPending} onClick={() => mutate()} className="justify-self-start">
      {!isPending && <Download aria-hidden className="size-4" />}
      Download invoice
      <span className="sr-only"> {number}</span>
    </Button>
  );
};
