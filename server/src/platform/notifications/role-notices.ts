// The parts of a statement that notify the owner of an account that its role was changed: in the inbox, and by mail if
// the address is verified. So nobody gains or loses rights of the staff unseen.

import type { Role } from "@jara/shared/permissions";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { users } from "../database/schema/accounts.ts";
import { outbox } from "../database/schema/mail.ts";
import { clockAt, insertSelect } from "../database/statement-text.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { insertNotifications, notify } from "./write.ts";

const data = `json_build_object('from', changed_role.from_role, 'to', changed_role.to_role,
  'at', to_char(clock.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * `changedRoles`: selects the accounts whose role the statement changes, as `(id, from_role, to_role)`. The statement
 * has a part `clock`. The trigger on `outbox` does not know the kind of this mail, so the notification is written here.
 */
export const roleNotices = (changedRoles: SQL): { readonly notification: SQL; readonly mail: SQL } => ({
  notification: sql`${sql.raw(
    insertNotifications({
      ...{ about: "role-changed", userId: "changed_role.id", auctionId: null, data, mergeKey: null, at: "clock.at" },
    }),
  )} from (${changedRoles}) changed_role, clock`,
  mail: sql`${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "role-changed", toAddress: users.email, userId: users.id },
    ...{ data: sql.raw(data), dueAt: clockAt, createdAt: clockAt },
  })} from (${changedRoles}) changed_role join ${users} on ${users.id} = changed_role.id, clock
    where ${users.emailVerifiedAt} is not null`,
});

/** Writes both, within the transaction that changes the role. */
export const notifyOfRole = async (tx: Db, userId: string, from: Role, to: Role): Promise<void> => {
  const { email, emailVerifiedAt } = users;
  const now = sql<number>`clock_now()`.mapWith(emailVerifiedAt);
  const [person] = await tx.select({ email, emailVerifiedAt, now }).from(users).where(eq(users.id, userId));
  if (!person) throw new Error("there is no such person");
  const data = { from, to, at: new Date(person.now).toISOString() };
  await notify(tx, { about: "role-changed", userId, data });
  if (person.emailVerifiedAt === null) return;
  await queueMail(tx, { kind: "role-changed", toAddress: person.email, userId, data });
};
