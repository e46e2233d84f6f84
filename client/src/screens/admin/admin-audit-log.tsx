// The audit log (administrators): who did what to whom, when and from where. The filter and the page are in the address.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "#router";
import { EntryTable } from "../../features/audit-log/components/entry-table.tsx";
import { FilterForm } from "../../features/audit-log/components/filter-form.tsx";
import { type LogTerms, logFilters, readTerms } from "../../features/audit-log/log-filter.ts";
import { auditLogQuery, downloadAuditLog } from "../../features/audit-log/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { addressAt } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";

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
  const query = useQuery(auditLogQuery(terms));
  const filterBy = (filter: LogTerms) =>
    setParams(logFilters.write({ ...filter, page: 1 }), { preventScrollReset: true });
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
      <FilterForm filter={terms} actions={query.data?.actions ?? []} onFilter={filterBy} />
      {query.data?.isPartial && (
        <Notice tone="warning" title="These are not all entries">
          Lots in which you have an interest of your own are left out.
        </Notice>
      )}
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the audit log")}
        loading={<Loading shapes={["h-24", "h-24", "h-24"]}>Loading the audit log...</Loading>}
        empty={({ entries }) =>
          entries.length === 0 && (
            <EmptyState
              title={logFilters.narrows(terms) ? "No entry matches this filter" : "There are no entries here"}
            >
              {logFilters.narrows(terms) && "Names must be written in full. Capital letters do not matter."}
            </EmptyState>
          )
        }
        pager={(pagination) => (
          <Pager
            pagination={pagination}
            addressOf={(page) => addressAt("/admin/audit-log", logFilters.write({ ...terms, page }))}
          />
        )}
      >
        {({ entries }) => <EntryTable entries={entries} />}
      </LoadedPage>
    </div>
  );
};
