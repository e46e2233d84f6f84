// The newest sales, for filters and choices.
import * as calls from "@jara/shared/calls/sales";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";

export const salesToChooseQuery = queryOptions({
  queryKey: ["sales", "to-choose"],
  queryFn: ({ signal }) => ask(calls.listSales, { query: { limit: 100 }, signal }),
});
