// Shows what the user was paid for own lots in a period: the sums, each lot with its entries, what was paid out to
// the bank, and the files.
import { addAmounts, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { SellerEntry, SellerPayout, SellerStatement, UnpaidLot } from "@jara/shared/rest/seller-sales";
import { numberedTitle } from "@jara/shared/sale-order";
import { nothingPaidOut, whyUnpaid } from "@jara/shared/seller-statement-words";
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
    unpaid: "Not yet paid to you",
    empty: "You were not paid for a lot in this period.",
    hint: "Prices, commission and charges are listed here once you are paid.",
  },
  staff: {
    paid: "Paid to the balance",
    owed: "Owed now",
    unpaid: "Not yet paid to the seller",
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
      <ul aria-label="Lots" className={listClass}>
        {byLot(statement.entries).map((entries) => (
          <Lot key={entries[0].auction._id} entries={entries} />
        ))}
      </ul>
    ) : (
      <EmptyState title={wordsFor[reader].empty}>{wordsFor[reader].hint}</EmptyState>
    )}
    {statement.unpaidLots && statement.unpaidLots.length > 0 && (
      <UnpaidLots lots={statement.unpaidLots} owed={statement.owed} title={wordsFor[reader].unpaid} />
    )}
    {statement.payouts && <Payouts payouts={statement.payouts} nothing={nothingPaidOut(statement)} />}
  </>
);

const listClass = "grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm";

interface UnpaidLotsProps {
  lots: readonly UnpaidLot[];
  owed: number;
  title: string;
}

/** Lists the lots for which the seller is still to be paid, with why, and what they will bring. */
const UnpaidLots = ({ lots, owed, title }: UnpaidLotsProps) => {
  const all = lots.reduce((minor, { net }) => minor + toMinor(net), 0);
  return (
    <section aria-labelledby="unpaid-lots" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="unpaid-lots" className="font-bold text-lg">
        {title}
      </h2>
      <ul aria-labelledby="unpaid-lots" className={listClass}>
        {lots.map((one) => (
          <LotItem key={one.auction._id} of={one} about={whyUnpaid(one, serverNow())}>
            {one.lines.map(({ text, amount }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text
              <Line key={n} name={text} amount={amount} />
            ))}
            <Line name="Net" amount={one.net} isSum />
          </LotItem>
        ))}
      </ul>
      <dl className="grid gap-1 px-4 text-sm sm:max-w-md sm:justify-self-end">
        <Line name="Paid by the buyers" amount={owed} />
        <Line name="The buyers have not paid yet" amount={toMajor(all - toMinor(owed))} />
        <Line name="Together" amount={toMajor(all)} isSum />
      </dl>
    </section>
  );
};

const Payouts = ({ payouts, nothing }: { payouts: readonly SellerPayout[]; nothing: string }) => (
  <section aria-labelledby="payouts" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h2 id="payouts" className="font-bold text-lg">
      Paid out to the bank
    </h2>
    {payouts.length === 0 ? (
      <p className="text-ink-soft text-sm">{nothing}</p>
    ) : (
      <ul className={listClass}>
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
  const net = addAmounts(...entries.map(({ amount }) => amount));
  return (
    <LotItem of={entries[0]}>
      {entries.map(({ _id, at, text, amount }) => (
        <Line key={_id} name={text} amount={amount}>
          <time dateTime={at} className="tabular block text-ink-soft text-xs">
            {lagosDateTime(at)}
          </time>
        </Line>
      ))}
      <Line name="Net" amount={net} isSum />
    </LotItem>
  );
};

interface LotItemProps {
  of: Pick<SellerEntry, "auction" | "lot" | "sale">;
  about?: string;
  children: ReactNode;
}

const LotItem = ({ of: { auction, lot, sale }, about, children }: LotItemProps) => (
  <li className="grid gap-x-8 gap-y-2 px-4 py-3 lg:grid-cols-2">
    <span className="min-w-0">
      <Link
        to={`/auction/${encodeURIComponent(auction._id)}`}
        className="block font-semibold text-brand underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {numberedTitle(auction.title, lot)}
      </Link>
      {sale && <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{sale.title}</span>}
      {about && <span className="block text-sm">{about}</span>}
    </span>
    <dl className="grid content-start gap-1">{children}</dl>
  </li>
);

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
