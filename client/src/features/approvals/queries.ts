// The requests about changes of money that wait for a second person.
import * as calls from "@jara/shared/calls/approvals";
import type { Approval, Approvals } from "@jara/shared/rest/approvals";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { takeAnswer } from "../../queries/take-answer.ts";

const APPROVALS = "approvals";
/** The key that all these requests share. */
export const approvalsFilter = { queryKey: [APPROVALS] };

export const approvalsQuery = (page: number) =>
  queryOptions({
    queryKey: [APPROVALS, page],
    queryFn: ({ signal }) => ask(calls.listApprovals, { query: { ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const countQuery = queryOptions({
  queryKey: [APPROVALS, "count"],
  queryFn: ({ signal }) => ask(calls.listApprovals, { query: { status: "open", limit: 1 }, signal }),
  staleTime: 0,
});

export const takeApproval = (client: QueryClient, { approval }: { approval: Approval }): void =>
  takeAnswer<Approvals>(
    client,
    approvalsFilter,
    (held) => held && { ...held, approvals: held.approvals.map((one) => (one._id === approval._id ? approval : one)) },
  );

export const approve = (id: string) => ask(calls.approveChange, { params: { id } });
export const refuse = ({ id, reason }: { id: string; reason: string }) =>
  ask(calls.refuseChange, { params: { id }, body: { reason } });
export const takeBack = (id: string) => ask(calls.takeChangeBack, { params: { id } });
