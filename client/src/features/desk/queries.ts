// The request of the desk. The number in the navigation and the screen share it.
import type { Desk } from "@jara/shared/rest/desk";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** While the screen is open. No event announces withdrawals, approvals and mails. */
export const READ_EVERY_MS = 15_000;
/** For the number in the navigation alone. */
export const COUNT_EVERY_MS = 60_000;

export const deskQuery = queryOptions({
  queryKey: ["desk"],
  queryFn: ({ signal }) => api.get<Desk>("/admin/desk", undefined, signal),
  staleTime: 0,
});
