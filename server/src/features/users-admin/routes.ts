// /api/users/admin and /api/auth/users: staff search users, change roles, edit balances and read ledgers.

import { refusal } from "@jara/shared/errors";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Role } from "@jara/shared/permissions";
import { approvalAnswer } from "@jara/shared/rest/approvals";
import { LIST_LIMIT_MAX, pageQuery } from "@jara/shared/rest/common";
import {
  adminUserAnswer,
  balanceAnswer,
  balanceBody,
  type EditMethod,
  ledgerAnswer,
  roleBody,
  USERS_LIMIT_DEFAULT,
  userSearchAnswer,
  userSearchQuery,
  usersAnswer,
} from "@jara/shared/rest/users";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import { type Account, findAccount, toAdminUser } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { bookTransfer } from "../booked-before.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut, SecondPerson } from "../second-person.ts";
import { type BalanceEdit, changeRole, editBalance } from "./admin-users.ts";
import { ledgerOf, searchUsers } from "./queries.ts";

const tags = ["Users"];
const LEDGER_LIMIT_DEFAULT = 20;
const userNotFound = () => refuse("NOT_FOUND", { message: "User not found" });

interface AdminUsersDeps extends Pick<RouteDeps, "database" | "lists"> {
  readonly news: { changed(userId: string): void };
  readonly mailsWritten: () => void;
  readonly secondPerson: SecondPerson;
}

/** Returns the function that carries out a change of a balance after a second person approved it. */
export const serveAdminUsers = (app: App, deps: AdminUsersDeps, caller: Caller): CarryOut => {
  serveSearch(app, deps, caller);
  serveRoles(app, deps, caller);
  serveBalances(app, deps, caller);
  serveLedgers(app, deps, caller);
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

const serveSearch = (app: App, { lists }: AdminUsersDeps, caller: Caller): void => {
  app.get(
    "/api/users/admin/search",
    {
      schema: {
        tags,
        summary: "Users by name, e-mail address, phone number or role, newest first",
        description:
          "`q` is looked for in username, e-mail address, full name and phone number, in any case; % and _ are " +
          "themselves. A phone number is found however it is written.",
        querystring: userSearchQuery,
        response: { 200: userSearchAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      const { page = 1, limit = USERS_LIMIT_DEFAULT, ...filter } = request.query;
      const { users, total } = await searchUsers(lists, filter, { page, limit });
      return { users: users.map(toAdminUser), pagination: paginationOf(page, limit, total) };
    },
  );

  app.get(
    "/api/auth/users",
    {
      schema: {
        tags,
        summary: "All users, newest first, page by page",
        querystring: pageQuery,
        response: { 200: usersAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      const { page = 1, limit = LIST_LIMIT_MAX } = request.query;
      const { users } = await searchUsers(lists, {}, { page, limit });
      return { users: users.map(toAdminUser) };
    },
  );
};

const serveRoles = (app: App, { database, news, mailsWritten }: AdminUsersDeps, caller: Caller): void => {
  const setRole = async (admin: Account, userId: string, asked: { readonly role: Role; readonly seen?: Role }) => {
    if (userId === admin.id) return refuse("FORBIDDEN", { message: "You cannot change your own role" });
    const change = await changeRole(database, admin.id, userId, asked);
    if (typeof change === "object") throw new Refused(change);
    if (change === "not-allowed") return refuse("FORBIDDEN");
    if (change === "not-found") return userNotFound();
    if (change === "changed") {
      news.changed(userId);
      mailsWritten();
    }
    return answerOf(database, userId);
  };
  for (const url of ["/api/users/admin/role/:id", "/api/auth/users/:id/role"]) {
    app.put(
      url,
      {
        schema: {
          tags,
          summary: "Set the role of another account",
          description: "`seen` is the role that the caller saw: if the account has another one, 409 (`VALUE_CHANGED`).",
          params: idParams,
          body: roleBody,
          response: { 200: adminUserAnswer },
        },
      },
      async (request) => setRole(await caller.staff(request), request.params.id, request.body),
    );
  }
};

const serveBalances = (app: App, deps: AdminUsersDeps, caller: Caller): void => {
  const { database, secondPerson } = deps;

  app.put(
    "/api/users/admin/balance/:id",
    {
      schema: {
        tags,
        summary: "Set a user's balance, add to it or subtract from it, in NGN",
        description:
          "`reason` is kept with the ledger's entry. `seen` is the balance that the caller saw: another one is refused " +
          "(BALANCE_CHANGED, with the present `balance`). `method` says how the money came or was paid out, for the " +
          "takings. A transfer whose reference was booked before is refused (SAME_TRANSFER), unless `isAnother` says that " +
          "it is another one. `before` is the balance before the change. With an Idempotency-Key, the same request again changes nothing and " +
          "answers the user as they are; another reason does not make it another request. One's own " +
          "balance is refused with CONFLICT_OF_INTEREST: another administrator must change it. With `SECOND_PERSON_ABOVE`, a " +
          "change above it is answered 202 and waits for a second person.",
        params: idParams,
        body: balanceBody,
        response: { 200: balanceAnswer, 202: approvalAnswer },
      },
    },
    async (request, reply) => {
      const admin = await caller.staff(request);
      const userId = request.params.id;
      if (userId === admin.id) {
        const message = "Another administrator must change your balance.";
        throw new Refused(refusal("CONFLICT_OF_INTEREST", { message }));
      }
      const { balance, action, seen, method = null, isAnother } = request.body;
      const reason = request.body.reason || null;
      const commandId = commandIdOf(request);
      const asked: BalanceEdit = {
        ...{ actorId: admin.id, userId, action, amountMinor: toMinor(balance), seenMinor: seenMinorOf(seen) },
        ...{ method, bankReference: (method && request.body.reference) || null, reason, commandId },
      };
      return await transferOnce(deps, { ...asked, ...(isAnother && { isAnother }) }, async () => {
        const edit = secondPerson.isOn ? await asDifference(database, asked) : asked;
        const waiting = await secondPerson.ask({
          ...{ kind: "balance", actorId: admin.id, userId, amountMinor: edit.amountMinor, reason, commandId },
          ...{ settlementId: null, auctionId: null, request: stored(edit, isAnother), seenMinor: edit.seenMinor },
        });
        // The type of a reply allows only one status, hence the cast.
        if (waiting) return reply.code(202).send({ approval: waiting }) as never;
        const beforeMinor = await carryOut(deps, edit);
        return { ...(await answerOf(database, userId)), ...(beforeMinor !== null && { before: toMajor(beforeMinor) }) };
      });
    },
  );
};

const seenMinorOf = (seen: number | undefined): number | null =>
  seen === undefined ? null : seen < 0 ? -toMinor(-seen) : toMinor(seen);

const stored = ({ action, amountMinor, method, bankReference }: BalanceEdit, isAnother = false): StoredEdit => ({
  ...{ action, amountMinor },
  ...(method && { method }),
  ...(bankReference && { reference: bankReference }),
  ...(isAnother && { isAnother }),
});

/** Edits a balance, or refuses. Returns the balance before, or null if the same edit was made earlier. */
const carryOut = async ({ database, news }: AdminUsersDeps, edit: BalanceEdit): Promise<number | null> => {
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
      throw new Refused(refusal("INVALID", { message, issues: [{ path: "balance", message }] }));
    }
    case "balance-changed":
      return refuse("BALANCE_CHANGED", {
        message: `The balance is ${formatMoney(toMajor(change.balanceMinor), "NGN")} by now.`,
        balance: toMajor(change.balanceMinor),
      });
    case "done-before":
      return null;
    case "changed":
      news.changed(edit.userId);
      return change.beforeMinor;
    case "unchanged":
      return change.beforeMinor;
  }
};

const serveLedgers = (app: App, { database }: AdminUsersDeps, caller: Caller): void => {
  app.get(
    "/api/users/admin/:id/ledger",
    {
      schema: {
        tags,
        summary: "Every change of a user's balance, with its cause and who did it, newest first",
        description: "Entries about auctions in which the caller has an interest are left out.",
        params: idParams,
        querystring: pageQuery,
        response: { 200: ledgerAnswer },
      },
    },
    async (request) => {
      const reader = await caller.staff(request);
      const { page = 1, limit = LEDGER_LIMIT_DEFAULT } = request.query;
      const account = (await findAccount(database, request.params.id)) ?? userNotFound();
      const interests = [...(await interestsOf(database, reader.id))];
      const { entries, total } = await ledgerOf(database, account.id, interests, { page, limit });
      return { entries, pagination: paginationOf(page, limit, total) };
    },
  );
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
