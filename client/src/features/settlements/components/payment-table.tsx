// Payments as a table on a wide screen and cards on a narrow one. Reversed ones are struck through. With lots, each row
// also names the lot, its invoice and the payer; one payment for several lots is one row, with its lots folded.
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import type { Settlement, SettlementPayment } from "@jara/shared/rest/settlements";
import type { Taking } from "@jara/shared/rest/takings";
import { numberedTitle } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { byOnePayment, referenceOf } from "../takings-words.ts";

interface PaymentTableProps {
  caption: string;
  payments: readonly (SettlementPayment | Taking)[];
  /** Payments that do not name their lot have this currency. */
  currency: Currency;
  /** The sale, if its money went back after these payments. */
  refunded?: Settlement | undefined;
  isLoading?: boolean;
}

const columns: readonly Column[] = [
  ["When (Lagos)", ""],
  ["Amount", "text-right"],
  ["Method", ""],
  ["Reference", ""],
  ["Booked by", ""],
];
const lotColumn: Column = ["Lot and payer", ""];

export const PaymentTable = ({ caption, payments, currency, refunded, isLoading = false }: PaymentTableProps) => {
  const hasLots = payments.some((payment) => "auction" in payment);
  return (
    <table
      {...asTable.table}
      aria-busy={isLoading}
      className={cx(
        "block w-full text-sm xl:table xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface",
        isLoading && "opacity-60",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead columns={hasLots ? [...columns.slice(0, 2), lotColumn, ...columns.slice(2)] : columns} />
      <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        {refunded?.refund && <RefundRow settlement={refunded} refund={refunded.refund} />}
        {byOnePayment(payments).map(([first, ...others]) => (
          <PaymentRow key={first._id} payment={first} others={others} currency={currency} />
        ))}
      </tbody>
    </table>
  );
};

const rowClass =
  "grid grid-cols-2 gap-x-4 gap-y-2 rounded-box border border-line bg-surface p-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0";
const refundMethods = { balance: "To the balance", transfer: methodNames.transfer, cash: methodNames.cash };

interface RefundRowProps {
  settlement: Settlement;
  refund: NonNullable<Settlement["refund"]>;
}

const RefundRow = ({ settlement: { closedAt, closedBy, note }, refund }: RefundRowProps) => (
  <tr {...asTable.row} className={rowClass}>
    <Cell>
      {closedAt && (
        <time dateTime={closedAt} className="tabular">
          {formatLagosTime(closedAt)}
        </time>
      )}
      <span className="block text-ink-soft text-xs">Refunded</span>
    </Cell>
    <Cell className="text-right">
      <span translate="no" className="tabular whitespace-nowrap font-semibold">
        {formatMoney(-refund.amountNgn, "NGN")}
      </span>
    </Cell>
    <Cell name="Method">{refundMethods[refund.to]}</Cell>
    <Cell name="Reference">
      {refund.creditNote ? `Credit note ${refund.creditNote}` : "—"}
      {note && <q className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{note}</q>}
    </Cell>
    <Cell name="Booked by">{closedBy ? closedBy.username : "—"}</Cell>
  </tr>
);

const struck = "text-ink-soft line-through";

interface PaymentRowProps {
  payment: SettlementPayment | Taking;
  /** The parts of the same payment that went to other lots. */
  others: readonly (SettlementPayment | Taking)[];
  currency: Currency;
}

const isTaking = (payment: SettlementPayment | Taking): payment is Taking => "auction" in payment;

const sumOf = (parts: readonly (SettlementPayment | Taking)[], of: "amount" | "amountNgn" | "surplusNgn"): number =>
  toMajor(parts.reduce((minor, part) => minor + toMinor(part[of] ?? 0), 0));

const PaymentRow = ({ payment, others, currency }: PaymentRowProps) => {
  const { at, method, note, bookedBy } = payment;
  const parts = [payment, ...others];
  const takenBack = parts.filter(({ reversed }) => reversed);
  const refunded = parts.filter((part) => isTaking(part) && part.isRefunded && !part.reversed).length;
  const isReversed = takenBack.length === parts.length;
  const reversals = isReversed ? [payment] : takenBack;
  const reference = referenceOf(payment, others.length > 0);
  const [amount, amountNgn, surplusNgn] = [
    sumOf(parts, "amount"),
    sumOf(parts, "amountNgn"),
    sumOf(parts, "surplusNgn"),
  ];
  const lot = isTaking(payment) ? payment : null;
  const own = lot?.auction.currency ?? currency;
  const sum = formatMoney(amount, own);
  return (
    <tr {...asTable.row} className={rowClass}>
      <Cell>
        <time dateTime={at} className={cx("tabular", isReversed && struck)}>
          {formatLagosTime(at)}
        </time>
        {reversals.map((part) => (
          <Reversal key={part._id} payment={part} />
        ))}
        {refunded > 0 && (
          <span className="block text-danger text-xs">
            {refunded === parts.length ? "Refunded since" : `${lotsWords(refunded)} refunded since`}
          </span>
        )}
      </Cell>
      <Cell className="text-right">
        <span translate="no" className={cx("tabular whitespace-nowrap font-semibold", isReversed && struck)}>
          {surplusNgn > 0 ? formatMoney(toMajor(toMinor(amountNgn) + toMinor(surplusNgn)), "NGN") : sum}
        </span>
        {surplusNgn > 0 && (
          <span translate="no" className="tabular block text-ink-soft text-xs">
            {sum} for {parts.length === 1 ? "the lot" : "the lots"}
          </span>
        )}
        {own !== "NGN" && (
          <span translate="no" className="tabular block text-ink-soft text-xs">
            {formatMoney(amountNgn, "NGN")}
          </span>
        )}
        {takenBack.length > 0 && !isReversed && (
          <span translate="no" className="tabular block text-danger text-xs">
            {formatMoney(sumOf(takenBack, "amount"), own)} of it reversed
          </span>
        )}
        {surplusNgn > 0 && (
          <span translate="no" className="tabular block text-ink-soft text-xs">
            {formatMoney(surplusNgn, "NGN")} to the balance
          </span>
        )}
      </Cell>
      {lot && (
        <Cell className="col-span-2">
          {others.length === 0 ? (
            <LotOf taking={lot} />
          ) : (
            <details>
              <summary className="min-h-11 content-center font-semibold pointer-fine:min-h-6">
                {lotsWords(parts.length)}
                {numbersOf(parts)}
              </summary>
              {parts.filter(isTaking).map((part) => (
                <LotOf key={part._id} taking={part} withAmount />
              ))}
            </details>
          )}
          <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">
            {[lot.payer.username, ...(lot.sale ? [lot.sale.title] : [])].join(" · ")}
            <span translate="no" className="block">
              {[...(lot.invoice ? [lot.invoice] : []), ...(others.length === 0 ? [lot.settlement.reference] : [])].join(
                " · ",
              )}
            </span>
          </span>
        </Cell>
      )}
      <Cell name="Method">{methodNames[method]}</Cell>
      <Cell name="Reference">
        <span className="[overflow-wrap:anywhere]">{reference ?? "—"}</span>
        {note && <q className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{note}</q>}
      </Cell>
      <Cell name="Booked by">{bookedBy ? bookedBy.username : "The payer"}</Cell>
    </tr>
  );
};

/** The numbers of the lots, if all have one. */
const numbersOf = (parts: readonly (SettlementPayment | Taking)[]): string => {
  const numbers = parts.flatMap((part) => (isTaking(part) && part.lot) || []);
  return numbers.length === parts.length ? `: ${numbers.join(", ")}` : "";
};

const Reversal = ({ payment: { reversed } }: { payment: SettlementPayment | Taking }) =>
  reversed && (
    <>
      <span className="block text-danger text-xs">
        Reversed {formatLagosTime(reversed.at)}
        {reversed.by && ` by ${reversed.by.username}`}
      </span>
      {reversed.reason && <q className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{reversed.reason}</q>}
    </>
  );

const LotOf = ({ taking, withAmount = false }: { taking: Taking; withAmount?: boolean }) => (
  <span className="block">
    <Link
      to={`/admin/settlements/${taking.settlement._id}`}
      className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink pointer-fine:min-h-6"
    >
      {numberedTitle(taking.auction.title, taking.lot ?? null)}
    </Link>
    {withAmount && (
      <span translate="no" className={cx("tabular", taking.reversed && struck)}>
        {" "}
        {formatMoney(taking.amount, taking.auction.currency)}
      </span>
    )}
  </span>
);
