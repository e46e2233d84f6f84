// The figures of the takings of a period: what is due, what came by each method, movements of balances, and the payments.
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import type { Takings, TakingsSums } from "@jara/shared/rest/takings";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { methodLabels } from "../settlement-words.ts";
import { moneyOf, PAID_TOO_MUCH } from "../takings-words.ts";
import { OtherMoney } from "./other-money.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { TillAndBank } from "./till-and-bank.tsx";

export const Figures = ({
  takings,
  isLoading,
  children,
}: {
  takings: Takings;
  isLoading: boolean;
  children: ReactNode;
}) => {
  const {
    at,
    isPartial,
    due,
    overdue,
    received,
    reversed,
    balances,
    payments,
    pagination,
    others = [],
    otherCount = 0,
  } = takings;
  const all = totalOf(received);
  return (
    <div aria-busy={isLoading} className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", isLoading && "opacity-60")}>
      {isPartial && (
        <Notice tone="warning" title="These are not all takings">
          Lots in which you have an interest of your own are left out.
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Card title="Due now" ngn={due.ngn} about={countWords(due.count, "lot")}>
          <Dollars sums={due} />
        </Card>
        <Card title="Overdue" ngn={overdue.ngn} about={countWords(overdue.count, "lot")} isBad={overdue.count > 0}>
          <Dollars sums={overdue} />
        </Card>
      </div>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-5">
        {moneyOf(takings).map(([title, ngn, about]) => (
          <Card key={title} title={title} ngn={ngn} about={about} />
        ))}
      </div>
      <ByMethod received={received} all={all} reversed={reversed} />
      <Balances balances={balances} />
      <TillAndBank {...takings} />
      <Panel title="Payments for lots">
        {payments.length > 0 ? (
          <PaymentTable caption="Payments, newest first" payments={payments} currency="NGN" isLoading={isLoading} />
        ) : (
          <p className="text-ink-soft text-sm">
            {pagination.total === 0 ? "No payment came on these days." : "There are no payments on this page."}
          </p>
        )}
        {children}
      </Panel>
      {others.length > 0 && <OtherMoney others={others} count={otherCount} />}
      <p className="text-ink-soft text-xs">
        Read at {formatLagosTime(at)}. Days are days in Lagos. Everything on this page is of that moment.
      </p>
    </div>
  );
};

const totalOf = (rows: readonly TakingsSums[]): TakingsSums => {
  // In kobo, so that the sum of amounts with two decimals is exact.
  const sum = (of: (row: TakingsSums) => number) =>
    rows.reduce((total, row) => total + Math.round(of(row) * 100), 0) / 100;
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    ngn: sum(({ ngn }) => ngn),
    inCurrency: { NGN: sum(({ inCurrency }) => inCurrency.NGN), USD: sum(({ inCurrency }) => inCurrency.USD) },
  };
};

/** Subtracts what was taken back from what came in the same days. */
const netOf = (came: TakingsSums, back: TakingsSums): TakingsSums => {
  const less = (one: number, other: number) => Math.round((one - other) * 100) / 100;
  return {
    count: came.count,
    ngn: less(came.ngn, back.ngn),
    inCurrency: {
      NGN: less(came.inCurrency.NGN, back.inCurrency.NGN),
      USD: less(came.inCurrency.USD, back.inCurrency.USD),
    },
  };
};

const countWords = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

const Dollars = ({ sums }: { sums: TakingsSums }) =>
  sums.inCurrency.USD !== 0 ? (
    <span className="block text-ink-soft text-xs">
      with <OwnMoney amount={sums.inCurrency.USD} currency="USD" />
    </span>
  ) : null;

interface CardProps {
  title: string;
  ngn: number;
  about: string;
  isBad?: boolean;
  children?: ReactNode;
}

const Card = ({ title, ngn, about, isBad = false, children }: CardProps) => (
  <section className={cx("rounded-box border bg-surface p-4", isBad ? "border-danger" : "border-line")}>
    <h2 className="text-ink-soft text-sm">{title}</h2>
    <OwnMoney
      amount={ngn}
      currency="NGN"
      className={cx("font-bold text-lg [overflow-wrap:anywhere] sm:text-xl", isBad && "text-danger")}
    />
    <p className="text-ink-soft text-sm">{about}</p>
    {children}
  </section>
);

const noSums: TakingsSums = { count: 0, ngn: 0, inCurrency: { NGN: 0, USD: 0 } };
const columns: readonly Column[] = [
  ["Method", ""],
  ["Payments", "text-right"],
  ["Received", "text-right"],
  ["Reversed", "text-right"],
  ["Net", "text-right"],
];

interface ByMethodProps {
  received: Takings["received"];
  all: TakingsSums;
  reversed: TakingsSums;
}

const ByMethod = ({ received, all, reversed }: ByMethodProps) => (
  <Panel title="Payments for lots by method">
    <table {...asTable.table} className="block w-full text-sm xl:table">
      <TableHead columns={columns} />
      <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        {received.map(({ method, reversed: back = noSums, ...sums }) => (
          <MethodRow key={method} name={methodLabels[method satisfies PaymentMethod]} came={sums} back={back} />
        ))}
        <MethodRow name="All" came={all} back={reversed} isTotal />
      </tbody>
    </table>
  </Panel>
);

interface MethodRowProps {
  name: string;
  came: TakingsSums;
  back: TakingsSums;
  isTotal?: boolean;
}

const MethodRow = ({ name, came, back, isTotal = false }: MethodRowProps) => (
  <tr
    {...asTable.row}
    className={cx(
      "grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t pt-2 xl:table-row",
      isTotal && "font-bold",
      came.count === 0 && back.count === 0 && "text-ink-soft",
    )}
  >
    <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-semibold xl:px-3 xl:py-2">
      {name}
    </th>
    <Cell name="Payments" className="tabular xl:text-right">
      {came.count}
    </Cell>
    <SumCell name="Received" sums={came} />
    <SumCell name="Reversed" sums={back} />
    <SumCell name="Net" sums={netOf(came, back)} />
  </tr>
);

const SumCell = ({ name, sums }: { name: string; sums: TakingsSums }) => (
  <Cell name={name} className="xl:text-right">
    <OwnMoney amount={sums.ngn} currency="NGN" />
    <Dollars sums={sums} />
  </Cell>
);

const balanceLines: readonly (readonly [keyof Takings["balances"], string])[] = [
  ["depositsTaken", "Deposits taken"],
  ["depositsReturned", "Deposits returned"],
  ["penaltiesKept", "Penalties kept"],
  ["penaltiesReturned", "Penalties returned"],
  ["refunds", "Payments returned to balances"],
  ["surpluses", PAID_TOO_MUCH],
  ["takenBack", "Taken back from balances by reversals"],
  ["withdrawalsPaid", "Withdrawals paid out"],
];

const Balances = ({ balances }: Pick<Takings, "balances">) => (
  <Panel title="Balances">
    <dl className="grid gap-x-12 text-sm lg:grid-cols-2">
      {balanceLines.map(([key, name]) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2">
          <dt>{name}</dt>
          <dd>
            <OwnMoney
              amount={balances[key]}
              currency="NGN"
              className={balances[key] === 0 ? "text-ink-soft" : "font-semibold"}
            />
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
);
