// The newest sales, for filters and choices. Each is named with its date, because a house gives every week's sale the same
// title.
import * as calls from "@jara/shared/calls/sales";
import type { Sale } from "@jara/shared/rest/sales";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";
import { lagosDate } from "../lib/lagos-moment.ts";

export const salesToChooseQuery = queryOptions({
  queryKey: ["sales", "to-choose"],
  queryFn: ({ signal }) => ask(calls.listSales, { query: { limit: 100 }, signal }),
});

/** `House C weekly sale, 29 Nov 2026`: the day on which its first lot closes, unless the title names it. */
export const saleLabel = ({ title, closesAt }: Pick<Sale, "title" | "closesAt">): string => {
  const day = lagosDate(closesAt);
  return title.includes(day) ? title : `${title}, ${day}`;
};

export const saleChoice = (sale: Sale): readonly [string, string] => [sale._id, saleLabel(sale)];
