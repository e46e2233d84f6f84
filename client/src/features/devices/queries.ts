// The requests about the account's sessions: the devices that are logged in. Each answer is the whole list.
import * as calls from "@jara/shared/calls/sessions";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: async ({ signal }) => (await ask(calls.listSessions, { signal })).sessions,
  gcTime: 0,
  staleTime: 0,
});

export const logOutDevice = async (id: string) => (await ask(calls.endSession, { params: { id } })).sessions;

export const logOutOthers = async () => (await ask(calls.endOtherSessions)).sessions;
