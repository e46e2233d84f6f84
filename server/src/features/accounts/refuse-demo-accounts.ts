// Stops production from starting on a database in which somebody can log in as a demo account or bid with demo money.
// Such accounts may come from an earlier start without NODE_ENV, or from a copy of a developer's database.
import { verify } from "@node-rs/argon2";
import { and, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { ConfigError } from "../../config.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { DEMO_DOMAIN, demoPasswords } from "./demo-accounts.ts";

const suspectsAmong = ({ db }: Database, emails: readonly string[]) => {
  const demoMoney = db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.userId, users.id), eq(ledgerEntries.cause, "demo")));
  return db
    .select({
      email: users.email,
      name: sql<string>`split_part(lower(${users.email}), '@', 1)`,
      passwordHash: users.passwordHash,
      hasDemoMoney: exists(demoMoney) as SQL<boolean>,
    })
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = any(${arrayLiteral(emails)}::text[])`,
        isNotNull(users.emailVerifiedAt),
        isNull(users.bannedAt),
      ),
    )
    .orderBy(users.email);
};
type Suspect = Awaited<ReturnType<typeof suspectsAmong>>[number];

/**
 * Throws ConfigError where the database has a demo account: an account with a demo e-mail address that is verified, is
 * not suspended, and still has the published password or was given demo money.
 *
 * A stranger cannot stop a site by making such an account. Nobody receives mail at a .test address (RFC 6761), so an
 * account registered there stays unverified. If an operator took over a demo address, with its own password and no demo
 * money, the account is the operator's and is accepted.
 */
export const refuseDemoAccounts = async (database: Database): Promise<void> => {
  const emails = [...demoPasswords.keys()].map((name) => `${name}@${DEMO_DOMAIN}`);
  const suspects = await suspectsAmong(database, emails);
  const isDemo = await Promise.all(suspects.map((suspect) => suspect.hasDemoMoney || hasDemoPassword(suspect)));
  const found = suspects.filter((_, index) => isDemo[index]).map(({ email }) => email);
  if (found.length > 0) throw new ConfigError(sentenceFor(found));
};

const hasDemoPassword = async ({ name, passwordHash }: Suspect): Promise<boolean> =>
  passwordHash !== null && (await verify(passwordHash, demoPasswords.get(name) ?? "").catch(() => false));

const { bannedAt, role, revision, tokenVersion, email } = users;

const sentenceFor = (emails: readonly string[]): string => {
  const start =
    `This database has accounts of the demo (${emails.join(", ")}): everybody knows their passwords, and their money is ` +
    "made up. Production does not start with them.";
  return (
    `${start} Use an empty database (DATABASE_URL, or another DATA_DIR), or suspend these accounts for good:\n` +
    `  update users set ${bannedAt.name} = clock_now(), ${role.name} = 'user', ${revision.name} = ${revision.name} + 1, ` +
    `${tokenVersion.name} = ${tokenVersion.name} + 1\n` +
    `  where lower(${email.name}) in (${emails.map((one) => `'${one.toLowerCase()}'`).join(", ")});`
  );
};
