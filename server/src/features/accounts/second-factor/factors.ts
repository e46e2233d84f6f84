// Defines what counts as a second factor. Every other file asks here, so that a new kind is added in this file alone.
import type { ProofMethod } from "@jara/shared/errors";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";
import { qualified } from "../../../platform/database/statement-text.ts";

/** The outer statement's `users` row. */
const USER_ID = qualified(users.id);

/** True if the row of `users` in the same statement has an authenticator app. */
export const hasTotp = sql<boolean>`exists (select from ${totpFactors} where ${totpFactors.userId} = ${USER_ID})`;

/** True if the row of `users` in the same statement has a second factor. */
export const hasFactor: SQL<boolean> = sql`(${hasTotp})`;

/** The tables of each second factor, by the name of the part that removes it. */
const factorTables = {
  ...{ dropped_app: totpFactors, dropped_enrolment: totpEnrolments },
  ...{ dropped_codes: recoveryCodes, dropped_challenges: loginChallenges },
};

const drops = (userIds: SQL): (readonly [name: string, part: SQL])[] =>
  Object.entries(factorTables).map(
    ([name, table]) => [name, sql`delete from ${table} where ${table.userId} in (${userIds})`] as const,
  );

/** Parts of a statement that remove the second factor of these accounts, and their log-ins that wait for it. */
export const droppedFactors = (userIds: SQL): SQL =>
  sql.join(
    drops(userIds).map(([name, part]) => sql`${sql.raw(name)} as (${part})`),
    sql`, `,
  );

/** The same parts for a statement of Drizzle's builder. */
export const droppedFactorsIn = (db: Db, userIds: SQL) =>
  drops(userIds).map(([name, part]) => db.$with(name, {}).as(part));

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
