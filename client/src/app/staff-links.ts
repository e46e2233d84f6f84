// The navigation links of the staff, each for those who may use its screen.
import { isStaff, may, type Permission, type Role } from "@jara/shared/permissions";
import type { NavItem } from "./nav-links.ts";

/** Shown to staff in addition to all other links: each to those who may use its screen. */
export const staffLinks: (NavItem & { use: Permission | "staff" })[] = [
  { to: "/admin/desk", label: "Desk", use: "staff" },
  { to: "/create-auction", label: "Create Auction", use: "lots:edit" },
  { to: "/admin/auctions", label: "Manage Auctions", use: "lots:edit" },
  { to: "/my-auctions", label: "My Auctions", use: "lots:edit" },
  { to: "/admin/sales", label: "Sales", use: "lots:edit" },
  { to: "/admin/offers", label: "Offers", use: "lots:edit" },
  { to: "/admin/questions", label: "Questions", use: "lots:edit" },
  { to: "/admin/settlements", label: "Settlements", use: "settlements:read" },
  { to: "/admin/takings", label: "Takings", use: "settlements:read" },
  { to: "/admin/staff", label: "Staff", use: "staff:invite" },
  { to: "/admin/bidders", label: "Bidders", use: "bidders:approve" },
  { to: "/admin", label: "Admin Panel", use: "users:read" },
  { to: "/admin/audit-log", label: "Audit Log", use: "audit:read" },
  { to: "/admin/settings", label: "Settings", use: "house:settings" },
  { to: "/admin/approvals", label: "Approvals", use: "settlements:book" },
];

export const staffLinksOf = (role: Role | undefined): NavItem[] =>
  staffLinks.filter(({ use }) => (use === "staff" ? isStaff(role) : may(role, use)));
