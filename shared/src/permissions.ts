// The roles of accounts, and the permissions of each. The server's access table and the client's screens both ask here.

export const roles = ["user", "cataloguer", "cashier", "manager", "admin"] as const;
export type Role = (typeof roles)[number];
export type StaffRole = Exclude<Role, "user">;
export const staffRoles = ["cataloguer", "cashier", "manager", "admin"] as const satisfies readonly StaffRole[];

/** The task that a permission allows, in words for screens: "May …". */
export const permissionWords = {
  "lots:edit": "make, edit, publish and delete lots, and see drafts and reserves",
  "auctions:run":
    "pause, end, cancel and reopen auctions, change their prices and reserves, and sell below the reserve",
  "bids:read": "see bidders' full names and the history of an auction",
  "bids:void": "void bids",
  "users:read": "see people, their ledgers and their receipts",
  "users:suspend": "suspend and restore people, end their sessions and write notes about them",
  "balances:change": "change people's balances",
  "settlements:read": "see payments that are due, and the takings",
  "settlements:book": "book, confirm and reverse payments, move deadlines and hand lots over",
  "settlements:waive": "waive payments, pardon unpaid wins and offer second chances",
  "withdrawals:decide": "approve and refuse withdrawals",
  "site:settings": "set public holidays and confirm exchange rates",
  "house:settings": "change the site's settings",
  "staff:invite": "invite staff with a lower role",
  "roles:change": "change roles, and invite administrators and managers",
  "audit:read": "read what staff, jobs and the command line did on the whole site",
} as const;
export type Permission = keyof typeof permissionWords;
export const permissions = Object.keys(permissionWords) as Permission[];

const cataloguer: readonly Permission[] = ["lots:edit"];
const cashier: readonly Permission[] = ["users:read", "settlements:read", "settlements:book", "withdrawals:decide"];
const manager: readonly Permission[] = [
  ...cataloguer,
  ...cashier,
  "auctions:run",
  "bids:read",
  "bids:void",
  "users:suspend",
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

export const isStaff = (role: Role | null | undefined): role is StaffRole => role != null && role !== "user";

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
