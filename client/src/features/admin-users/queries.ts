// The staff's requests about users: the search, one user's record as a payer, ledger and receipts, the usernames
// against the rule, and the edits.

import * as receiptsCalls from "@jara/shared/calls/receipts";
import * as settlementsCalls from "@jara/shared/calls/settlements";
import * as userPageCalls from "@jara/shared/calls/user-page";
import * as usersCalls from "@jara/shared/calls/users";
import * as voidsCalls from "@jara/shared/calls/voids";
import type { Role } from "@jara/shared/permissions";
import type { AdminUser, BalanceAction, EditMethod, UserSearch } from "@jara/shared/rest/users";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import type { VoidForm } from "../../lots/void-reason-fields.tsx";
import { PAGE_SIZE, type UserFilters } from "./user-search.ts";

const LEDGER_PAGE_SIZE = 10;
const RECEIPTS_PAGE_SIZE = 5;
/** Never shown from memory, because the person may have paid since. */
export const payerRecordQuery = (userId: string) =>
  queryOptions({
    queryKey: ["payer-record", userId],
    queryFn: ({ signal }) => ask(settlementsCalls.getPayerRecord, { params: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

const REFUSED_PAGE_SIZE = 20;

export const fetchUsers = (filters: UserFilters, signal: AbortSignal): Promise<UserSearch> =>
  ask(usersCalls.searchUsers, { query: { ...filters, limit: PAGE_SIZE }, signal });

export const ledgerQuery = ({ _id, balance }: AdminUser, page: number) =>
  queryOptions({
    // The balance is part of the query key, because a changed balance means a new entry.
    queryKey: ["admin-ledger", _id, page, balance],
    queryFn: ({ signal }) => {
      const query = { page, limit: LEDGER_PAGE_SIZE };
      return ask(usersCalls.getLedger, { params: { id: _id }, query, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const userReceiptsQuery = ({ _id, balance }: AdminUser, page: number) =>
  queryOptions({
    queryKey: ["admin-receipts", _id, page, balance],
    queryFn: ({ signal }) => {
      const query = { page, limit: RECEIPTS_PAGE_SIZE };
      return ask(receiptsCalls.listReceiptsOfUser, { params: { id: _id }, query, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const refusedUsernamesQuery = (page: number) =>
  queryOptions({
    queryKey: ["refused-usernames", page],
    queryFn: ({ signal }) =>
      ask(userPageCalls.listRefusedUsernames, { query: { page, limit: REFUSED_PAGE_SIZE }, signal }),
  });

export interface BalanceEdit {
  action: BalanceAction;
  amount: number;
  /** Empty if none is given. */
  reason: string;
  /** The balance on the screen. The server refuses to set another one. */
  seen: number;
  /** Null: a correction, for which no money came or went. */
  method: EditMethod | null;
  /** Empty if none is given. */
  reference: string;
  /** True: not the transfer that was booked under the same reference. */
  isAnother: boolean;
}

export const changeBalance = (userId: string, edit: BalanceEdit, idempotencyKey: string) => {
  const { action, amount, reason, seen, method, reference, isAnother } = edit;
  const body = {
    balance: amount,
    action,
    ...(action === "set" && { seen }),
    ...(method && { method }),
    ...(method && reference && { reference }),
    ...(isAnother && { isAnother }),
    ...(reason && { reason }),
  };
  return ask(usersCalls.editBalance, { params: { id: userId }, body, idempotencyKey });
};

/** The server refuses it if the user has another role than the one shown (`seen`). */
export const changeRole = ({ _id, role: seen }: Pick<AdminUser, "_id" | "role">, role: Role) =>
  ask(usersCalls.setRole, { params: { id: _id }, body: { role, seen } });

export interface VoidedLot {
  auctionId: string;
  title: string;
  ok: boolean;
  effect: VoidEffect | null;
  message: string | null;
}

export const voidAllBids = (userId: string, { reason, note }: VoidForm) =>
  ask(voidsCalls.voidAllBids, {
    params: { id: userId },
    body: {
      reason,
      note: note.trim() || null,
    },
  });
