// Seals the secrets of authenticator apps anew with JWT_SECRET while JWT_SECRET_PREVIOUS is set, so that the previous
// secret can be left out later without locking anybody out.
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { totpFactors } from "../../../platform/database/schema/second-factors.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { createSecretBox, type SecretBox } from "./secret-box.ts";

/** A node that still seals with the other secret may have sealed some since the last run. */
const EVERY_MS = 10 * 60_000;
const READ_AT_ONCE = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Secrets = Pick<Config, "jwtSecret" | "previousJwtSecret">;
interface Sealed {
  readonly userId: string;
  readonly secret: string;
}

/** Calls `each` with all sealed secrets, some at a time. */
const readSealed = async ({ db }: Database, each: (some: readonly Sealed[]) => Promise<void>): Promise<void> => {
  const { userId, secret } = totpFactors;
  for (let last = FIRST_ID; ; ) {
    const some = await db
      .select({ userId, secret })
      .from(totpFactors)
      .where(gt(userId, last))
      .orderBy(asc(userId))
      .limit(READ_AT_ONCE);
    if (some.length > 0) await each(some);
    if (some.length < READ_AT_ONCE) return;
    last = some.at(-1)?.userId ?? last;
  }
};

/** A secret that was replaced meanwhile stays as it is. Returns how many were sealed anew. */
const replaceSealed = async (
  { db }: Database,
  changes: readonly (Sealed & { readonly renewed: string })[],
): Promise<number> => {
  const given = sql`json_to_recordset(${JSON.stringify(changes)}::json) as given("userId" uuid, secret text, renewed text)`;
  const rows = await db
    .update(totpFactors)
    .set({ secret: sql`given.renewed` })
    .from(given)
    .where(and(eq(totpFactors.userId, sql`given."userId"`), eq(totpFactors.secret, sql`given.secret`)))
    .returning({ userId: totpFactors.userId });
  return rows.length;
};

/** Returns how many were sealed anew. */
export const renewSecrets = async (database: Database, box: Pick<SecretBox, "renew">): Promise<number> => {
  let count = 0;
  await readSealed(database, async (some) => {
    const changes = some.flatMap((one) => {
      const renewed = box.renew(one.secret, one.userId);
      return renewed === null ? [] : [{ ...one, renewed }];
    });
    if (changes.length > 0) count += await replaceSealed(database, changes);
  });
  return count;
};

/** Counts the secrets that JWT_SECRET alone does not open. */
export const countForeignSecrets = async (database: Database, jwtSecret: string): Promise<number> => {
  const box = createSecretBox(jwtSecret);
  let count = 0;
  await readSealed(database, async (some) => {
    count += some.filter(({ userId, secret }) => box.open(secret, userId) === null).length;
  });
  return count;
};

/** Null where there is no previous secret, and so nothing to do. */
export const startSecretRenewal = (
  { jwtSecret, previousJwtSecret }: Secrets,
  deps: {
    readonly database: Database;
    readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  },
): Job | null => {
  if (previousJwtSecret === null) return null;
  const box = createSecretBox(jwtSecret, previousJwtSecret);
  return startJob({
    everyMs: EVERY_MS,
    run: async () => {
      const count = await renewSecrets(deps.database, box);
      if (count > 0) deps.log.info({ count }, "sealed authenticator secrets anew with JWT_SECRET");
    },
    failed: (error) => deps.log.warn({ err: error }, "sealing authenticator secrets anew failed; trying again"),
  });
};
