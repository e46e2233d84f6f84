// Changes a person's own details.
import { toE164 } from "@jara/shared/phone-number";
import { and, type Column, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { verifiedPhones } from "../../platform/database/schema/who-may-bid.ts";
import { type Account, accountColumns } from "./account.ts";

/** The fields that the owner may change. A field that is left out stays; null or an empty text removes it. */
export interface ProfileChange {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly street?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly wantsOutbidMail?: boolean | undefined;
}

/** One text whichever fields are given, because each text that the database prepares takes memory. */
const changed = (column: Column, value: string | null | undefined): SQL =>
  sql`case when ${value !== undefined}::boolean then ${value || null}::text else ${column} end`;

/**
 * Does not change the revision, because no bid is decided by these fields. Another phone is not verified any more. Null
 * where the account no longer exists.
 */
export const updateProfile = ({ transaction }: Database, id: string, change: ProfileChange): Promise<Account | null> =>
  transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set({
        firstName: changed(users.firstName, change.firstName),
        lastName: changed(users.lastName, change.lastName),
        phone: changed(users.phone, change.phone),
        street: changed(users.street, change.street),
        city: changed(users.city, change.city),
        state: changed(users.state, change.state),
        zipCode: changed(users.zipCode, change.zipCode),
        country: changed(users.country, change.country),
        wantsOutbidMail: sql`coalesce(${change.wantsOutbidMail ?? null}::boolean, ${users.wantsOutbidMail})`,
      })
      .where(eq(users.id, id))
      .returning(accountColumns);
    if (row && change.phone !== undefined) {
      const isAnother = ne(verifiedPhones.number, toE164(row.phone ?? "") ?? "");
      await tx.delete(verifiedPhones).where(and(eq(verifiedPhones.userId, id), isAnother));
    }
    return row ?? null;
  });
