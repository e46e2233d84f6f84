// One's own things, which come as bare lists, newest first, so many at a time: a page that is not full is the last.
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

export type Pages<T> = InfiniteData<T[], number>;

export const pagesOfMine = <T>(queryKey: readonly string[], path: string, limit: number) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<T[]> => api.get<T[]>(path, { page: pageParam, limit }, signal),
    initialPageParam: 1,
    // Fuller by what was added at the top meanwhile.
    getNextPageParam: (last: T[], pages: T[][]) => (last.length >= limit ? pages.length + 1 : undefined),
  });

/** The first of each. */
export const uniqueBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
