// Schemas of the staff's REST calls on users: search, role, balance and ledger.

import * as z from "zod/mini";
import { VALID_AMOUNT } from "../form-sentences.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { isWireAmount } from "../money.ts";
import { roles } from "../permissions.ts";
import { line, searchWords } from "../text/kinds.ts";
import { userSchema } from "../users.ts";
import { wireTime } from "../wire-time.ts";
import { BANK_REFERENCE_MAX, paginationSchema, queryWhole } from "./common.ts";

export const USERS_LIMIT_DEFAULT = 10;

/** `q` searches username, e-mail address, full name and phone number. */
export const userSearchQuery = z.object({
  q: z.optional(searchWords),
  role: z.optional(z.enum(roles)),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
/** A user as staff see them. */
export const adminUserSchema = z.object({ ...userSchema.shape, isBanned: z.boolean() });
export type AdminUser = z.infer<typeof adminUserSchema>;
export const userSearchAnswer = z.object({ users: z.array(adminUserSchema), pagination: paginationSchema });
export type UserSearch = z.infer<typeof userSearchAnswer>;
/**
 * The reason why the rule for new usernames would refuse one: `confusable` looks like another account's, `reserved` is
 * a word like You or admin.
 */
export const usernameProblems = ["characters", "scripts", "reserved", "confusable"] as const;
export type UsernameProblem = (typeof usernameProblems)[number];
export const refusedUsernamesAnswer = z.object({
  users: z.array(
    z.object({
      _id: z.string(),
      username: z.string(),
      email: z.string(),
      reason: z.enum(usernameProblems),
      resembles: z.nullable(z.string()),
      createdAt: wireTime,
    }),
  ),
  pagination: paginationSchema,
});
export type RefusedUsernames = z.infer<typeof refusedUsernamesAnswer>;
export const usersAnswer = z.object({ users: z.array(adminUserSchema) });
export const adminUserAnswer = z.object({ user: adminUserSchema });
/** `before`: the balance before the change. Absent if the same request had changed it earlier. */
export const balanceAnswer = z.object({ ...adminUserAnswer.shape, before: z.exactOptional(z.number()) });

/** `seen`: the role that the caller saw. If the account has another one, the change is refused (VALUE_CHANGED). */
export const roleBody = z.strictObject({ role: z.enum(roles), seen: z.exactOptional(z.enum(roles)) });

export const balanceActions = ["set", "add", "subtract"] as const;
export type BalanceAction = (typeof balanceActions)[number];
export const BALANCE_REASON_MAX = 500;
/** How the money of an edit came, or was paid out. `outside`: in another way than these. */
export const editMethods = ["transfer", "cash", "outside"] as const;
export type EditMethod = (typeof editMethods)[number];
/** `balance` is the amount to set, add or subtract, in NGN. */
export const balanceBody = z.strictObject({
  balance: z.number(VALID_AMOUNT).check(z.refine((amount) => amount >= 0 && isWireAmount(amount), VALID_AMOUNT)),
  action: z.enum(balanceActions),
  /** The balance that the caller saw, in NGN. If the user has another one, the edit is refused (BALANCE_CHANGED). */
  seen: z.optional(z.number().check(z.refine((amount) => isWireAmount(Math.abs(amount)), VALID_AMOUNT))),
  /** The takings show the money under it. Absent: a correction, for which no money came or went. */
  method: z.optional(z.enum(editMethods)),
  /** The bank's reference of a transfer, or the number of the receipt. */
  reference: z.optional(line(0, BANK_REFERENCE_MAX)),
  /** True: this is not the transfer that was booked under the same reference (SAME_TRANSFER). */
  isAnother: z.optional(z.boolean()),
  /** Kept with the ledger's entry. */
  reason: z.optional(line(0, BALANCE_REASON_MAX)),
});

/** One change of a balance, in NGN; `amount` is negative if money was taken away. */
export const ledgerEntrySchema = z.object({
  _id: z.string(),
  amount: z.number(),
  /** The balance after the change. */
  balance: z.number(),
  /** The code of the cause, such as "top-up" (ledger-causes.ts has the words). */
  cause: z.string(),
  /** The user who made the change; null if nobody did. */
  actor: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  auctionId: z.nullable(z.string()),
  /** The lot's title, and its number in its sale. */
  title: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  /** The payment that caused it. */
  reference: z.nullable(z.string()),
  /** The reason that one of the staff gave. */
  note: z.nullable(z.string()),
  /** How the money of a staff's edit came or was paid out; absent if none did, or if another cause says it. */
  method: z.exactOptional(z.enum(editMethods)),
  /** The text that staff typed as the reference of that transfer, or as the number of the receipt. */
  bankReference: z.exactOptional(z.string()),
  createdAt: wireTime,
});
/** Newest first. */
export const ledgerAnswer = z.object({ entries: z.array(ledgerEntrySchema), pagination: paginationSchema });
export type Ledger = z.infer<typeof ledgerAnswer>;
