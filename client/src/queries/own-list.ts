// Makes the query of a list of the user's own items. They come as plain arrays, newest first, one page at a time: a
// page that is not full is the last.
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";

export type Pages<T> = InfiniteData<T[], number>;

export const ownListQuery = <T>(
  queryKey: readonly unknown[],
  limit: number,
  read: (page: { readonly page: number; readonly limit: number }, signal: AbortSignal) => Promise<T[]>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<T[]> => read({ page: pageParam, limit }, signal),
    initialPageParam: 1,
    // A page may be longer than the limit, because new items were added at the top.
    getNextPageParam: (last: T[], pages: T[][]) => (last.length >= limit ? pages.length + 1 : undefined),
  });

/** Keeps the first item of each key. */
export const uniqueBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
