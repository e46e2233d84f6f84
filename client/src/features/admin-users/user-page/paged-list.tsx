// Any list of the page about one user: its states (loading, failed, empty) and the buttons between its pages.
import type { Pagination } from "@jara/shared/rest/common";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { NewerOlder } from "../../../ui/newer-older.tsx";
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
  return (
    <Loaded
      query={query}
      failed={(error) => `Failed to load the ${of}: ${sentenceOf(error)}`}
      loading={<Loading shapes={["h-16"]}>{`Loading the ${of}...`}</Loading>}
    >
      {(data) => {
        const { current, pages, total } = data.pagination;
        return (
          <div
            aria-busy={query.isPlaceholderData}
            className={cx("grid gap-3", query.isPlaceholderData && "opacity-60")}
          >
            {total === 0 ? <p className="text-ink-soft text-sm">{none}</p> : children(data)}
            {(pages > 1 || current > 1) && (
              <NewerOlder
                of={`the ${of}`}
                current={current}
                pages={pages}
                total={`${total} in total`}
                onPage={onPage}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
};
