// /api/users/admin and /api/auth/users: staff search users, change roles, edit balances and read ledgers.

import * as calls from "@jara/shared/calls/users";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Role } from "@jara/shared/permissions";
import { type EditMethod, USERS_LIMIT_DEFAULT } from "@jara/shared/rest/users";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { type Account, findAccount, toAdminUser } from "../accounts/account.ts";
import { bookTransfer } from "../booked-before.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut, SecondPerson } from "../second-person.ts";
import { type BalanceEdit, changeRole, editBalance } from "./admin-users.ts";
import { ledgerOf, searchUsers } from "./queries.ts";

const LEDGER_LIMIT_DEFAULT = 20;
const userNotFound = () => refuse("NOT_FOUND", { message: "User not found" });

interface AdminUsersDeps extends Pick<RouteDeps, "database" | "lists"> {
  readonly accountNotifier: { changed(userId: string): void };
  readonly secondPerson: SecondPerson;
}

/** Returns the function that carries out a change of a balance after a second person approved it. */
export const serveAdminUsers = (app: App, deps: AdminUsersDeps): CarryOut => {
  serveSearch(app, deps);
  serveRoles(app, deps);
  serveBalances(app, deps);
  serveLedgers(app, deps);
  return (order) => {
    const { reference = null, method = null, ...request } = order.request as StoredEdit;
    const edit = { ...order, ...request, method, bankReference: reference, seenMinor: null };
    return transferOnce(deps, { ...edit, comesAgain: true }, async () => void (await carryOut(deps, edit)));
  };
};

/** An edit as an approval keeps it. */
interface StoredEdit extends Pick<BalanceEdit, "action" | "amountMinor"> {
  readonly method?: EditMethod;
  readonly reference?: string;
  readonly isAnother?: boolean;
}

/** Refuses an edit of a transfer that was booked before, unless the caller says that it is another one. */
const transferOnce = <T>(
  { database }: AdminUsersDeps,
  edit: BalanceEdit & Pick<StoredEdit, "isAnother"> & { readonly comesAgain?: boolean },
  run: () => Promise<T>,
): Promise<T> => {
  const { method, bankReference: reference, isAnother, actorId, commandId, comesAgain = false } = edit;
  if (method !== "transfer" || reference === null || isAnother) return run();
  return bookTransfer(database, { actorId, commandId, settlementId: null, reference, comesAgain }, run);
};

const answerOf = async (database: Database, userId: string) => {
  const account = await findAccount(database, userId);
  return account ? { user: toAdminUser(account) } : userNotFound();
};

const serveSearch = (app: App, { lists }: AdminUsersDeps): void => {
  serve(app, calls.searchUsers, async ({ query }) => {
    const { page = 1, limit = USERS_LIMIT_DEFAULT, ...filter } = query;
    const { users, total } = await searchUsers(lists, filter, { page, limit });
    return { users: users.map(toAdminUser), pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.listUsers, async ({ query: { page = 1, limit = LIST_LIMIT_MAX } }) => {
    const { users } = await searchUsers(lists, {}, { page, limit });
    return { users: users.map(toAdminUser) };
  });
};

const serveRoles = (app: App, { database, accountNotifier }: AdminUsersDeps): void => {
  const setRole = async (admin: Account, userId: string, asked: { readonly role: Role; readonly seen?: Role }) => {
    if (userId === admin.id) return refuse("FORBIDDEN", { message: "You cannot change your own role" });
    const change = await changeRole(database, admin.id, userId, asked);
    if (typeof change === "object") throw new RefusedError(change);
    if (change === "not-allowed") return refuse("FORBIDDEN");
    if (change === "not-found") return userNotFound();
    if (change === "changed") accountNotifier.changed(userId);
    return answerOf(database, userId);
  };
  serve(app, calls.setRole, async ({ account, params, body }) => setRole(account, params.id, body));
  serve(app, calls.setUserRole, async ({ account, params, body }) => setRole(account, params.id, body));
};

const serveBalances = (app: App, deps: AdminUsersDeps): void => {
  const { database, secondPerson } = deps;

  serve(app, calls.editBalance, async ({ account: admin, params, body, commandId }) => {
    const userId = params.id;
    if (userId === admin.id) {
      const message = "Another administrator must change your balance.";
      return refuse("CONFLICT_OF_INTEREST", { message });
    }
    const { balance, action, seen, method = null, isAnother } = body;
    const reason = body.reason || null;
    const asked: BalanceEdit = {
      actorId: admin.id,
      userId,
      action,
      amountMinor: toMinor(balance),
      seenMinor: seenMinorOf(seen),
      method,
      bankReference: (method && body.reference) || null,
      reason,
      commandId,
    };
    return await transferOnce(deps, { ...asked, ...(isAnother && { isAnother }) }, async () => {
      const edit = secondPerson.isOn ? await asDifference(database, asked) : asked;
      const waiting = await secondPerson.ask({
        kind: "balance",
        actorId: admin.id,
        userId,
        amountMinor: edit.amountMinor,
        reason,
        commandId,
        settlementId: null,
        auctionId: null,
        request: stored(edit, isAnother),
        seenMinor: edit.seenMinor,
      });
      if (waiting) return { approval: waiting };
      const beforeMinor = await carryOut(deps, edit);
      return { ...(await answerOf(database, userId)), ...(beforeMinor !== null && { before: toMajor(beforeMinor) }) };
    });
  });
};

const seenMinorOf = (seen: number | undefined): number | null =>
  seen === undefined ? null : seen < 0 ? -toMinor(-seen) : toMinor(seen);

const stored = ({ action, amountMinor, method, bankReference }: BalanceEdit, isAnother = false): StoredEdit => ({
  action,
  amountMinor,
  ...(method && { method }),
  ...(bankReference && { reference: bankReference }),
  ...(isAnother && { isAnother }),
});

/** Edits a balance, or refuses. Returns the balance before, or null if the same edit was made earlier. */
const carryOut = async ({ database, accountNotifier }: AdminUsersDeps, edit: BalanceEdit): Promise<number | null> => {
  const change = await editBalance(database, edit);
  switch (change.is) {
    case "not-allowed":
      return refuse("FORBIDDEN");
    case "not-found":
      return userNotFound();
    case "key-reused":
      return refuse("COMMAND_ID_REUSED");
    case "too-low":
      return refuseTooLow(toMajor(edit.amountMinor), toMajor(change.balanceMinor));
    case "too-high": {
      const message = "A balance can be at most ₦10,000,000,000.00.";
      return refuseField("balance", message);
    }
    case "balance-changed":
      return refuse("BALANCE_CHANGED", {
        message: `The balance is ${formatMoney(toMajor(change.balanceMinor), "NGN")} by now.`,
        balance: toMajor(change.balanceMinor),
      });
    case "done-before":
      return null;
    case "changed":
      accountNotifier.changed(edit.userId);
      return change.beforeMinor;
    case "unchanged":
      return change.beforeMinor;
  }
};

const serveLedgers = (app: App, { database }: AdminUsersDeps): void => {
  serve(app, calls.getLedger, async ({ account: reader, params, query }) => {
    const { page = 1, limit = LEDGER_LIMIT_DEFAULT } = query;
    const account = (await findAccount(database, params.id)) ?? userNotFound();
    const interests = [...(await interestsOf(database, reader.id))];
    const { entries, total } = await ledgerOf(database, account.id, interests, { page, limit });
    return { entries, pagination: paginationOf(page, limit, total) };
  });
};

/**
 * Turns setting a balance into an addition or a subtraction, so that exactly the counted amount is carried out. It is the
 * difference to the balance that the caller saw, so that the same request sent again is the same edit.
 */
const asDifference = async (database: Database, edit: BalanceEdit): Promise<BalanceEdit> => {
  if (edit.action !== "set") return edit;
  const beforeMinor = edit.seenMinor ?? (await findAccount(database, edit.userId))?.balanceMinor;
  if (beforeMinor === undefined) return edit;
  const difference = edit.amountMinor - beforeMinor;
  return { ...edit, action: difference < 0 ? "subtract" : "add", amountMinor: Math.abs(difference) };
};

const refuseTooLow = (required: number, balance: number): never => {
  const message = `The balance is ${formatMoney(balance, "NGN")}: ${formatMoney(required, "NGN")} cannot be subtracted from it.`;
  return refuse("INSUFFICIENT_BALANCE", { message, required, balance });
};
