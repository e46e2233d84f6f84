// The statement of one month, or of all: the filters, the sums, the entries, the files.
import type { User } from "@jara/shared/users";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { messageOf } from "../../lib/api.ts";
import { lagosMonth } from "../../lib/lagos-month.ts";
import { StatementFiles } from "../../money/statement-files.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { downloadStatement, PAGE_SIZE, statementQuery } from "./queries.ts";
import { StatementFilterForm } from "./statement-filter-form.tsx";
import { monthWords, readFilters, type StatementFilters, writeFilters } from "./statement-filters.ts";
import { StatementSummary } from "./statement-summary.tsx";
import { StatementTable } from "./statement-table.tsx";

export const StatementView = ({ user }: { user: User }) => {
  const [params, setParams] = useSearchParams();
  const current = lagosMonth(serverNow());
  const filters = readFilters(params, current);
  const query = useQuery(statementQuery(user, filters));
  const statement = query.data;
  const change = (next: Partial<StatementFilters>) =>
    setParams(writeFilters({ ...filters, page: 1, ...next }), { preventScrollReset: true });
  return (
    <>
      <div className="grid gap-4 lg:flex lg:items-end lg:justify-between">
        <StatementFilterForm
          filters={filters}
          current={current}
          firstAt={statement?.firstAt ?? null}
          onChange={change}
        />
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <StatementFiles download={(file) => downloadStatement(filters, file)} isEmpty={statement?.total === 0} />
        </div>
      </div>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the statement")}
        loading={<Loading shapes={["h-20", "h-14", "h-14", "h-14", "h-14"]}>Loading your statement...</Loading>}
      >
        {(statement) => (
          <>
            <StatementSummary
              statement={statement}
              hasFilter={filters.kind !== ""}
              isRunning={filters.month === null || filters.month === current}
            />
            {statement.entries.length > 0 ? (
              <StatementTable entries={statement.entries} isLoadingPage={query.isPlaceholderData} />
            ) : (
              <Nothing filters={filters} isNew={statement.firstAt === null} onChange={change} />
            )}
            <Pager
              pagination={{
                current: filters.page,
                pages: Math.max(1, Math.ceil(statement.total / PAGE_SIZE)),
                total: statement.total,
                limit: PAGE_SIZE,
              }}
              addressOf={(page) => `?${writeFilters({ ...filters, page })}`}
            />
          </>
        )}
      </Loaded>
    </>
  );
};

interface NothingProps {
  filters: StatementFilters;
  isNew: boolean;
  onChange: (change: Partial<StatementFilters>) => void;
}

const Nothing = ({ filters, isNew, onChange }: NothingProps) => {
  if (isNew) {
    return (
      <EmptyState
        title="Your balance has not changed yet"
        action={
          <Link to="/profile/money#add-money" className={buttonClass("primary")}>
            Add money
          </Link>
        }
      >
        Money that you add, deposits, payments and refunds will be listed here.
      </EmptyState>
    );
  }
  const { month, kind, page } = filters;
  const period = month === null ? "" : ` in ${monthWords(month)}`;
  return (
    <EmptyState
      title={page > 1 ? "There is no such page" : kind ? `Nothing of this kind${period}` : `Nothing happened${period}`}
      action={
        <Button variant="secondary" onClick={() => onChange(page > 1 ? {} : kind ? { kind: "" } : { month: null })}>
          {page > 1 ? "Go to the first page" : kind ? "Show every kind" : "Show all months"}
        </Button>
      }
    />
  );
};
