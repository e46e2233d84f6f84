// The names of roles on screens, and what each may do in words.
import { permissionsOf, permissionWords, type Role } from "@jara/shared/permissions";

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

/** What the role may do, one entry each; none for users. */
export const dutiesOf = (role: Role): string[] => permissionsOf(role).map((permission) => permissionWords[permission]);
