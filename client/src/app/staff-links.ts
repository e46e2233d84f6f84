// The navigation links of the staff by task, each for those who may use its screen, and which pages are the staff's.
import { isStaff, may, type Permission, type Role } from "@jara/shared/permissions";
import type { NavItem } from "./nav-links.ts";

interface StaffGroup {
  /** The task; empty for the desk, which has them all. */
  readonly task: string;
  readonly links: readonly (NavItem & { readonly use: Permission | "staff" })[];
}

/** Staff see each of these links if they may use its screen. */
export const staffGroups: readonly StaffGroup[] = [
  { task: "", links: [{ to: "/admin/desk", label: "Desk", use: "staff" }] },
  {
    task: "Lots",
    links: [
      { to: "/create-auction", label: "Create Auction", use: "lots:edit" },
      { to: "/admin/auctions", label: "Manage Auctions", use: "lots:edit" },
      { to: "/admin/imports", label: "Import", use: "lots:edit" },
      { to: "/my-auctions", label: "My Auctions", use: "lots:edit" },
      { to: "/admin/offers", label: "Offers", use: "lots:edit" },
      { to: "/admin/questions", label: "Questions", use: "lots:edit" },
    ],
  },
  { task: "Sales", links: [{ to: "/admin/sales", label: "Sales", use: "lots:edit" }] },
  {
    task: "Money",
    links: [
      { to: "/admin/settlements", label: "Settlements", use: "settlements:read" },
      { to: "/admin/takings", label: "Takings", use: "settlements:read" },
      { to: "/admin/withdrawals", label: "Withdrawals", use: "withdrawals:decide" },
      { to: "/admin/approvals", label: "Approvals", use: "settlements:book" },
      { to: "/admin/sellers", label: "Sellers", use: "settlements:read" },
      { to: "/admin/reports", label: "Reports", use: "settlements:read" },
    ],
  },
  {
    task: "People",
    links: [
      { to: "/admin", label: "Admin Panel", use: "users:read" },
      { to: "/admin/bidders", label: "Bidders", use: "bidders:approve" },
      { to: "/admin/staff", label: "Staff", use: "staff:invite" },
    ],
  },
  {
    task: "Settings",
    links: [
      { to: "/admin/settings", label: "Settings", use: "house:settings" },
      { to: "/admin/audit-log", label: "Audit Log", use: "audit:read" },
    ],
  },
];

/** The groups with the links of the role, without empty groups. */
export const staffGroupsOf = (role: Role | undefined): { task: string; links: NavItem[] }[] =>
  staffGroups
    .map(({ task, links }) => ({
      task,
      links: links.filter(({ use }) => (use === "staff" ? isStaff(role) : may(role, use))),
    }))
    .filter(({ links }) => links.length > 0);
