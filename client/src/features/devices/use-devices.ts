// The devices that are logged in, and logging them out.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { takeAnswer } from "../../queries/take-answer.ts";
import { devicesQuery, logOutDevice, logOutOthers } from "./queries.ts";

export const useDevices = () => useQuery(devicesQuery);

/** Returns the function that fetches the list again. */
export const useRefreshDevices = (): (() => void) => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: devicesQuery.queryKey });
};

/** Logs one device out, or all others for "others". */
export const useLogOutDevices = (onDone: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | "others") => (which === "others" ? logOutOthers() : logOutDevice(which.id)),
    onSuccess: (devices) => {
      takeAnswer(client, { queryKey: devicesQuery.queryKey }, devices);
      onDone();
    },
    // It may have logged itself out meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
};
