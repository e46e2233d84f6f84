// The figures of the takings of a period: what is due, what came by each method, movements of balances, and the payments.
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import type { Takings, TakingsSums } from "@jara/shared/rest/takings";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { methodLabels } from "../settlement-words.ts";
import { PAID_TOO_MUCH } from "../takings-words.ts";
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
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Card title="Due now" sums={due} unit="lot" />
        <Card title="Overdue" sums={overdue} unit="lot" isBad={overdue.count > 0} />
        <Card title="Received" sums={all} unit="payment" />
        <Card title="Reversed" sums={reversed} unit="payment" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ByMethod received={received} all={all} />
        <Balances balances={balances} />
      </div>
      <TillAndBank received={received} outgoing={takings.outgoing ?? []} />
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

const Dollars = ({ sums }: { sums: TakingsSums }) =>
  sums.inCurrency.USD > 0 ? (
    <span className="block text-ink-soft text-xs">
      with <OwnMoney amount={sums.inCurrency.USD} currency="USD" />
    </span>
  ) : null;

interface CardProps {
  title: string;
  sums: TakingsSums;
  unit: string;
  isBad?: boolean;
}

const Card = ({ title, sums, unit, isBad = false }: CardProps) => (
  <section className={cx("rounded-box border bg-surface p-4", isBad ? "border-danger" : "border-line")}>
    <h2 className="text-ink-soft text-sm">{title}</h2>
    <OwnMoney amount={sums.ngn} currency="NGN" className={cx("font-bold text-xl", isBad && "text-danger")} />
    <p className="text-ink-soft text-sm">{sums.count === 1 ? `1 ${unit}` : `${sums.count} ${unit}s`}</p>
    <Dollars sums={sums} />
  </section>
);

const ByMethod = ({ received, all }: { received: Takings["received"]; all: TakingsSums }) => (
  <Panel title="Received by method">
    <table className="w-full text-sm">
      <thead className="text-ink-soft text-xs">
        <tr>
          <th scope="col" className="pb-1 text-left font-semibold">
            Method
          </th>
          <th scope="col" className="pb-1 text-right font-semibold">
            Payments
          </th>
          <th scope="col" className="pb-1 text-right font-semibold">
            Naira
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_th]:border-line [&_th]:border-t [&_th]:py-2">
        {received.map(({ method, ...sums }) => (
          <MethodRow key={method} name={methodLabels[method satisfies PaymentMethod]} sums={sums} />
        ))}
        <MethodRow name="All" sums={all} isTotal />
      </tbody>
    </table>
  </Panel>
);

const MethodRow = ({ name, sums, isTotal = false }: { name: string; sums: TakingsSums; isTotal?: boolean }) => (
  <tr className={isTotal ? "font-bold" : undefined}>
    <th scope="row" className={cx("text-left", isTotal ? "font-bold" : "font-normal")}>
      {name}
    </th>
    <td className="tabular text-right">{sums.count}</td>
    <td className="pl-3 text-right">
      <OwnMoney amount={sums.ngn} currency="NGN" className={sums.count === 0 ? "text-ink-soft" : undefined} />
      <Dollars sums={sums} />
    </td>
  </tr>
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
    <dl className="grid text-sm">
      {balanceLines.map(([key, name]) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2 first:border-t-0">
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
