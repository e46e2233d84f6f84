// Takings (staff who see payments): what is due, and what came and went on the days in the address, with every payment.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { serverNow } from "../../connection/connection.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { Figures } from "../../features/settlements/components/takings-figures.tsx";
import { downloadTakings, takingsQuery } from "../../features/settlements/queries.ts";
import { readDays, writeDays } from "../../features/settlements/takings-days.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

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
