// SQL conditions: which administrators get a mail about a changed setting, and who counts as another administrator for
// a change of the bank account.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { lostLately, roleMay } from "../../platform/database/who-may.ts";

/** The columns of an account, of the table or under another name. */
export type Account = Readonly<Record<"id" | "role" | "bannedAt" | "deletedAt" | "emailVerifiedAt", SQLWrapper>>;

/** True for an administrator who is not suspended. */
export const isAdministrator = ({ role, bannedAt }: Pick<Account, "role" | "bannedAt">): SQL =>
  sql`(${roleMay("house:settings", role)} and ${bannedAt} is null)`;

/**
 * True for an administrator who can be reached by mail. `qualifies`: the condition that replaces `isAdministrator`; it
 * may be stricter or wider.
 */
export const isMailableAdministrator = (person: Account, qualifies = isAdministrator(person)): SQL =>
  sql`${person.deletedAt} is null and ${person.emailVerifiedAt} is not null and ${qualifies}`;

/** The same, and true also for a person who was an administrator in the last day. */
export const isOrWasAdministrator = (person: Account, qualifies = isAdministrator(person)): SQL =>
  isMailableAdministrator(person, sql`(${qualifies} or ${lostLately("house:settings", person)})`);
