// Shows what the user was paid for own lots in a period: the sums, each lot with its entries, what was paid out to
// the bank, and the files.
import { formatMoney, toMajor } from "@jara/shared/money";
import type { SellerEntry, SellerPayout, SellerStatement } from "@jara/shared/rest/seller-sales";
import { numberedTitle } from "@jara/shared/sale-order";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { StatementFiles } from "../../money/statement-files.tsx";
import { DayRange } from "../../ui/day-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { daysIn } from "./days.ts";
import { downloadSellerStatement, sellerStatementQuery } from "./queries.ts";

export const SellerStatementView = ({ userId }: { userId: string }) => {
  const [params, setParams] = useSearchParams();
  const days = daysIn(params, serverNow());
  const query = useQuery(sellerStatementQuery(userId, days));
  return (
    <>
      <DayRange from={days.from} to={days.to} onChange={(next) => setParams({ tab: "statement", ...next })}>
        <StatementFiles download={(file) => downloadSellerStatement(days, file).then(() => void query.refetch())} />
      </DayRange>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the statement")}
        loading={<Loading shapes={["h-20", "h-14", "h-14"]}>Loading your statement...</Loading>}
      >
        {(statement) => <StatementParts statement={statement} />}
      </Loaded>
    </>
  );
};

const wordsFor = {
  seller: {
    paid: "Paid to your balance",
    owed: "Owed to you now",
    empty: "You were not paid for a lot in this period.",
    hint: "Prices, commission and charges are listed here once you are paid.",
  },
  staff: {
    paid: "Paid to the balance",
    owed: "Owed now",
    empty: "The seller was not paid for a lot in this period.",
    hint: "Prices, commission and charges are listed here once the seller is paid.",
  },
} as const;
type Reader = keyof typeof wordsFor;

interface StatementProps {
  statement: SellerStatement;
  reader?: Reader;
  /** Lots are left out for the reader. */
  isPartial?: boolean;
}

export const StatementParts = ({ statement, reader = "seller", isPartial = false }: StatementProps) => (
  <>
    <Sums statement={statement} reader={reader} isPartial={isPartial} />
    {statement.entries.length > 0 ? (
      <ul
        aria-label="Lots"
        className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm"
      >
        {byLot(statement.entries).map((entries) => (
          <Lot key={entries[0].auction._id} entries={entries} />
        ))}
      </ul>
    ) : (
      <EmptyState title={wordsFor[reader].empty}>{wordsFor[reader].hint}</EmptyState>
    )}
    {statement.payouts && <Payouts payouts={statement.payouts} />}
  </>
);

const Payouts = ({ payouts }: { payouts: readonly SellerPayout[] }) => (
  <section aria-labelledby="payouts" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h2 id="payouts" className="font-bold text-lg">
      Paid out to the bank
    </h2>
    {payouts.length === 0 ? (
      <p className="text-ink-soft text-sm">Nothing was paid out in this period. The money is on the balance.</p>
    ) : (
      <ul className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm">
        {payouts.map(({ _id, at, amount, account, reference }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0">
              <span className="block font-semibold [overflow-wrap:anywhere]">{account}</span>
              <time dateTime={at} className="tabular block text-ink-soft text-xs">
                {lagosDateTime(at)}
              </time>
              <span translate="no" className="tabular text-ink-soft text-xs [overflow-wrap:anywhere]">
                {reference}
              </span>
            </span>
            <span translate="no" className="tabular ml-auto whitespace-nowrap font-semibold">
              {formatMoney(amount, "NGN")}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Sums = ({ statement, reader, isPartial }: Required<StatementProps>) => {
  const { number, isIssued = true, entries, prices, taken, net, owed } = statement;
  return (
    <section
      aria-label={isIssued ? `Statement ${number}` : "Statement"}
      className="grid gap-3 rounded-box bg-sunken p-4"
    >
      <p className="text-ink-soft text-sm">
        {isPartial ? (
          "Lots in which you have an interest are left out, so this statement has no number."
        ) : isIssued ? (
          <>
            Statement <span translate="no">{number}</span>
          </>
        ) : entries.length > 0 ? (
          "Not issued yet. The PDF file gets a number, and stays as it is."
        ) : (
          "Statement"
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
        <Sum name="Prices of lots" amount={prices} />
        <Sum name="Commission and charges" amount={taken} />
        <Sum name={wordsFor[reader].paid} amount={net} />
        <Sum name={wordsFor[reader].owed} amount={owed} />
      </dl>
    </section>
  );
};

const Sum = ({ name, amount }: { name: string; amount: number }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd translate="no" className="tabular font-bold">
      {formatMoney(amount, "NGN")}
    </dd>
  </div>
);

type Entries = readonly [SellerEntry, ...SellerEntry[]];

/** In the order of the lots' first entries. */
const byLot = (entries: readonly SellerEntry[]): Entries[] => {
  const lots = new Map<string, [SellerEntry, ...SellerEntry[]]>();
  for (const entry of entries) {
    const known = lots.get(entry.auction._id);
    if (known) known.push(entry);
    else lots.set(entry.auction._id, [entry]);
  }
  return [...lots.values()];
};

const Lot = ({ entries }: { entries: Entries }) => {
  const [{ auction, lot, sale }] = entries;
  const net = toMajor(entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0));
  return (
    <li className="grid gap-x-8 gap-y-2 px-4 py-3 lg:grid-cols-2">
      <span className="min-w-0">
        <Link
          to={`/auction/${encodeURIComponent(auction._id)}`}
          className="block font-semibold text-brand underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {numberedTitle(auction.title, lot)}
        </Link>
        {sale && <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{sale.title}</span>}
      </span>
      <dl className="grid content-start gap-1">
        {entries.map(({ _id, at, text, amount }) => (
          <Line key={_id} name={text} amount={amount}>
            <time dateTime={at} className="tabular block text-ink-soft text-xs">
              {lagosDateTime(at)}
            </time>
          </Line>
        ))}
        <Line name="Net" amount={net} isSum />
      </dl>
    </li>
  );
};

interface LineProps {
  name: string;
  amount: number;
  isSum?: boolean;
  children?: ReactNode;
}

const Line = ({ name, amount, isSum = false, children }: LineProps) => (
  <div className={cx("flex justify-between gap-x-4", isSum && "border-line border-t pt-1 font-semibold")}>
    <dt className="min-w-0 [overflow-wrap:anywhere]">
      {name}
      {children}
    </dt>
    <dd translate="no" className="tabular whitespace-nowrap">
      {formatMoney(amount, "NGN")}
    </dd>
  </div>
);
