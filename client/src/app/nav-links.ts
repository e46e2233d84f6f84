// The navigation links and their appearance. Lists only screens that exist.
import { isStaff, may, type Permission, type Role } from "@jara/shared/permissions";
import { cx } from "../lib/cx.ts";

export interface NavItem {
  to: string;
  label: string;
}

export const publicLinks: NavItem[] = [
  { to: "/", label: "Home" },
  { to: "/bidding-info", label: "Bidding Info" },
  { to: "/watchlist", label: "Watchlist" },
];
export const memberLinks: NavItem[] = [
  { to: "/my-bids", label: "My Bids" },
  { to: "/my-max-bids", label: "Auto-Bids" },
  { to: "/purchases", label: "Purchases" },
];

/** Shown to staff in addition to all other links: each to those who may use its screen. */
export const staffLinks: (NavItem & { use: Permission | "staff" })[] = [
  { to: "/admin/desk", label: "Desk", use: "staff" },
  { to: "/create-auction", label: "Create Auction", use: "lots:edit" },
  { to: "/admin/auctions", label: "Manage Auctions", use: "lots:edit" },
  { to: "/my-auctions", label: "My Auctions", use: "lots:edit" },
  { to: "/admin/sales", label: "Sales", use: "lots:edit" },
  { to: "/admin/questions", label: "Questions", use: "lots:edit" },
  { to: "/admin/settlements", label: "Settlements", use: "settlements:read" },
  { to: "/admin/staff", label: "Staff", use: "staff:invite" },
  { to: "/admin", label: "Admin Panel", use: "users:read" },
  { to: "/admin/audit-log", label: "Audit Log", use: "audit:read" },
  // Last, so that its number moves no other link.
  { to: "/admin/approvals", label: "Approvals", use: "settlements:book" },
];

export const staffLinksOf = (role: Role | undefined): NavItem[] =>
  staffLinks.filter(({ use }) => (use === "staff" ? isStaff(role) : may(role, use)));

export const linkClass = ({ isActive }: { isActive: boolean }): string =>
  cx(
    "flex min-h-11 min-w-0 items-center gap-2 whitespace-nowrap rounded-box px-3 font-medium hover:bg-sunken lg:px-1.5 xl:px-3",
    isActive ? "text-brand underline decoration-2 underline-offset-8" : "text-ink",
  );
