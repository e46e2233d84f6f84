// The hooks for the holidays, which due dates skip, and for the changes of them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteHoliday, holidaysQuery, saveHoliday } from "./queries.ts";

export const useHolidays = () => useQuery(holidaysQuery);

const useChange = <T>(run: (given: T) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    // Waits for the list, so that it already shows the change when the form is done.
    onSuccess: () => client.invalidateQueries({ queryKey: holidaysQuery.queryKey }),
    // Somebody else may have changed the day.
    onError: () => void client.invalidateQueries({ queryKey: holidaysQuery.queryKey }),
  });
};

export const useSaveHoliday = () => useChange(saveHoliday);
export const useDeleteHoliday = () => useChange(deleteHoliday);
