// The words for what each role may do.
import { permissionWords } from "@jara/shared/permission-words";
import { permissionsOf, type Role, type StaffRole } from "@jara/shared/permissions";

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
  cataloguer: "Creates, edits and publishes lots. Does not see people's money or bidders' full names.",
  cashier: "Books payments, hands lots over and decides about withdrawals. Cannot create lots.",
  manager: "Does the work of both, runs auctions, voids bids, suspends people and changes balances.",
  admin: "May do everything, including changing roles.",
};

/** The tasks that the role may do, one entry each; none for users. */
export const dutiesOf = (role: Role): string[] => permissionsOf(role).map((permission) => permissionWords[permission]);
