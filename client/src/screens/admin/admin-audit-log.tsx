// The audit log (administrators): who did what to whom, when and from where. The filter and the page are in the address.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { EntryTable } from "../../features/audit-log/components/entry-table.tsx";
import { FilterForm } from "../../features/audit-log/components/filter-form.tsx";
import { isFiltered, type LogFilter, readTerms, writeTerms } from "../../features/audit-log/log-filter.ts";
import { auditLogQuery, downloadAuditLog } from "../../features/audit-log/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Audit log");
  return (
    <StaffOnly use="audit:read">
      <AuditLogPage />
    </StaffOnly>
  );
};

const AuditLogPage = () => {
  const [params, setParams] = useSearchParams();
  const terms = readTerms(params);
  const { data, error, isPlaceholderData, refetch } = useQuery(auditLogQuery(terms));
  const filterBy = (filter: LogFilter) => setParams(writeTerms({ ...filter, page: 1 }), { preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Audit log</h1>
        <DownloadButton
          text="Download as CSV"
          failed="Failed to download the audit log"
          save={() => downloadAuditLog(terms)}
        />
      </header>
      <FilterForm filter={terms} actions={data?.actions ?? []} onFilter={filterBy} />
      {data?.isPartial && (
        <Notice tone="warning" title="These are not all entries">
          Lots in which you have an interest of your own are left out.
        </Notice>
      )}
      {error && (!data || isPlaceholderData) ? (
        <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load the audit log")}</RetryNotice>
      ) : !data ? (
        <div className="grid gap-3">
          <p role="status" className="text-ink-soft">
            Loading the audit log...
          </p>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", isPlaceholderData && "opacity-60")}
        >
          {data.entries.length > 0 ? (
            <EntryTable entries={data.entries} />
          ) : (
            <EmptyState title={isFiltered(terms) ? "No entry matches this filter" : "There are no entries here"}>
              {isFiltered(terms) && "Names must be written in full. Capital letters do not matter."}
            </EmptyState>
          )}
          <Pager
            pagination={data.pagination}
            addressOf={(page) => `/admin/audit-log?${writeTerms({ ...terms, page })}`}
          />
        </div>
      )}
    </div>
  );
};
