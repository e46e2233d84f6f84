// The requests about the holidays that due dates skip: the list, and its changes by managers and administrators.
import * as calls from "@jara/shared/calls/holidays";
import type { Holiday } from "@jara/shared/rest/settlements";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const holidaysQuery = queryOptions({
  queryKey: ["holidays"],
  queryFn: async ({ signal }) => (await ask(calls.listHolidays, { signal })).holidays,
});

/** Adds a holiday, or renames the one on that date. `seen`: the name that the list showed for it; null for none. */
export const saveHoliday = ({ date, name, seen }: Holiday & { seen: string | null }) =>
  ask(calls.putHoliday, { params: { date }, body: { name, seen } });
export const deleteHoliday = (date: string) => ask(calls.deleteHoliday, { params: { date } });
