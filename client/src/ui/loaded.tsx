// Shows what a query found: grey shapes while it loads, a failure with "Retry", the text of an empty list, or the content.
import type { Pagination } from "@jara/shared/rest/common";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { RetryNotice } from "./retry-notice.tsx";
import { Skeleton } from "./skeleton.tsx";

interface LoadedProps<T> {
  query: { data: T | null | undefined; error: unknown; refetch: () => unknown };
  failed: string | ((error: unknown) => string);
  loading?: ReactNode;
  /** Shown instead of the content unless it is falsy. */
  empty?: ((data: T) => ReactNode) | undefined;
  children: (data: T) => ReactNode;
}

/** Shows the data; data that was loaded once stays on the screen when it cannot be loaded again. */
export const Loaded = <T,>({
  query,
  failed,
  loading = <Skeleton className="h-96" />,
  empty,
  children,
}: LoadedProps<T>) => {
  const { data, error, refetch } = query;
  if (data !== undefined && data !== null) return empty?.(data) || children(data);
  if (!error) return loading;
  return (
    <RetryNotice onRetry={() => void refetch()}>{typeof failed === "string" ? failed : failed(error)}</RetryNotice>
  );
};

interface LoadedPageProps<T> extends LoadedProps<T> {
  query: LoadedProps<T>["query"] & { isPlaceholderData: boolean };
  pager: (pagination: Pagination) => ReactNode;
}

/** One page of a list and, below it, the way to the others. The page is dimmed until another one has come. */
export const LoadedPage = <T extends { pagination: Pagination }>(props: LoadedPageProps<T>) => {
  const { query, pager, empty, children } = props;
  const isBusy = query.isPlaceholderData;
  return (
    <Loaded {...props} empty={undefined}>
      {(data) => (
        <div aria-busy={isBusy} className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", isBusy && "opacity-60")}>
          {empty?.(data) || children(data)}
          {pager(data.pagination)}
        </div>
      )}
    </Loaded>
  );
};

interface LoadingProps {
  children: string;
  /** True if only screen readers get the text. */
  isHidden?: boolean;
  /** The classes of each grey shape. */
  shapes: readonly string[];
  className?: string;
}

export const Loading = ({ children, isHidden = false, shapes, className = "" }: LoadingProps) => (
  <div className={`grid gap-3 ${className}`}>
    <p role="status" className={isHidden ? "sr-only" : "col-span-full text-ink-soft"}>
      {children}
    </p>
    {shapes.map((shape, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change
      <Skeleton key={place} className={shape} />
    ))}
  </div>
);
