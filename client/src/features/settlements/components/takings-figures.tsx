// The figures of the takings of a period: what is due, what came by each method, movements of balances, and the payments.
import type { Takings, TakingsSums } from "@jara/shared/rest/takings";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { balancesOf, moneyOf } from "../takings-words.ts";
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
  const { at, isPartial, due, overdue, payments, pagination, others = [], otherCount = 0 } = takings;
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
        {moneyOf(takings).map((sum) => (
          <Card key={sum.title} {...sum} />
        ))}
      </div>
      <TillAndBank {...takings} />
      <Balances {...takings} />
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

const Balances = (takings: Takings) => {
  const { came, left } = balancesOf(takings);
  return (
    <Panel title="Balances">
      <div className="grid gap-x-12 gap-y-4 text-sm lg:grid-cols-2">
        <Lines title="Came to balances" lines={came} />
        <Lines title="Left balances" lines={left} />
      </div>
    </Panel>
  );
};

const Lines = ({ title, lines }: { title: string; lines: readonly (readonly [name: string, ngn: number])[] }) => (
  <section aria-label={title} className="grid content-start">
    <h3 className="pb-2 font-semibold">{title}</h3>
    <dl>
      {lines.map(([name, ngn]) => (
        <div key={name} className="flex justify-between gap-x-4 border-line border-t py-2">
          <dt className="min-w-0">{name}</dt>
          <dd className="text-right">
            <OwnMoney amount={ngn} currency="NGN" className={ngn === 0 ? "text-ink-soft" : "font-semibold"} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
