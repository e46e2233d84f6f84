// A list of the page about one user: loading, failure, nothing, and the pages.
import type { Pagination } from "@jara/shared/rest/common";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { Button } from "../../../ui/button.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";

interface PagedListProps<T extends { pagination: Pagination }> {
  /** What the list has, for its messages: "bids". */
  of: string;
  query: UseQueryResult<T>;
  /** Said instead of an empty list. */
  none: string;
  onPage: (page: number) => void;
  children: (data: T) => ReactNode;
}

export const PagedList = <T extends { pagination: Pagination }>({
  of,
  query,
  none,
  onPage,
  children,
}: PagedListProps<T>) => {
  const { data, error, isPlaceholderData, refetch } = query;
  if (error && (!data || isPlaceholderData)) {
    return (
      <RetryNotice onRetry={() => void refetch()}>
        Failed to load the {of}: {sentenceOf(error)}
      </RetryNotice>
    );
  }
  if (!data) {
    return (
      <div className="grid gap-2">
        <p role="status" className="text-ink-soft text-sm">
          Loading the {of}...
        </p>
        <Skeleton className="h-16" />
      </div>
    );
  }
  const { current, pages, total } = data.pagination;
  return (
    <div aria-busy={isPlaceholderData} className={cx("grid gap-3", isPlaceholderData && "opacity-60")}>
      {total === 0 ? <p className="text-ink-soft text-sm">{none}</p> : children(data)}
      {(pages > 1 || current > 1) && (
        <nav aria-label={`Pages of the ${of}`} className="flex flex-wrap items-center gap-3 text-sm">
          <Button
            variant="secondary"
            size="sm"
            disabled={current <= 1}
            onClick={() => onPage(Math.min(current - 1, pages))}
          >
            Newer
          </Button>
          <span className="tabular text-ink-soft">
            Page {current} of {pages} ({total} in all)
          </span>
          <Button variant="secondary" size="sm" disabled={current >= pages} onClick={() => onPage(current + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
};
