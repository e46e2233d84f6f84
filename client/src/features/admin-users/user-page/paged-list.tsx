// Any list of the page about one user: its states (loading, failed, empty) and the buttons between its pages.
import type { Pagination } from "@jara/shared/rest/common";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Pager } from "../components/pager.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";

interface PagedListProps<T extends { pagination: Pagination }> {
  /** The name of the rows, for the messages: "bids". */
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
        <Pager of={`the ${of}`} current={current} pages={pages} total={`${total} in total`} onPage={onPage} />
      )}
    </div>
  );
};
