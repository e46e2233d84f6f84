// Takings (staff who see payments): what is due, and what came and went on the days in the address, with every payment.
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import type { BalanceMoney, Takings, TakingsSums } from "@jara/shared/rest/takings";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { serverNow } from "../../connection/connection.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { PaymentTable } from "../../features/settlements/components/payment-table.tsx";
import { downloadTakings, takingsQuery } from "../../features/settlements/queries.ts";
import { methodLabels } from "../../features/settlements/settlement-words.ts";
import { readDays, writeDays } from "../../features/settlements/takings-days.ts";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Takings");
  return (
    <StaffOnly use="settlements:read">
      <TakingsPage />
    </StaffOnly>
  );
};

const TakingsPage = () => {
  const [params, setParams] = useSearchParams();
  const days = readDays(params, serverNow());
  const { data, error, isPlaceholderData, refetch, isFetching } = useQuery(takingsQuery(days));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Takings</h1>
        <span className="flex flex-wrap gap-2">
          <Link to="/admin/reports" className={buttonClass("secondary", "sm")}>
            Reports
          </Link>
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Settlements
          </Link>
        </span>
      </div>
      <DayPicker days={days} onChange={(from, to) => setParams(writeDays({ from, to, page: 1 }, serverNow()))}>
        <Button size="sm" variant="secondary" pending={isFetching} onClick={() => void refetch()}>
          Read again
        </Button>
        <DownloadButton
          text="Download as CSV"
          failed="Failed to download the payments"
          save={() => downloadTakings(days.from, days.to)}
        />
      </DayPicker>
      {error && (!data || isPlaceholderData) ? (
        <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load the takings")}</RetryNotice>
      ) : !data ? (
        <div className="grid gap-3">
          <p role="status" className="text-ink-soft">
            Loading the takings...
          </p>
          <Skeleton className="h-28" />
          <Skeleton className="h-40" />
        </div>
      ) : (
        <Figures takings={data} isLoading={isPlaceholderData}>
          <Pager
            pagination={data.pagination}
            addressOf={(page) => `/admin/takings?${writeDays({ ...days, page }, serverNow())}`}
          />
        </Figures>
      )}
    </div>
  );
};

interface DayPickerProps {
  days: { from: string; to: string };
  onChange: (from: string, to: string) => void;
  children: ReactNode;
}

const DayPicker = ({ days: { from, to }, onChange, children }: DayPickerProps) => (
  <div className="grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap">
    <Field label="From" className="sm:w-44">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={from}
          // A day after the last one moves both, so that the period is never empty.
          onChange={({ target: { value } }) => value && onChange(value, value > to ? value : to)}
        />
      )}
    </Field>
    <Field label="To" className="sm:w-44">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={to}
          onChange={({ target: { value } }) => value && onChange(value < from ? value : from, value)}
        />
      )}
    </Field>
    {children}
  </div>
);

const Figures = ({ takings, isLoading, children }: { takings: Takings; isLoading: boolean; children: ReactNode }) => {
  const { at, isPartial, due, overdue, received, reversed, balances, payments, pagination, edits = [] } = takings;
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
      {edits.length > 0 && <Edits edits={edits} />}
      <Panel title="Payments">
        {payments.length > 0 ? (
          <PaymentTable caption="Payments, newest first" payments={payments} currency="NGN" isLoading={isLoading} />
        ) : (
          <p className="text-ink-soft text-sm">
            {pagination.total === 0 ? "No payment came on these days." : "There are no payments on this page."}
          </p>
        )}
        {children}
      </Panel>
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

const tillHeads = ["Method", "For lots", "Too much, to balances", "For balances", "In", "Out"];

/** The money that came in and went out by each method: the sums that the till and the bank's statement must have. */
const TillAndBank = ({ received, outgoing }: Required<Pick<Takings, "received" | "outgoing">>) => {
  const rows = received.filter(({ method, totalNgn }) => method !== "balance" && totalNgn !== undefined);
  if (rows.length === 0) return null;
  return (
    <Panel title="Till and bank">
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-ink-soft text-xs">
            <tr>
              {tillHeads.map((head, n) => (
                <th
                  key={head}
                  scope="col"
                  className={cx("pb-1 pl-3 font-semibold", n === 0 ? "pl-0 text-left" : "text-right")}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pl-3 [&_td]:text-right [&_th]:border-line [&_th]:border-t">
            {rows.map(({ method, ngn, surplusNgn = 0, addedNgn = 0, totalNgn = 0 }) => (
              <tr key={method}>
                <th scope="row" className="py-2 text-left font-normal">
                  {methodLabels[method]}
                </th>
                {[
                  ngn,
                  surplusNgn,
                  addedNgn,
                  totalNgn,
                  outgoing.find((one) => one.method === method)?.totalNgn ?? 0,
                ].map((amount, n) => (
                  <td key={tillHeads[n + 1]}>
                    <OwnMoney
                      amount={amount}
                      currency="NGN"
                      className={amount === 0 ? "text-ink-soft" : n >= 3 ? "font-bold" : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-ink-soft text-xs">
        Out: booked payments that were reversed, money that was paid out of balances, and withdrawals (online).
      </p>
    </Panel>
  );
};

const Edits = ({ edits }: { edits: readonly BalanceMoney[] }) => (
  <Panel title="Money for balances, entered by staff">
    <ul className="grid gap-2 text-sm">
      {edits.map(({ _id, at, user, method, amountNgn, reference, note, bookedBy }) => (
        <li key={_id} className="[overflow-wrap:anywhere]">
          <OwnMoney amount={amountNgn} currency="NGN" className="font-semibold" /> {methodLabels[method].toLowerCase()},{" "}
          <Link to={`/admin/users/${user._id}`} className={textLinkClass}>
            {user.username}
          </Link>
          , {formatLagosTime(at)}
          {bookedBy && ` by ${bookedBy.username}`}
          {reference && `, ${reference}`}
          {note && <q className="block text-ink-soft">{note}</q>}
        </li>
      ))}
    </ul>
  </Panel>
);

const balanceLines: readonly (readonly [keyof Takings["balances"], string])[] = [
  ["depositsTaken", "Deposits taken"],
  ["depositsReturned", "Deposits returned"],
  ["penaltiesKept", "Penalties kept"],
  ["penaltiesReturned", "Penalties returned"],
  ["refunds", "Payments returned to balances"],
  ["surpluses", "Paid too much, to balances"],
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
