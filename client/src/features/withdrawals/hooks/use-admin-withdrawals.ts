// The staff's list of withdrawals, and their decisions. The server answers a decision with the new state.
import type { AdminWithdrawal, AdminWithdrawals } from "@jara/shared/rest/withdrawals";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../../connection/use-list-news.ts";
import { approveWithdrawal, fetchAdminWithdrawals, refuseWithdrawal } from "../queries.ts";
import type { WithdrawalFilters } from "../withdrawal-filters.ts";

const KEY = "admin-withdrawals";

export const useAdminWithdrawals = (filters: WithdrawalFilters) => {
  useListNews({ queryKey: [KEY] }, "withdrawals");
  return useQuery({
    queryKey: [KEY, filters],
    queryFn: ({ signal }) => fetchAdminWithdrawals(filters, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
};

export type Verdict = { is: "approve" } | { is: "refuse"; reason: string };

export const useDecide = (onDone: (withdrawal: AdminWithdrawal) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, verdict }: { id: string; verdict: Verdict }) =>
      (await (verdict.is === "approve" ? approveWithdrawal(id) : refuseWithdrawal(id, verdict.reason))).withdrawal,
    onSuccess: (withdrawal) => {
      client.setQueriesData<AdminWithdrawals>(
        { queryKey: [KEY] },
        (held) =>
          held && {
            ...held,
            withdrawals: held.withdrawals.map((one) => (one._id === withdrawal._id ? withdrawal : one)),
          },
      );
      onDone(withdrawal);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [KEY] }),
  });
};
