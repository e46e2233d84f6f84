// The names of roles on screens, and what each may do in words.
import { permissionsOf, permissionWords, type Role, type StaffRole } from "@jara/shared/permissions";

export const roleNames: Record<Role, string> = {
  user: "User",
  cataloguer: "Cataloguer",
  cashier: "Cashier",
  manager: "Manager",
  admin: "Admin",
};

/** With its article, in a sentence. */
export const aRole: Record<Role, string> = {
  user: "a user",
  cataloguer: "a cataloguer",
  cashier: "a cashier",
  manager: "a manager",
  admin: "an administrator",
};

/** The role in one short sentence. */
export const roleSummary: Record<StaffRole, string> = {
  cataloguer: "Makes, edits and publishes lots. Sees no money of people and no full names of bidders.",
  cashier: "Books payments, hands lots over and decides withdrawals. Makes no lots.",
  manager: "Does both, and runs auctions, voids bids, suspends people and changes balances.",
  admin: "May do everything, also change roles.",
};

/** The tasks that the role may do, one entry each; none for users. */
export const dutiesOf = (role: Role): string[] => permissionsOf(role).map((permission) => permissionWords[permission]);
