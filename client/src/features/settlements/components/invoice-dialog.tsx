// Records one transfer, or cash, for all lots that a buyer has in a sale, and has the invoice as a file.
import { currencySymbols, formatMoney } from "@jara/shared/money";
import { BANK_REFERENCE_MAX } from "@jara/shared/rest/common";
import type { Invoice } from "@jara/shared/rest/invoices";
import { PAYMENT_NOTE_MAX, type Settlement } from "@jara/shared/rest/settlements";
import { invalidAmount, readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { useMay } from "../../../ui/may.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useInvoicePayment } from "../hooks/use-invoice-payment.ts";
import { downloadInvoice, invoicesOfBuyerQuery } from "../queries.ts";
import { DownloadButton } from "./download-button.tsx";
import { BookedBefore, type Method, MethodField } from "./payment-form.tsx";

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
  const { _id, number, total, paid, remaining, currency, lots } = invoice;
  const mayBook = useMay("settlements:book");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <section aria-label={`Invoice ${number}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm">
        <b translate="no" className="tabular">
          {number}
        </b>
        : {lotsWords(lots.length)}, total <b className="tabular">{money(total)}</b>, paid{" "}
        <b className="tabular">{money(paid)}</b>, to pay <b className="tabular">{money(remaining)}</b>.
      </p>
      <DownloadButton
        text="Invoice PDF"
        failed="Failed to download the invoice"
        save={() => downloadInvoice(_id, number)}
      />
      {mayBook && remaining > 0 && <OnePaymentForm invoice={invoice} onClose={onClose} onDone={onDone} />}
    </section>
  );
};

const INVALID = "Please enter an amount above zero, like 25,000 or 25,000.50";

const OnePaymentForm = ({ invoice, onClose, onDone }: InvoicePartProps) => {
  const { remaining, currency, lots } = invoice;
  const [typed, setTyped] = useState(writtenAmount(remaining));
  const [method, setMethod] = useState<Method>("transfer");
  const [reference, setReference] = useState("");
  const [note, setNote] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [says, setSays] = useState({ isSplit: false, isAnother: false });
  const { run, isPending, problem, bookedBefore } = useInvoicePayment(invoice, { onDone, onClose });
  const amount = readPositive(typed);
  const count = lots.filter((lot) => lot.remaining > 0).length;
  const submit = () => {
    setIsChecked(true);
    if (amount === null) return;
    run({
      method,
      amount,
      ...(reference.trim() && { reference: reference.trim() }),
      ...(note.trim() && { note: note.trim() }),
      ...(says.isSplit && { isSplit: true }),
      ...(says.isAnother && { isAnother: true }),
    });
  };
  return (
    <AskForm
      label="One payment for all lots"
      yes={`Record one payment for ${lotsWords(count)}`}
      isPending={isPending}
      problem={problem}
      onNo={onClose}
      onYes={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Amount (${currencySymbols[currency]})`}
          hint="More than is due goes to the buyer's balance."
          error={isChecked && amount === null ? invalidAmount(INVALID, typed) : null}
        >
          <AmountInput takesFocus currency={currency} readOnly={isPending} typed={typed} onType={setTyped} />
        </Field>
        <MethodField method={method} isLocked={isPending} onChange={setMethod} />
      </div>
      <Field label={method === "transfer" ? "The bank's reference (optional)" : "Receipt number (optional)"}>
        <Input
          autoComplete="off"
          maxLength={BANK_REFERENCE_MAX}
          readOnly={isPending}
          value={reference}
          onChange={({ target }) => {
            setReference(target.value);
            setSays({ isSplit: false, isAnother: false });
          }}
        />
      </Field>
      <BookedBefore bookedBefore={bookedBefore} says={says} isLocked={isPending} onChange={setSays} />
      <TextField label="Note (optional)" max={PAYMENT_NOTE_MAX} value={note} isLocked={isPending} onChange={setNote} />
    </AskForm>
  );
};
