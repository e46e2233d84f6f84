// Writes into the cached answers what the server has just said: the answer to a change, or an event.
import type { QueryClient, QueryFilters, Updater } from "@tanstack/react-query";

/** A request that is under way may be older than `said`, so it begins again. */
export const takeAnswer = <T>(
  client: QueryClient,
  filters: QueryFilters,
  said: Updater<T | undefined, T | undefined>,
): void => {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  client.setQueriesData<T>(filters, said);
  for (const { queryKey } of underWay) void client.invalidateQueries({ queryKey, exact: true });
};
