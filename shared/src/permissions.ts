// The roles of accounts, and the permissions of each. The server's access table and the client's screens both ask here.

export const roles = ["user", "cataloguer", "cashier", "manager", "admin"] as const;
export type Role = (typeof roles)[number];
export type StaffRole = Exclude<Role, "user">;
export const staffRoles = ["cataloguer", "cashier", "manager", "admin"] as const satisfies readonly StaffRole[];

export const permissions = [
  "lots:edit",
  "auctions:run",
  "bids:read",
  "bids:void",
  "users:read",
  "users:suspend",
  "bidders:approve",
  "balances:change",
  "settlements:read",
  "settlements:book",
  "settlements:waive",
  "withdrawals:decide",
  "site:settings",
  "house:settings",
  "staff:invite",
  "roles:change",
  "audit:read",
] as const;
export type Permission = (typeof permissions)[number];

const cataloguer: readonly Permission[] = ["lots:edit"];
const cashier: readonly Permission[] = ["users:read", "settlements:read", "settlements:book", "withdrawals:decide"];
const manager: readonly Permission[] = [
  ...cataloguer,
  ...cashier,
  "auctions:run",
  "bids:read",
  "bids:void",
  "users:suspend",
  "bidders:approve",
  "balances:change",
  "settlements:waive",
  "site:settings",
  "staff:invite",
];

const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  user: new Set(),
  cataloguer: new Set(cataloguer),
  cashier: new Set(cashier),
  manager: new Set(manager),
  admin: new Set(permissions),
};

/** False for a visitor (null). */
export const may = (role: Role | null | undefined, permission: Permission): boolean =>
  role != null && permissionsByRole[role].has(permission);

export const permissionsOf = (role: Role): Permission[] => permissions.filter((one) => may(role, one));

export const rolesThatMay = (permission: Permission): Role[] => roles.filter((role) => may(role, permission));

export { isStaff } from "./is-staff.ts";

/** True if the actor may give this role to somebody by an invitation. */
export const mayInviteAs = (actor: Role, role: StaffRole): boolean =>
  may(actor, "roles:change") || (may(actor, "staff:invite") && isBelow(role, actor));

/** Cataloguers and cashiers are one rank. */
const ranks: Readonly<Record<Role, number>> = { user: 0, cataloguer: 1, cashier: 1, manager: 2, admin: 3 };
const isBelow = (role: Role, other: Role): boolean => ranks[role] < ranks[other];

/**
 * True if the actor may suspend or restore somebody of this role, or end their sessions. An administrator may do so to
 * everybody, others only to people below them.
 */
export const mayRestrain = (actor: Role, role: Role): boolean => actor === "admin" || isBelow(role, actor);
