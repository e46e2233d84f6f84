// The statement that changes a person's own details.
import type { Database } from "../../platform/database/database.ts";
import { type Account, type AccountRow, accountColumns } from "./account.ts";

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

const given = (field: keyof ProfileChange, column: string): string =>
  `${column} = case when change ? '${field}' then nullif(change ->> '${field}', '') else u.${column} end`;

const profileUpdate = `
  update users u set ${given("firstName", "first_name")}, ${given("lastName", "last_name")},
    ${given("phone", "phone")}, ${given("street", "street")}, ${given("city", "city")}, ${given("state", "state")},
    ${given("zipCode", "zip_code")}, ${given("country", "country")},
    wants_outbid_mail = coalesce((change ->> 'wantsOutbidMail')::boolean, u.wants_outbid_mail)
  from (select $2::text::jsonb as change) as asked where u.id = $1::text::uuid
  returning ${accountColumns}`;

/** Does not change the revision, because no bid depends on these fields. Null where the account no longer exists. */
export const updateProfile = async (database: Database, id: string, change: ProfileChange): Promise<Account | null> => {
  const [row] = await database.query<AccountRow>(profileUpdate, [id, JSON.stringify(change)]);
  return row ?? null;
};
