// The user's withdrawals and bank accounts, fetched again when the balance changes and while a transfer is under way.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useIdempotencyKey } from "../../../connection/idempotency-key.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
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
import { isOpen } from "../state-words.ts";

const WITHDRAWALS = ["withdrawals"];
const ACCOUNTS = ["bank-accounts"];
/** No event says that a transfer moved on. */
const POLL_MS = 5_000;

export const useWithdrawals = () => {
  const query = useQuery({
    queryKey: WITHDRAWALS,
    queryFn: ({ signal }) => fetchWithdrawals(signal),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.withdrawals.some(({ status }) => isOpen(status)) ? POLL_MS : false),
  });
  const { refetch } = query;
  useLiveEvent("balance:changed", () => void refetch());
  return query;
};

export const useBankAccounts = () =>
  useQuery({
    queryKey: ACCOUNTS,
    queryFn: ({ signal }) => fetchBankAccounts(signal),
    gcTime: 0,
    staleTime: 0,
    // A new account becomes usable by the server's clock.
    refetchInterval: ({ state }) => (state.data?.every(({ isUsable }) => isUsable) ? false : 60_000),
  });

export const useBanks = () =>
  useQuery({ queryKey: ["banks"], queryFn: ({ signal }) => fetchBanks(signal), staleTime: Number.POSITIVE_INFINITY });

export const useResolve = () => useMutation({ mutationFn: resolveBankAccount });

export const useAddBankAccount = (onAdded: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: addBankAccount,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ACCOUNTS });
      onAdded();
    },
  });
};

export const useRemoveBankAccount = (onRemoved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: removeBankAccount,
    onSuccess: ({ bankAccounts }) => {
      client.setQueryData(ACCOUNTS, bankAccounts);
      onRemoved();
    },
    onError: () => void client.invalidateQueries({ queryKey: ACCOUNTS }),
  });
};

export const useRequestWithdrawal = (onDone: () => void) => {
  const client = useQueryClient();
  // A retry after a missing answer keeps its key, so that it is the same withdrawal.
  const { keyOf, succeeded, failed } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Parameters<typeof requestWithdrawal>[0]) =>
      requestWithdrawal(body, keyOf(JSON.stringify([body.amount, body.bankAccountId]))),
    onSuccess: () => {
      succeeded();
      void client.invalidateQueries({ queryKey: WITHDRAWALS });
      onDone();
    },
    onError: failed,
  });
};

export const useCancelWithdrawal = (onDone: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelWithdrawal,
    onSuccess: onDone,
    onSettled: () => void client.invalidateQueries({ queryKey: WITHDRAWALS }),
  });
};
