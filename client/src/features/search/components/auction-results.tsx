// The search results: their number in words, then the lots; or the loading, empty or error text, with the exact words
// of the spec.
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { SearchedInstead, type SearchedInsteadProps } from "../../../ui/searched-instead.tsx";

interface AuctionResultsProps {
  searching: boolean;
  searchText: string;
  /** The words that were searched instead, if any. */
  answer: SearchedInsteadProps["answer"];
  total: number | null;
  isLoading: boolean;
  isError: boolean;
  isEmpty: boolean;
  /** A button for the list. Its height is kept while it loads. */
  tools?: ReactNode;
  onRetry: () => void;
  onClear: () => void;
  skeletons: ReactNode;
  children: ReactNode;
}

export const AuctionResults = (props: AuctionResultsProps) => (
  <section aria-labelledby="results-heading" className="grid grid-cols-1 gap-3 md:gap-4">
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="results-heading" tabIndex={-1} className="scroll-mt-18 font-bold text-lg outline-none">
          {props.searching ? "Search Results" : "Active Auctions"}
        </h2>
        {/* On a phone the number has a line of its own, also while it loads, so that nothing moves. */}
        <p
          role="status"
          className={cx("text-ink-soft text-sm [overflow-wrap:anywhere]", props.searching && "max-md:w-full")}
        >
          {props.isLoading && "Loading auctions..."}
          {props.searching && props.total !== null && (
            <Found total={props.total} text={props.answer?.searchedFor ?? props.searchText} />
          )}
        </p>
        <div className={cx("md:ml-auto", props.searching && "min-h-11 pointer-fine:min-h-9")}>{props.tools}</div>
      </div>
      <SearchedInstead typed={props.searchText} answer={props.answer} />
    </div>
    <Body {...props} />
  </section>
);

const Body = ({
  searching,
  searchText,
  isLoading,
  isError,
  isEmpty,
  onRetry,
  onClear,
  skeletons,
  children,
}: AuctionResultsProps) => {
  if (isLoading) return skeletons;
  if (isError) {
    return <RetryNotice onRetry={onRetry}>Failed to fetch auctions</RetryNotice>;
  }
  if (isEmpty && searching) {
    return (
      <EmptyState
        title="No auctions found matching your search criteria."
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear all filters
          </Button>
        }
      >
        {searchText
          ? "Try fewer or other words, or save this search, and we notify you when a matching lot is listed."
          : "Remove a filter above, or look at everything."}
      </EmptyState>
    );
  }
  return (
    <>
      {isEmpty && <EmptyState title="No active auctions at the moment." />}
      {children}
    </>
  );
};

const Found = ({ total, text }: { total: number; text: string }) => (
  <>
    Found {total} auction(s)
    {text && (
      <>
        {" "}
        for <strong className="text-ink">“{text}”</strong>
      </>
    )}
  </>
);
