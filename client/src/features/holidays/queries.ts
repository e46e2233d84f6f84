// The requests about the holidays that due dates skip: the list, and its changes by managers and administrators.
import type { Holiday } from "@jara/shared/rest/settlements";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export const holidaysQuery = queryOptions({
  queryKey: ["holidays"],
  queryFn: async ({ signal }) =>
    (await api.get<{ holidays: Holiday[] }>("/admin/holidays", undefined, signal)).holidays,
});

const pathOf = (date: string) => `/admin/holidays/${encodeURIComponent(date)}`;

/** Adds a holiday, or renames the one on that date. `seen`: the name that the list showed for it; null for none. */
export const saveHoliday = ({ date, name, seen }: Holiday & { seen: string | null }) =>
  api.put(pathOf(date), { name, seen });
export const deleteHoliday = (date: string) => api.delete(pathOf(date));
