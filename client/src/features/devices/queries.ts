// The requests about the account's sessions: the devices that are logged in. Each answer is the whole list.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

interface Sessions {
  sessions: DeviceSession[];
}

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: async ({ signal }) => (await api.get<Sessions>("/auth/sessions", undefined, signal)).sessions,
  gcTime: 0,
  staleTime: 0,
});

export const logOutDevice = async (id: string) =>
  (await api.delete<Sessions>(`/auth/sessions/${encodeURIComponent(id)}`)).sessions;

export const logOutOthers = async () => (await api.delete<Sessions>("/auth/sessions")).sessions;
