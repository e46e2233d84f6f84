// The rows of an import with the verdict on each, by tabs, one page at a time.
import type { Import, ImportRow, ImportVerdict } from "@jara/shared/rest/imports";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { rulesWords, verdictWords } from "./import-words.ts";
import { importQuery } from "./queries.ts";

/** The chosen verdict and page, from the address. */
export const useRowsAddress = () => {
  const [params] = useSearchParams();
  const given = params.get("show");
  const verdict = given !== null && given in verdictWords ? (given as ImportVerdict) : null;
  const page = Math.max(1, Number(params.get("page")) || 1);
  return { verdict, page };
};

export const ImportRows = ({ found }: { found: Import }) => {
  const { verdict, page } = useRowsAddress();
  const { data, isError, error, refetch } = useQuery(importQuery(found._id, verdict, page));
  const { counts } = found;
  const addressOf = (show: ImportVerdict | null, to = 1) =>
    `?${new URLSearchParams({ ...(show && { show }), ...(to > 1 && { page: String(to) }) })}`;
  const tabs = [
    [null, "All", counts.rows],
    ["refused", verdictWords.refused, counts.refused],
    ["create", verdictWords.create, counts.create],
    ["changed", verdictWords.changed, counts.changed],
    ["unchanged", verdictWords.unchanged, counts.unchanged],
  ] as const;
  return (
    <section aria-label="Rows" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <nav aria-label="Verdicts" className="flex flex-wrap gap-1">
        {tabs
          .filter(([key, , count]) => key === null || key === verdict || count > 0)
          .map(([key, label, count]) => (
            <Link
              key={label}
              to={addressOf(key)}
              replace
              preventScrollReset
              aria-current={key === verdict ? "true" : undefined}
              className={cx(
                "flex min-h-11 items-center rounded-box border px-3 font-semibold text-sm",
                key === verdict ? "border-line-strong bg-surface" : "border-transparent bg-sunken text-ink-soft",
              )}
            >
              {label} ({count.toLocaleString("en")})
            </Link>
          ))}
      </nav>
      {isError && !data && (
        <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load the rows")}</RetryNotice>
      )}
      {!data && !isError && <Skeleton className="h-64" />}
      {data && (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {data.rows.map((row) => (
            <Row key={row.row} row={row} />
          ))}
          {data.rows.length === 0 && <li className="p-4 text-ink-soft">There are no such rows.</li>}
        </ul>
      )}
      {data && <Pager pagination={data.pagination} addressOf={(to) => addressOf(verdict, to)} />}
    </section>
  );
};

const marks: Record<ImportVerdict, string> = {
  create: "text-brand",
  unchanged: "text-ink-soft",
  changed: "text-amber",
  refused: "text-danger",
};

const Row = ({ row: { row, lotNumber, title, verdict, problems, pictures, auctionId, rules } }: { row: ImportRow }) => (
  <li className="grid gap-x-4 gap-y-1 p-3 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:px-4">
    <p className="tabular text-ink-soft text-sm">Row {row}</p>
    <div className="min-w-0">
      <p dir="auto" className="break-words font-semibold">
        {lotNumber && <span className="tabular mr-2 text-ink-soft">{lotNumber}</span>}
        {title || "Without a title"}
      </p>
      {problems.map(({ column, message }) => (
        <p key={`${column} ${message}`} className={cx("break-words text-sm", marks[verdict])}>
          <span className="font-semibold">{column}:</span> {message}
        </p>
      ))}
      {rules && verdict === "create" && <p className="text-ink-soft text-sm">{rulesWords(rules)}</p>}
    </div>
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm sm:justify-end">
      <span className={cx("font-semibold", marks[verdict])}>{verdictWords[verdict]}</span>
      {pictures > 0 && <span className="text-ink-soft">{pictures === 1 ? "1 picture" : `${pictures} pictures`}</span>}
      {auctionId && (
        <Link to={`/auction/${auctionId}`} className="font-semibold text-brand underline">
          Open the lot
        </Link>
      )}
    </p>
  </li>
);
