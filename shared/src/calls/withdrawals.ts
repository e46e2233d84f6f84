// Withdrawals from the balance, and the bank accounts to which they go.
import * as z from "zod/mini";
import {
  type AdminWithdrawal,
  addBankAccountBody,
  adminWithdrawalAnswer,
  adminWithdrawalsAnswer,
  adminWithdrawalsQuery,
  bankAccountAnswer,
  bankAccountsAnswer,
  banksAnswer,
  refuseWithdrawalBody,
  resolveBankAccountBody,
  resolvedBankAccount,
  WITHDRAWALS_LIMIT_DEFAULT,
  type Withdrawal,
  withdrawalAnswer,
  withdrawalsAnswer,
  withdrawBody,
} from "../rest/withdrawals.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { other } from "./costs.ts";
import { userId } from "./samples.ts";

const call = callsIn("Withdrawals");

const again =
  "The same decision again changes nothing and is answered alike. Any other that comes too late is refused " +
  "(SETTLEMENT_CLOSED). One's own is refused with CONFLICT_OF_INTEREST.";

const bankAccount = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b1",
  bankCode: "057",
  bankName: "Zenith Bank",
  accountNumber: "0123456789",
  accountName: "OBI ADA",
  createdAt: "2026-11-20T09:00:00.000Z",
  usableAt: "2026-11-21T09:00:00.000Z",
  isUsable: true,
};

const withdrawal: Withdrawal = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b2",
  amount: 25_000,
  status: "requested",
  bank: { bankName: "Zenith Bank", accountNumber: "0123456789", accountName: "OBI ADA" },
  createdAt: "2026-11-21T10:00:00.000Z",
  decidedAt: null,
  closedAt: null,
  reason: null,
};

const withdrawalForAdmins: AdminWithdrawal = {
  ...withdrawal,
  person: { _id: userId, username: "ada", email: "ada@example.ng", firstName: "Ada", lastName: "Obi", isBanned: false },
  balance: 25_000,
  reference: `withdrawal-${withdrawal._id}`,
  isSandbox: false,
  decidedBy: null,
  problem: null,
  isOwn: false,
  shares: [
    {
      what: "bank account",
      detail: "Zenith Bank …6789",
      user: { _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b4", username: "bola", isBanned: false },
    },
  ],
};

const decided = {
  decidedAt: "2026-11-21T10:30:00.000Z",
  decidedBy: { _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b3", username: "kemi" },
  shares: [],
};

export const listBanks = call({
  route: "GET /api/banks",
  access: "signed in",
  summary: "The banks to which money can be withdrawn, by name",
  answer: banksAnswer,
  cost: other(2),
  examples: { answer: { banks: [{ code: "057", name: "Zenith Bank" }] } },
});

export const listBankAccounts = call({
  route: "GET /api/users/bank-accounts",
  access: "signed in",
  summary: "Your bank accounts, oldest first",
  answer: bankAccountsAnswer,
  examples: { answer: { bankAccounts: [bankAccount] } },
});

export const resolveBankAccount = call({
  route: "POST /api/users/bank-accounts/resolve",
  access: "signed in",
  summary: "The name that the bank has for an account, and whether it is yours; nothing is saved",
  description: "At most 20 an hour for each person, together with added accounts.",
  body: resolveBankAccountBody,
  answer: resolvedBankAccount,
  examples: {
    body: { bankCode: "057", accountNumber: "0123456789" },
    answer: { bankName: "Zenith Bank", accountName: "OBI ADA", isYours: true, problem: null },
  },
});

export const addBankAccount = call({
  route: "POST /api/users/bank-accounts",
  access: "signed in",
  summary: "Add a bank account in your own name; it can be used after 24 hours",
  description:
    "The bank's name for the account must be your first and last name, or the call is refused with both names. A " +
    "mail tells you at once. An account that you have already is answered as it is. The password is asked again, in the " +
    "body or as a fresh proof.",
  body: addBankAccountBody,
  answer: bankAccountAnswer,
  status: 201,
  cost: other(5),
  proof: "password or again",
  examples: {
    body: { bankCode: "057", accountNumber: "0123456789", password: "correct horse" },
    answer: { bankAccount },
  },
});

export const removeBankAccount = call({
  route: "DELETE /api/users/bank-accounts/:id",
  access: "signed in",
  summary: "Remove one of your bank accounts; a withdrawal to it that you asked for goes on",
  params: idParams,
  answer: bankAccountsAnswer,
  proof: "with a factor",
  examples: { answer: { bankAccounts: [] } },
});

export const listMyWithdrawals = call({
  route: "GET /api/users/withdrawals",
  access: "signed in",
  summary: "Your newest withdrawals, and what you can withdraw",
  description:
    "`withdrawable.amount` is the balance without what is bound on open auctions and without what you still owe; " +
    "dollars at the current rate.",
  answer: withdrawalsAnswer,
  examples: {
    answer: {
      withdrawals: [withdrawal],
      withdrawable: { amount: 30_000, balance: 50_000, reserved: 12_000, owed: 8_000 },
      obstacle: null,
      isSandbox: false,
    },
  },
});

export const requestWithdrawal = call({
  route: "POST /api/users/withdrawals",
  access: "signed in",
  summary: "Ask for a withdrawal; the amount leaves your balance at once, and staff approve it",
  description:
    "The same Idempotency-Key again gives the same withdrawal. The password is asked again, in the body or as a fresh " +
    "proof, which is enough for further calls. An account that signs in with Google and has no password cannot withdraw.",
  body: withdrawBody,
  answer: withdrawalAnswer,
  status: 201,
  once: true,
  cost: other(6),
  proof: "password or again",
  examples: {
    body: { amount: 25_000, bankAccountId: bankAccount._id, password: "correct horse" },
    answer: { withdrawal },
  },
});

export const cancelWithdrawal = call({
  route: "POST /api/users/withdrawals/:id/cancel",
  access: "signed in",
  summary: "Cancel a withdrawal that waits for approval; the money is back at once",
  description: "One that is cancelled already is answered as it is. Any other is refused (SETTLEMENT_CLOSED).",
  params: idParams,
  body: z.nullish(z.strictObject({})),
  answer: withdrawalAnswer,
  examples: {
    answer: {
      withdrawal: { ...withdrawal, status: "cancelled", closedAt: "2026-11-21T10:40:00.000Z" },
    },
  },
});

export const listWithdrawals = call({
  route: "GET /api/admin/withdrawals",
  access: "withdrawals:decide",
  summary: "Withdrawals: open ones first, the oldest at the top; then the newest closed",
  query: adminWithdrawalsQuery,
  answer: adminWithdrawalsAnswer,
  pageLength: WITHDRAWALS_LIMIT_DEFAULT,
  examples: {
    answer: {
      withdrawals: [withdrawalForAdmins],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const approveWithdrawal = call({
  route: "POST /api/admin/withdrawals/:id/approve",
  access: "withdrawals:decide",
  summary: "Approve a withdrawal, so that it is sent to the bank",
  description: `Refused (INSUFFICIENT_BALANCE) while its owner has bound or owes more than the rest of the balance. ${again}`,
  params: idParams,
  body: noBody,
  answer: adminWithdrawalAnswer,
  examples: { answer: { withdrawal: { ...withdrawalForAdmins, ...decided, status: "approved" } } },
});

export const refuseWithdrawal = call({
  route: "POST /api/admin/withdrawals/:id/refuse",
  access: "withdrawals:decide",
  summary: "Refuse a withdrawal; the money goes back to the balance, and the person reads the reason",
  description: again,
  params: idParams,
  body: refuseWithdrawalBody,
  answer: adminWithdrawalAnswer,
  examples: {
    body: { reason: "Please send us a document with your name first." },
    answer: {
      withdrawal: {
        ...withdrawalForAdmins,
        ...decided,
        status: "refused",
        closedAt: decided.decidedAt,
        reason: "Please send us a document with your name first.",
      },
    },
  },
});
