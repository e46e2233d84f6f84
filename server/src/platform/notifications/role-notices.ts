// The parts of a statement that notify the owner of an account that its role was changed: in the inbox, and by mail if
// the address is verified. So nobody gains or loses rights of the staff unseen.
import { type SQL, sql } from "drizzle-orm";
import { users } from "../database/schema/accounts.ts";
import { outbox } from "../database/schema/mail.ts";
import { clockAt, insertSelect } from "../database/statement-text.ts";
import { insertNotifications } from "./write.ts";

const data = `json_build_object('from', moved.from_role, 'to', moved.to_role,
  'at', to_char(clock.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * `moved`: selects the accounts with another role now: `(id, from_role, to_role)`. The statement has a part `clock`.
 * The trigger on `outbox` does not know the kind of this mail, so the notification is written here.
 */
export const roleNotices = (moved: SQL): { readonly told: SQL; readonly mailed: SQL } => ({
  told: sql`${sql.raw(
    insertNotifications({
      ...{ about: "role-changed", userId: "moved.id", auctionId: null, data, mergeKey: null, at: "clock.at" },
    }),
  )} from (${moved}) moved, clock`,
  mailed: sql`${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "role-changed", toAddress: users.email, userId: users.id },
    ...{ data: sql.raw(data), dueAt: clockAt, createdAt: clockAt },
  })} from (${moved}) moved join ${users} on ${users.id} = moved.id, clock where ${users.emailVerifiedAt} is not null`,
});
