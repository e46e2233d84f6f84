// The parts of a statement that notify the owner of an account that its role was changed: in the inbox, and by mail if
// the address is verified. So nobody gains or loses rights of the staff unseen.

import type { Role } from "@jara/shared/permissions";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { users } from "../database/schema/accounts.ts";
import { outbox } from "../database/schema/mail.ts";
import { clockAt, clockPart, insertSelect } from "../database/statement-text.ts";
import { insertNotifications } from "./write.ts";

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
  const { notification, mail } = roleNotices(
    sql`select ${userId}::uuid as id, ${from}::text as from_role, ${to}::text as to_role`,
  );
  await tx.execute(sql`with ${clockPart}, notified as (${notification}) ${mail}`);
};
