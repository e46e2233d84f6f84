// Registration where the site hides which addresses have accounts. One statement does the same work whether or not the
// address has an account, so that timing reveals nothing.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { clockOf, hasRows, isPresent, oneRow } from "../../../platform/database/statements.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import { hasEmail } from "../account.ts";
import { countedAttempts } from "../log-in/attempt-counters.ts";
import { type NewAccount, passwordChoice, replacedToken, reservedUsername } from "../queries.ts";
import { acceptedTerms } from "./new-consents.ts";

/** The limit of mails to one address that somebody registers again and again. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

export interface HiddenRegistration {
  readonly isNew: boolean;
  /** Null: the address has used up its mails of the hour. */
  readonly mailed: Mail | null;
}

/**
 * Makes the account if the address has none. Otherwise it reserves the username, as a new account would, because a
 * second registration with the same name could tell the two cases apart. A new account gets `mail`, and the owner of a
 * verified address gets `notice`. Rejects with the driver's unique violation where the username is taken.
 *
 * Somebody else may have registered an unverified address first. So a second registration of such an address voids the
 * password and the link of the first one, and mails `again`, whose link lets the owner of the address choose the
 * password.
 */
export const registerHidden = async (
  { db }: Database,
  account: Omit<NewAccount, "mail">,
  { mail, again, notice }: { mail: Mail; again: Mail; notice: Mail },
): Promise<HiddenRegistration> => {
  const { tokenHash, skeletons, ...fields } = account;
  const clock = clockOf(db);
  const known = db.$with("known").as(
    db
      .select({ id: users.id, isVerified: isPresent(users.emailVerifiedAt).as("is_verified") })
      .from(users)
      .where(hasEmail(account.email))
      .for("no key update"),
  );
  const made = db.$with("made", { id: users.id }).as(
    sql`${insertSelect(users, { ...fields, usernameVerdict: "ok", createdAt: clock.at })} from ${clock}
      where not ${hasRows(known)} on conflict (lower(${nameOf(users.email)})) do nothing returning ${nameOf(users.id)}`,
  );
  const owner = db.$with("owner", { id: users.id, kind: outbox.kind }).as(
    sql`select ${known.id}, case when ${known.isVerified} then ${notice.kind} else ${again.kind} end as kind from ${known}
        union all select ${made.id}, ${mail.kind} from ${made}`,
  );
  const isAgain = sql`${owner.kind} = ${again.kind}`;
  const unowned = sql`(select ${owner.id} from ${owner} where ${isAgain})`;
  const names = reservedUsername(db, sql`(select ${made.id} from ${made})`, skeletons);
  const token = replacedToken(db, tokenHash, made.id, sql`from ${made}`);
  const dropped = db
    .$with("dropped")
    .as(db.delete(verificationTokens).where(inArray(verificationTokens.userId, unowned)));
  const voided = db.$with("voided").as(db.update(users).set({ passwordHash: null }).where(inArray(users.id, unowned)));
  const choice = passwordChoice(db, tokenHash, owner.id, sql`from ${owner} where ${isAgain}`);
  const accepted = acceptedTerms(db, sql`${made.id}`, sql`, ${made}`);
  const counted = countedAttempts(db, sql`(select ${`registered ${account.email}`} as key) as one`, HOUR_MS);
  const dataOf = [mail, again, notice].map(({ kind, data }) => sql`when ${kind} then ${JSON.stringify(data)}`);
  const mailed = db.$with("mailed", { kind: outbox.kind }).as(
    sql`${insertSelect(outbox, {
      id: mail.id,
      kind: owner.kind,
      data: sql`(case ${owner.kind} ${sql.join(dataOf, sql` `)} end)::json`,
      toAddress: account.email,
      userId: owner.id,
      dueAt: clock.at,
      createdAt: clock.at,
    })} from ${owner}, ${clock}, ${counted} where ${counted.count} <= ${MAILS_EACH_HOUR}
      returning ${nameOf(outbox.kind)}`,
  );
  const [row] = await db
    .with(clock, known, made, owner, names, accepted, token, dropped, voided, choice, counted, mailed)
    .select({ isNew: hasRows(made), mailed: sql<Mail["kind"] | null>`(select ${mailed.kind} from ${mailed})` })
    .from(oneRow);
  if (!row) throw new Error("the registration returned no row");
  return { isNew: row.isNew, mailed: [mail, again, notice].find(({ kind }) => kind === row.mailed) ?? null };
};
