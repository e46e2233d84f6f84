// Defines what counts as a second factor. Every other file asks here, so that a new kind is added in this file alone.
import type { ProofMethod } from "@jara/shared/errors";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";

const hasTotpOf = (userId: string | PgColumn): SQL<boolean> =>
  sql<boolean>`exists (select from ${totpFactors} where ${eq(totpFactors.userId, userId)})`;

/** True if the row of `users` in the same statement has an authenticator app. */
export const hasTotp = hasTotpOf(users.id);

/** True if the account, or the row of `users` in the same statement, has a second factor. */
export const hasFactorOf = hasTotpOf;
export const hasFactor = hasFactorOf(users.id);

/** Whether the account has a second factor. Its row is locked. */
export const readHasFactor = async (tx: Db, userId: string): Promise<boolean> =>
  (await tx.$count(totpFactors, eq(totpFactors.userId, userId))) > 0;

/** Removes the second factor of the account, and its log-ins that wait for it. */
export const dropFactors = async (tx: Db, userId: string): Promise<void> => {
  for (const table of [totpFactors, totpEnrolments, recoveryCodes, loginChallenges]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
};

interface Provable {
  readonly hasTotp: boolean;
  readonly passwordHash: string | null;
  readonly googleId: string | null;
}

export const hasSecondFactor = (account: Pick<Provable, "hasTotp">): boolean => account.hasTotp;

/** The proofs that the owner can give at log-in after the password. */
export const secondFactorsOf = (account: Pick<Provable, "hasTotp">): ProofMethod[] => (account.hasTotp ? ["code"] : []);

/** The proofs that the owner can give again. The password is not enough for an account with a second factor. */
export const proofMethodsOf = (account: Provable): ProofMethod[] => {
  if (hasSecondFactor(account)) return secondFactorsOf(account);
  return [
    ...(account.passwordHash === null ? [] : (["password"] as const)),
    ...(account.googleId === null ? [] : (["google"] as const)),
  ];
};
