// Registration where the site hides which addresses have accounts. One statement does the same work whether or not the
// address has an account, so that timing reveals nothing.
import { sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { clockOf, hasRows, isPresent, oneRow } from "../../../platform/database/statements.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import { hasEmail } from "../account.ts";
import { countedAttempts } from "../log-in/attempt-counters.ts";
import { type NewAccount, replacedToken, reservedUsername } from "../queries.ts";
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
 * Makes the account if the address has none. Otherwise it only reserves the username, as a new account would, because a
 * second registration with the same name could tell the two cases apart. The owner of a verified address gets `notice`;
 * the owner of an unverified one gets `mail` with a new link. Rejects with the driver's unique violation where the
 * username is taken.
 */
export const registerHidden = async (
  { db }: Database,
  account: Omit<NewAccount, "mail">,
  { mail, notice }: { mail: Mail; notice: Mail },
): Promise<HiddenRegistration> => {
  const { tokenHash, skeletons, ...fields } = account;
  const clock = clockOf(db);
  const known = db.$with("known").as(
    db
      .select({ id: users.id, isVerified: isPresent(users.emailVerifiedAt).as("is_verified") })
      .from(users)
      .where(hasEmail(account.email)),
  );
  const made = db.$with("made", { id: users.id }).as(
    sql`${insertSelect(users, { ...fields, usernameVerdict: "ok", createdAt: clock.at })} from ${clock}
      where not ${hasRows(known)} on conflict (lower(${nameOf(users.email)})) do nothing returning ${nameOf(users.id)}`,
  );
  const owner = db
    .$with("owner", { id: users.id, isVerified: sql<boolean>`is_verified`.as("is_verified") })
    .as(sql`select * from ${known} union all select ${made.id}, false from ${made}`);
  const names = reservedUsername(db, sql`(select ${made.id} from ${made})`, skeletons);
  const token = replacedToken(db, tokenHash, owner.id, sql`from ${owner} where not ${owner.isVerified}`);
  const accepted = acceptedTerms(db, sql`${made.id}`, sql`, ${made}`);
  const counted = countedAttempts(db, sql`(select ${`registered ${account.email}`} as key) as one`, HOUR_MS);
  const isVerified = (one: string, other: string) => sql`case when ${owner.isVerified} then ${one} else ${other} end`;
  const mailed = db.$with("mailed", { kind: outbox.kind }).as(
    sql`${insertSelect(outbox, {
      id: mail.id,
      kind: isVerified(notice.kind, mail.kind),
      data: sql`${isVerified(JSON.stringify(notice.data), JSON.stringify(mail.data))}::json`,
      toAddress: account.email,
      userId: owner.id,
      dueAt: clock.at,
      createdAt: clock.at,
    })} from ${owner}, ${clock}, ${counted} where ${counted.count} <= ${MAILS_EACH_HOUR}
      returning ${nameOf(outbox.kind)}`,
  );
  const [row] = await db
    .with(clock, known, made, owner, names, accepted, token, counted, mailed)
    .select({
      isNew: hasRows(made),
      isMailed: hasRows(mailed),
      isNotice: sql<boolean>`exists (select from ${mailed} where ${mailed.kind} = ${notice.kind})`,
    })
    .from(oneRow);
  if (!row) throw new Error("the registration returned no row");
  return { isNew: row.isNew, mailed: row.isMailed ? (row.isNotice ? notice : mail) : null };
};
