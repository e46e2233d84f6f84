// Stops production from starting on a database in which somebody can log in as a demo account or bid with demo money.
// Such accounts may come from an earlier start without NODE_ENV, or from a copy of a developer's database.
import { verify } from "@node-rs/argon2";
import { ConfigError } from "../../config.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { DEMO_DOMAIN, demoPasswords } from "./demo-accounts.ts";

interface Suspect extends Record<string, unknown> {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly hasDemoMoney: boolean;
}

/**
 * Throws ConfigError where the database has a demo account: an account with a demo e-mail address that is verified, is
 * not suspended, and still has the published password or was given demo money.
 *
 * A stranger cannot stop a site by making such an account. Nobody receives mail at a .test address (RFC 6761), so an
 * account registered there stays unverified. If an operator took over a demo address, with its own password and no demo
 * money, the account is the operator's and is accepted.
 */
export const refuseDemoAccounts = async (database: Database): Promise<void> => {
  const suspects = await database.query<Suspect>(
    `select u.email, split_part(lower(u.email), '@', 1) as name, u.password_hash as "passwordHash",
       exists (select from ledger_entries l where l.user_id = u.id and l.cause = 'demo') as "hasDemoMoney"
     from users u
     where lower(u.email) = any($1::text::text[]) and u.email_verified_at is not null and u.banned_at is null
     order by u.email`,
    [arrayLiteral([...demoPasswords.keys()].map((name) => `${name}@${DEMO_DOMAIN}`))],
  );
  const isDemo = await Promise.all(suspects.map((suspect) => suspect.hasDemoMoney || hasDemoPassword(suspect)));
  const found = suspects.filter((_, index) => isDemo[index]).map(({ email }) => email);
  if (found.length > 0) throw new ConfigError(sentenceFor(found, database.kind));
};

const hasDemoPassword = async ({ name, passwordHash }: Suspect): Promise<boolean> =>
  passwordHash !== null && (await verify(passwordHash, demoPasswords.get(name) ?? "").catch(() => false));

const sentenceFor = (emails: readonly string[], kind: Database["kind"]): string => {
  const start =
    `This database has accounts of the demo (${emails.join(", ")}): everybody knows their passwords, and their money is ` +
    "made up. Production does not start with them.";
  return kind === "pglite"
    ? `${start} Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL without the demo.`
    : `${start} Use an empty database, or suspend these accounts for good:\n` +
        "  update users set banned_at = now(), role = 'user', revision = revision + 1, token_version = token_version + 1\n" +
        `  where lower(email) in (${emails.map((email) => `'${email.toLowerCase()}'`).join(", ")});`;
};
