// The condition of a statement that its actor still has a permission when it writes.
import { type Permission, rolesThatMay } from "@jara/shared/permissions";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "./schema/accounts.ts";

/**
 * True if a row's role has the permission. The roles are constants in the statement's text, so that the planner can use
 * the index of the staff. `role`: another part's column; by default the one of `users`.
 */
export const roleMay = (permission: Permission, role: SQLWrapper = users.role): SQL =>
  sql`${role} in (${sql.raw(
    rolesThatMay(permission)
      .map((one) => `'${one}'`)
      .join(", "),
  )})`;
