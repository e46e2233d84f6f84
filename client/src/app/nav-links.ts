// The navigation links and their appearance. Lists only screens that exist.
import { cx } from "../lib/cx.ts";

export interface NavItem {
  to: string;
  label: string;
}

export const publicLinks: NavItem[] = [
  { to: "/", label: "Home" },
  { to: "/bidding-info", label: "Bidding Info" },
];
export const memberLinks: NavItem[] = [
  { to: "/my-bids", label: "My Bids" },
  { to: "/my-max-bids", label: "Auto-Bids" },
  { to: "/purchases", label: "Purchases" },
];

/** Shown to administrators in addition to all other links. */
export const adminLinks: NavItem[] = [
  { to: "/create-auction", label: "Create Auction" },
  { to: "/admin/auctions", label: "Manage Auctions" },
  { to: "/my-auctions", label: "My Auctions" },
  { to: "/admin/settlements", label: "Settlements" },
  { to: "/admin", label: "Admin Panel" },
  { to: "/admin/audit-log", label: "Audit Log" },
];

export const linkClass = ({ isActive }: { isActive: boolean }): string =>
  cx(
    "flex min-h-11 min-w-0 items-center gap-2 whitespace-nowrap rounded-box px-3 font-medium hover:bg-sunken lg:px-2 xl:px-3",
    isActive ? "text-brand underline decoration-2 underline-offset-8" : "text-ink",
  );
