// The requests about changes of money that wait for a second person.
import type { Approval, Approvals } from "@jara/shared/rest/approvals";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const APPROVALS = "approvals";
/** The key that all these requests share. */
export const approvalsFilter = { queryKey: [APPROVALS] };

export const approvalsQuery = (page: number) =>
  queryOptions({
    queryKey: [APPROVALS, page],
    queryFn: ({ signal }) => api.get<Approvals>("/admin/approvals", { ...(page > 1 && { page }) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const countQuery = queryOptions({
  queryKey: [APPROVALS, "count"],
  queryFn: ({ signal }) => api.get<Approvals>("/admin/approvals", { status: "open", limit: 1 }, signal),
  staleTime: 0,
});

const pathOf = (id: string) => `/admin/approvals/${encodeURIComponent(id)}`;
export const approve = (id: string) => api.post<{ approval: Approval }>(`${pathOf(id)}/approve`);
export const refuse = ({ id, reason }: { id: string; reason: string }) =>
  api.post<{ approval: Approval }>(`${pathOf(id)}/refuse`, { reason });
export const takeBack = (id: string) => api.delete<{ approval: Approval }>(pathOf(id));
