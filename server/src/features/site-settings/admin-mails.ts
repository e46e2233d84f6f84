// Mails every administrator about a setting, so that nobody changes one unseen.
import type { SettingSection } from "@jara/shared/site-settings";
import { eq } from "drizzle-orm";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { readNow } from "../../platform/database/statements.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMails } from "../../platform/outbox/queue-mail.ts";
import { isMailableAdministrator, isOrWasAdministrator } from "./administrators.ts";

export interface AboutSetting {
  readonly section: SettingSection;
  readonly what: MailData["setting-changed"]["what"];
  /** Null: the environment, or the time. */
  readonly by: string | null;
  readonly reason: string;
  /** When a waiting change is carried out. Epoch ms; null: no change waits for a time. */
  readonly dueAt?: number | null;
}

/**
 * Writes one mail to each administrator. Mails about the bank account also go to everybody who was an administrator
 * within the last day, so that a demotion does not keep them from anybody.
 */
export const mailAdministrators = async (
  tx: Db,
  { section, what, by, reason, dueAt = null }: AboutSetting,
): Promise<void> => {
  const readers = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(section === "bank-account" ? isOrWasAdministrator(users) : isMailableAdministrator(users));
  const [author] = by === null ? [] : await tx.select({ name: users.username }).from(users).where(eq(users.id, by));
  const data = {
    section,
    what,
    reason,
    at: toIso(await readNow(tx)),
    by: author?.name ?? null,
    dueAt: toIsoOrNull(dueAt),
  };
  const kind = "setting-changed" as const;
  await queueMails(
    tx,
    readers.map(({ id, email }) => ({ kind, data, toAddress: email, userId: id })),
  );
};
