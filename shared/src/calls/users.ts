// Users as staff search and change them.
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { approvalAnswer } from "../rest/approvals.ts";
import { pageQuery } from "../rest/common.ts";
import {
  adminUserAnswer,
  balanceAnswer,
  balanceBody,
  ledgerAnswer,
  roleBody,
  USERS_LIMIT_DEFAULT,
  userSearchAnswer,
  userSearchQuery,
  usersAnswer,
} from "../rest/users.ts";
import { callsIn, idParams } from "./call.ts";
import { adminUser, seller } from "./samples.ts";

const call = callsIn("Users");

export const searchUsers = call({
  route: "GET /api/users/admin/search",
  access: "users:read",
  summary: "Users by name, e-mail address, phone number or role, newest first",
  description:
    "`q` is looked for in username, e-mail address, full name and phone number, in any case; % and _ are " +
    "themselves. A phone number is found however it is written.",
  query: userSearchQuery,
  answer: userSearchAnswer,
  pageLength: USERS_LIMIT_DEFAULT,
  examples: { answer: { users: [adminUser], pagination: { current: 1, pages: 1, total: 1, limit: 10 } } },
});

export const listUsers = call({
  route: "GET /api/auth/users",
  access: "users:read",
  summary: "All users, newest first, page by page",
  query: pageQuery,
  answer: usersAnswer,
  pageLength: LIST_LIMIT_MAX,
  examples: { answer: { users: [adminUser] } },
});

export const editBalance = call({
  route: "PUT /api/users/admin/balance/:id",
  access: "balances:change",
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
  answer: balanceAnswer,
  waits: approvalAnswer,
  once: true,
  examples: {
    body: { balance: 50_000, action: "add", method: "cash", reason: "Cash paid at the desk" },
    answer: { user: adminUser, before: 200_000 },
  },
});

export const getLedger = call({
  route: "GET /api/users/admin/:id/ledger",
  access: "users:read",
  summary: "Every change of a user's balance, with its cause and who did it, newest first",
  description: "Entries about auctions in which the caller has an interest are left out.",
  params: idParams,
  query: pageQuery,
  answer: ledgerAnswer,
  pageLength: 20,
  examples: {
    answer: {
      entries: [
        {
          _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a11",
          amount: 50_000,
          balance: 250_000,
          cause: "admin add",
          actor: seller,
          auctionId: null,
          title: null,
          lot: null,
          reference: null,
          note: "Cash paid at the desk",
          method: "cash",
          createdAt: "2026-11-21T09:41:12.310Z",
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const setRole = call({
  route: "PUT /api/users/admin/role/:id",
  access: "roles:change",
  summary: "Set the role of another account",
  description: "`seen` is the role that the caller saw: if the account has another one, 409 (`VALUE_CHANGED`).",
  params: idParams,
  body: roleBody,
  answer: adminUserAnswer,
  examples: { body: { role: "admin" }, answer: { user: { ...adminUser, role: "admin" } } },
});

export const setUserRole = call({
  route: "PUT /api/auth/users/:id/role",
  access: "roles:change",
  summary: "Set the role of another account",
  description: "`seen` is the role that the caller saw: if the account has another one, 409 (`VALUE_CHANGED`).",
  params: idParams,
  body: roleBody,
  answer: adminUserAnswer,
  examples: { body: { role: "user", seen: "admin" }, answer: { user: adminUser } },
});
