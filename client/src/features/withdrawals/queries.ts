// The requests about withdrawals and bank accounts: the user's own, and the staff's decisions.
import * as calls from "@jara/shared/calls/withdrawals";
import type { Bank, BankAccount } from "@jara/shared/rest/withdrawals";
import { ask } from "../../lib/api.ts";
import { type WithdrawalFilters, withdrawalFilters } from "./withdrawal-filters.ts";

export const fetchBanks = async (signal: AbortSignal): Promise<Bank[]> =>
  (await ask(calls.listBanks, { signal })).banks;
export const fetchBankAccounts = async (signal: AbortSignal): Promise<BankAccount[]> =>
  (await ask(calls.listBankAccounts, { signal })).bankAccounts;
export const resolveBankAccount = (account: { bankCode: string; accountNumber: string }) =>
  ask(calls.resolveBankAccount, { body: account });
export const addBankAccount = (account: { bankCode: string; accountNumber: string }) =>
  ask(calls.addBankAccount, { body: account });
export const removeBankAccount = (id: string) => ask(calls.removeBankAccount, { params: { id } });

export const fetchWithdrawals = (signal: AbortSignal) => ask(calls.listMyWithdrawals, { signal });
export const requestWithdrawal = (body: { amount: number; bankAccountId: string }, idempotencyKey: string) =>
  ask(calls.requestWithdrawal, { body, idempotencyKey });
export const cancelWithdrawal = (id: string) => ask(calls.cancelWithdrawal, { params: { id } });

export const fetchAdminWithdrawals = (filters: WithdrawalFilters, signal: AbortSignal) =>
  ask(calls.listWithdrawals, { query: withdrawalFilters.queryOf(filters), signal });
export const approveWithdrawal = (id: string) => ask(calls.approveWithdrawal, { params: { id } });
export const refuseWithdrawal = (id: string, reason: string) =>
  ask(calls.refuseWithdrawal, { params: { id }, body: { reason } });
