// The request of the desk. The number in the navigation and the screen share it.
import type { Desk } from "@jara/shared/rest/desk";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export const deskQuery = queryOptions({
  queryKey: ["desk"],
  queryFn: ({ signal }) => api.get<Desk>("/admin/desk", undefined, signal),
  staleTime: 0,
});
