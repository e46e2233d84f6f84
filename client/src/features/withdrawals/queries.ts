// The requests about withdrawals and bank accounts: the user's own, and the staff's decisions.
import type {
  AdminWithdrawal,
  AdminWithdrawals,
  Bank,
  BankAccount,
  ResolvedBankAccount,
  Withdrawal,
  WithdrawalStatus,
  Withdrawals,
} from "@jara/shared/rest/withdrawals";
import { api } from "../../lib/api.ts";

const idPath = (id: string) => encodeURIComponent(id);

export const fetchBanks = async (signal: AbortSignal): Promise<Bank[]> =>
  (await api.get<{ banks: Bank[] }>("/banks", undefined, signal)).banks;
export const fetchBankAccounts = async (signal: AbortSignal): Promise<BankAccount[]> =>
  (await api.get<{ bankAccounts: BankAccount[] }>("/users/bank-accounts", undefined, signal)).bankAccounts;
export const resolveBankAccount = (account: { bankCode: string; accountNumber: string }) =>
  api.post<ResolvedBankAccount>("/users/bank-accounts/resolve", account);
export const addBankAccount = (account: { bankCode: string; accountNumber: string; password: string }) =>
  api.post<{ bankAccount: BankAccount }>("/users/bank-accounts", account);
export const removeBankAccount = (id: string) =>
  api.delete<{ bankAccounts: BankAccount[] }>(`/users/bank-accounts/${idPath(id)}`);

export const fetchWithdrawals = (signal: AbortSignal) => api.get<Withdrawals>("/users/withdrawals", undefined, signal);
export const requestWithdrawal = (
  body: { amount: number; bankAccountId: string; password: string },
  idempotencyKey: string,
) => api.post<{ withdrawal: Withdrawal }>("/users/withdrawals", body, { idempotencyKey });
export const cancelWithdrawal = (id: string) =>
  api.post<{ withdrawal: Withdrawal }>(`/users/withdrawals/${idPath(id)}/cancel`);

export const fetchAdminWithdrawals = (
  { status, page }: { status: WithdrawalStatus | ""; page: number },
  signal: AbortSignal,
) => api.get<AdminWithdrawals>("/admin/withdrawals", { status, ...(page > 1 && { page }) }, signal);
export const approveWithdrawal = (id: string) =>
  api.post<{ withdrawal: AdminWithdrawal }>(`/admin/withdrawals/${idPath(id)}/approve`);
export const refuseWithdrawal = (id: string, reason: string) =>
  api.post<{ withdrawal: AdminWithdrawal }>(`/admin/withdrawals/${idPath(id)}/refuse`, { reason });
