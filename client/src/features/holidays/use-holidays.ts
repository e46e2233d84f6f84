// The holidays, which due dates skip, and the administrator's changes of them.
import type { Holiday } from "@jara/shared/rest/settlements";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const queryKey = ["holidays"];

export const useHolidays = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ holidays: Holiday[] }>("/admin/holidays", undefined, signal)).holidays,
  });

const addressOf = (date: string) => `/admin/holidays/${encodeURIComponent(date)}`;

const useChange = <T>(run: (given: T) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    // Waits for the list, so that it already shows the change when the form is done.
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
};

/** Adds a holiday, or renames the one on that date. */
export const useSaveHoliday = () => useChange(({ date, name }: Holiday) => api.put(addressOf(date), { name }));
export const useDeleteHoliday = () => useChange((date: string) => api.delete(addressOf(date)));
