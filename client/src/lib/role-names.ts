// The names of roles on screens. A file of its own, because the header of every page needs them.
import type { Role } from "@jara/shared/permissions";

export const roleNames: Record<Role, string> = {
  user: "User",
  cataloguer: "Cataloguer",
  cashier: "Cashier",
  manager: "Manager",
  admin: "Admin",
};
