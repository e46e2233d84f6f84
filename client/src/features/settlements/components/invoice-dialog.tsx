// Records one transfer, or cash, for all lots that a buyer has in a sale, and has the invoice as a file.
import { addAmounts, type Currency, formatMoney } from "@jara/shared/money";
import { partsOfPayment } from "@jara/shared/part-payment";
import type { Invoice, InvoiceLot } from "@jara/shared/rest/invoices";
import type { Settlement } from "@jara/shared/rest/settlements";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { useMay } from "../../../ui/may.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useInvoicePayment } from "../hooks/use-invoice-payment.ts";
import { downloadInvoice, invoicesOfBuyerQuery } from "../queries.ts";
import { DownloadButton } from "./download-button.tsx";
import { AmountAndMethod, ReferenceAndNote, usePaymentDetails } from "./payment-details.tsx";

type Buyer = Settlement["buyer"];

interface InvoiceDialogProps {
  readonly buyer: Buyer;
  readonly saleId: string;
  readonly onClose: () => void;
  /** The list must be read again. */
  readonly onDone: () => void;
}

export const InvoiceDialog = ({ buyer, saleId, onClose, onDone }: InvoiceDialogProps) => {
  const query = useQuery(invoicesOfBuyerQuery(buyer._id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invoice of ${buyer.username}`}
      className="max-w-[min(32rem,calc(100vw-2rem))]"
    >
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the invoice")}
        loading={<Loading shapes={["h-24"]}>Loading the invoice...</Loading>}
      >
        {({ invoices }) => {
          const own = invoices.filter(({ sale }) => sale?._id === saleId);
          if (own.length === 0) return <Notice>There is no invoice that you may see.</Notice>;
          return own.map((invoice) => (
            <InvoicePart key={invoice._id} invoice={invoice} onClose={onClose} onDone={onDone} />
          ));
        }}
      </Loaded>
    </Dialog>
  );
};

interface InvoicePartProps extends Pick<InvoiceDialogProps, "onClose" | "onDone"> {
  readonly invoice: Invoice;
}

const InvoicePart = ({ invoice, onClose, onDone }: InvoicePartProps) => {
  const { _id, number, total, credited, paid, deposit = 0, remaining, currency, lots } = invoice;
  const paidAfter = addAmounts(paid, -deposit);
  const mayBook = useMay("settlements:book");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <section aria-label={`Invoice ${number}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm">
        <b translate="no" className="tabular">
          {number}
        </b>
        : {lotsWords(lots.length)}, total <b className="tabular">{money(total)}</b>,{" "}
        {credited > 0 && (
          <>
            credited <b className="tabular">{money(credited)}</b>,{" "}
          </>
        )}
        {deposit > 0 && (
          <>
            deposit, already taken <b className="tabular">{money(deposit)}</b>,{" "}
          </>
        )}
        {(paidAfter > 0 || deposit === 0) && (
          <>
            paid <b className="tabular">{money(paidAfter)}</b>,{" "}
          </>
        )}
        to pay <b className="tabular">{money(remaining)}</b>.
      </p>
      <DownloadButton
        text="Download invoice"
        failed="Failed to download the invoice"
        save={() => downloadInvoice(_id, number)}
      />
      {mayBook && remaining > 0 && <OnePaymentForm invoice={invoice} onClose={onClose} onDone={onDone} />}
    </section>
  );
};

const OnePaymentForm = ({ invoice, onClose, onDone }: InvoicePartProps) => {
  const { remaining, currency, lots, number } = invoice;
  const [typed, setTyped] = useState(writtenAmount(remaining));
  const [isChecked, setIsChecked] = useState(false);
  const { details, change, written } = usePaymentDetails();
  const { run, isPending, problem, bookedBefore } = useInvoicePayment(invoice, { onDone, onClose });
  const amount = readPositive(typed);
  const parts = partsOfPayment(lots, amount ?? remaining);
  const submit = () => {
    setIsChecked(true);
    if (amount !== null) run({ ...written, amount });
  };
  return (
    <AskForm
      label={`One payment for invoice ${number}`}
      yes={`Record one payment for ${lotsWords(parts.length)}`}
      isPending={isPending}
      problem={problem}
      onNo={onClose}
      onYes={submit}
    >
      <AmountAndMethod
        details={details}
        change={change}
        isLocked={isPending}
        typed={typed}
        onType={setTyped}
        currency={currency}
        hint="Less than is due pays the lots that are due first. More goes to the buyer's balance."
        isChecked={isChecked}
      />
      {amount !== null && amount < remaining && <PaidLots parts={parts} currency={currency} />}
      <ReferenceAndNote details={details} change={change} isLocked={isPending} bookedBefore={bookedBefore} />
    </AskForm>
  );
};

interface PaidLotsProps {
  readonly parts: readonly { readonly lot: InvoiceLot; readonly part: number }[];
  readonly currency: Currency;
}

/** Says before a part payment which lots it pays, and what then stays due on the last of them. */
const PaidLots = ({ parts, currency }: PaidLotsProps) => (
  <section aria-label="What this payment pays" className="grid gap-1 text-sm">
    <h3 className="font-semibold">This payment pays</h3>
    <ul className="grid max-h-48 gap-1 overflow-y-auto">
      {parts.map(({ lot, part }) => {
        const rest = addAmounts(lot.remaining, -part);
        return (
          <li key={lot._id} className="flex flex-wrap justify-between gap-x-4">
            <span className="[overflow-wrap:anywhere]">
              {lot.lot && `Lot ${lot.lot}: `}
              {lot.auction.title}
            </span>
            <span className="tabular">
              {formatMoney(part, currency)}
              {rest > 0 ? `, ${formatMoney(rest, currency)} stay due` : ", then paid in full"}
            </span>
          </li>
        );
      })}
    </ul>
  </section>
);
