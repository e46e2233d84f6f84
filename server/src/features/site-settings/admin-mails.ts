// Makes the part of a statement that mails every administrator about a setting, so that nobody changes one unseen.
import type { SettingSection } from "@jara/shared/site-settings";
import { type SQL, sql } from "drizzle-orm";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { aliased, clockAt, insertSelect, isoOf } from "../../platform/database/statement-text.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { isMailableAdministrator, isOrWasAdministrator } from "./administrators.ts";

const a = aliased(users, "a");

export interface AboutSetting {
  readonly section: SettingSection;
  readonly what: MailData["setting-changed"]["what"];
  /** Null: the environment, or the time. */
  readonly by: string | null | SQL;
  readonly reason: string | SQL;
  /** When a waiting change is carried out. */
  readonly dueAt?: SQL;
}

/**
 * Writes one mail to each administrator for each row of the part `rows`. Mails about the bank account also go to
 * everybody who was an administrator within the last day, so that a demotion does not keep them from anybody. Needs the
 * part `clock`.
 */
export const mailAdministrators = (rows: string, { section, what, by, reason, dueAt }: AboutSetting): SQL =>
  insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "setting-changed", toAddress: users.email, userId: users.id },
    data: sql`json_build_object('section', ${section}::text, 'what', ${what}::text, 'reason', ${reason}::text,
      'at', ${isoOf(clockAt)}, 'by', (select ${a.username} from ${a.table} where ${a.id} = ${by}::uuid),
      'dueAt', ${dueAt ? isoOf(dueAt) : sql`null::text`})`,
    ...{ dueAt: clockAt, createdAt: clockAt },
  }).append(
    sql` from ${sql.identifier(rows)} r cross join clock cross join ${users}
    where ${section === "bank-account" ? isOrWasAdministrator(users) : isMailableAdministrator(users)}`,
  );
