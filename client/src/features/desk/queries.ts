// The request of the desk. The number in the navigation and the screen share it.
import * as calls from "@jara/shared/calls/desk";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const deskQuery = queryOptions({
  queryKey: ["desk"],
  queryFn: ({ signal }) => ask(calls.getDesk, { signal }),
  staleTime: 0,
});
