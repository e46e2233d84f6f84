// The user's withdrawals and bank accounts.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCommand } from "../../../connection/use-command.ts";
import { useListNews } from "../../../connection/use-list-news.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { useOwnNews } from "../../../connection/use-own-news.ts";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import {
  addBankAccount,
  cancelWithdrawal,
  fetchBankAccounts,
  fetchBanks,
  fetchWithdrawals,
  removeBankAccount,
  requestWithdrawal,
  resolveBankAccount,
} from "../queries.ts";

const WITHDRAWALS = ["withdrawals"];
const ACCOUNTS = ["bank-accounts"];
const ACCOUNTS_LOOKED_AT_MS = 10_000;

export const useWithdrawals = () => {
  const client = useQueryClient();
  useListNews({ queryKey: WITHDRAWALS }, "own-withdrawals");
  const read = () => void client.invalidateQueries({ queryKey: WITHDRAWALS });
  useLiveEvent("balance:changed", read);
  // Bids and payments that are due change what can be withdrawn, and may leave the balance as it is.
  useOwnNews(read);
  return useQuery({
    queryKey: WITHDRAWALS,
    queryFn: ({ signal }) => fetchWithdrawals(signal),
    gcTime: 0,
    staleTime: 0,
  });
};

export const useBankAccounts = () => {
  const nowMs = useServerNow(ACCOUNTS_LOOKED_AT_MS);
  return useQuery({
    queryKey: ACCOUNTS,
    queryFn: ({ signal }) => fetchBankAccounts(signal),
    gcTime: 0,
    staleTime: 0,
    // A new account becomes usable by the server's clock, so it need not be read again.
    select: (accounts) =>
      accounts.map((one) => ({ ...one, isUsable: one.isUsable || Date.parse(one.usableAt) <= nowMs })),
  });
};

export const useBanks = () =>
  useQuery({ queryKey: ["banks"], queryFn: ({ signal }) => fetchBanks(signal), staleTime: Number.POSITIVE_INFINITY });

export const useResolve = () => useMutation({ mutationFn: resolveBankAccount });

export const useAddBankAccount = (onAdded: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: addBankAccount,
    onSuccess: async () => {
      // The form for the amount is then there.
      await client.invalidateQueries({ queryKey: ACCOUNTS });
      onAdded();
    },
  });
};

export const useRemoveBankAccount = (onRemoved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: removeBankAccount,
    onSuccess: ({ bankAccounts }) => {
      takeAnswer(client, { queryKey: ACCOUNTS }, bankAccounts);
      onRemoved();
    },
    onError: () => void client.invalidateQueries({ queryKey: ACCOUNTS }),
  });
};

export const useRequestWithdrawal = (onDone: () => void) => {
  const client = useQueryClient();
  return useCommand((body: Parameters<typeof requestWithdrawal>[0], key) => requestWithdrawal(body, key), {
    onSuccess: async () => {
      // The form then says what is left.
      await client.invalidateQueries({ queryKey: WITHDRAWALS });
      onDone();
    },
  });
};

export const useCancelWithdrawal = (onDone: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelWithdrawal,
    onSuccess: onDone,
    // Waits for the list, so that the same one cannot be cancelled again.
    onSettled: () => client.invalidateQueries({ queryKey: WITHDRAWALS }),
  });
};
