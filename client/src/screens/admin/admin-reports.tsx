// Reports (staff who see payments): sell-through, bids, bidders, revenue and defaults by week or by sale, for the days in
// the address, as plots, a table and a file.
import { type Report, reportGroups } from "@jara/shared/rest/reports";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { downloadReport, type ReportChoice, reportQuery } from "../../features/reports/queries.ts";
import { defaultDays, lastWeeks, readChoice, writeChoice } from "../../features/reports/report-choice.ts";
import { ReportPlots } from "../../features/reports/report-plots.tsx";
import { ReportTable } from "../../features/reports/report-table.tsx";
import { figure, percent } from "../../features/reports/report-words.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DayRange } from "../../ui/day-field.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";

export const Component = () => {
  usePageTitle("Reports");
  return (
    <StaffOnly use="settlements:read">
      <ReportsPage />
    </StaffOnly>
  );
};

const ReportsPage = () => {
  const [params, setParams] = useSearchParams();
  const choice = readChoice(params, serverNow());
  const query = useQuery(reportQuery(choice));
  const change = (next: Partial<ReportChoice>) =>
    setParams(writeChoice({ ...choice, ...next }, serverNow()), { preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Reports</h1>
        <Link to="/admin/takings" className={buttonClass("secondary", "sm")}>
          Takings
        </Link>
      </div>
      <Choice choice={choice} onChange={change}>
        <DownloadButton
          text="Download as CSV"
          failed="Failed to download the report"
          save={() => downloadReport(choice)}
        />
      </Choice>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the report")}
        loading={<Loading shapes={["h-28", "h-56"]}>Loading the report...</Loading>}
      >
        {(report) => <Figures report={report} isLoading={query.isPlaceholderData} />}
      </Loaded>
    </div>
  );
};

interface ChoiceProps {
  choice: ReportChoice;
  onChange: (next: Partial<ReportChoice>) => void;
  children: ReactNode;
}

const groupNames = { week: "By week", sale: "By sale" } as const;

const Choice = ({ choice: { from, to, by }, onChange, children }: ChoiceProps) => (
  <div className="grid gap-3">
    <DayRange from={from} to={to} onChange={onChange}>
      {children}
    </DayRange>
    <div className="flex flex-wrap items-center gap-2">
      {reportGroups.map((group) => (
        <Pick key={group} isChosen={group === by} onPick={() => onChange({ by: group })}>
          {groupNames[group]}
        </Pick>
      ))}
      <span aria-hidden className="mx-1 h-6 border-line border-l" />
      {[4, 12, 52].map((weeks) => {
        const days = lastWeeks(weeks, defaultDays(serverNow()).to);
        return (
          <Pick key={weeks} isChosen={days.from === from && days.to === to} onPick={() => onChange(days)}>
            {`${weeks} weeks`}
          </Pick>
        );
      })}
    </div>
  </div>
);

const Pick = ({ isChosen, onPick, children }: { isChosen: boolean; onPick: () => void; children: string }) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onPick}
    className={cx(
      "min-h-11 rounded-box border px-3 font-semibold text-sm pointer-fine:min-h-9",
      isChosen ? "border-brand bg-brand-soft text-brand" : "border-line bg-surface text-ink hover:bg-sunken",
    )}
  >
    {children}
  </button>
);

const Figures = ({ report, isLoading }: { report: Report; isLoading: boolean }) => {
  const { total, rows, by, left, at, isPartial } = report;
  const isEmpty = total.lots === 0 && total.received === 0 && total.defaults === 0 && total.reversed === 0;
  return (
    <div aria-busy={isLoading} className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", isLoading && "opacity-60")}>
      {isPartial && (
        <Notice tone="warning" title="These are not all lots">
          Lots in which you have an interest of your own are left out.
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        <Card title="Sell-through" about={`${figure(total.sold)} of ${figure(total.lots)} lots`}>
          {percent(total.sellThrough)}
        </Card>
        <Card title="Bids per lot" about={total.bids === 1 ? "1 bid" : `${figure(total.bids)} bids`}>
          {figure(total.bidsPerLot)}
        </Card>
        <Card title="Bidders" about={`${figure(total.newBidders)} new, ${figure(total.returningBidders)} returning`}>
          {figure(total.bidders)}
        </Card>
        <Card
          title="Hammer"
          about={
            <>
              and <OwnMoney amount={total.fees.ngn} currency="NGN" /> fees
            </>
          }
        >
          <OwnMoney amount={total.hammer.ngn} currency="NGN" />
        </Card>
        <Card
          title="Received"
          about={
            <>
              <OwnMoney amount={total.reversed} currency="NGN" /> reversed,{" "}
              <OwnMoney amount={total.refunds} currency="NGN" /> returned to balances
            </>
          }
        >
          <OwnMoney amount={total.received} currency="NGN" />
        </Card>
        <Card
          title="Defaults"
          about={
            <>
              <OwnMoney amount={total.penaltiesKept} currency="NGN" /> kept
            </>
          }
        >
          {figure(total.defaults)}
        </Card>
      </dl>
      {isEmpty ? (
        <Notice>No lot ended on these days, and no payment came.</Notice>
      ) : (
        <>
          {rows.length > 1 && <ReportPlots report={report} />}
          <ReportTable report={report} />
        </>
      )}
      {left > 0 && (
        <Notice>
          {figure(left)} older sales are not listed, but the totals include them. Choose fewer days to see each.
        </Notice>
      )}
      <p className="text-ink-soft text-xs">
        Read at {formatLagosTime(at)}. Days and weeks are those of Lagos{by === "week" && ", and weeks begin on Monday"}
        . Dollars are converted to naira at the current rate.
      </p>
    </div>
  );
};

const Card = ({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) => (
  <div className="rounded-box border border-line bg-surface p-4">
    <dt className="text-ink-soft text-sm">{title}</dt>
    <dd>
      <span className="tabular block break-words font-bold text-lg">{children}</span>
      <span className="block text-ink-soft text-sm">{about}</span>
    </dd>
  </div>
);
