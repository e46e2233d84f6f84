// Production does not start on a database in which somebody can log in as the demo's people, or bid with their made-up
// money, however they came there: an earlier start without NODE_ENV, or a copy of a developer's database.
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
 * Throws ConfigError where the database has an account of the demo. That is one with the demo's e-mail address, verified
 * and not suspended, which still has the published password or was given the demo's money.
 *
 * A stranger cannot stop a site by making such an account: nobody receives mail at a .test address (RFC 6761), so an
 * account that was registered there stays unverified. An address of the demo's that an operator took over, with a
 * password of its own and no demo money, is the operator's.
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
