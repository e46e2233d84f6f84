// Notifies the owner of an account that its role was changed: in the inbox, and by mail if the address is verified. So
// nobody gains or loses rights of the staff unseen.
import type { Role } from "@jara/shared/permissions";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { users } from "../database/schema/accounts.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { notify } from "./write.ts";

/**
 * Writes both, within the transaction that changes the role. The trigger on `outbox` does not know the kind of this mail,
 * so the notification is written here.
 */
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
