// The header's links, those for everybody and those for signed-in users, and the style of a link. Lists only screens
// that exist. The staff's links are in staff-links.ts.
import { cx } from "../lib/cx.ts";

export interface NavItem {
  to: string;
  label: string;
}

export const publicLinks: NavItem[] = [
  { to: "/", label: "Home" },
  { to: "/sales", label: "Sales" },
  { to: "/sell", label: "Sell" },
  { to: "/bidding-info", label: "Bidding Info" },
  { to: "/watchlist", label: "Watchlist" },
];
export const memberLinks: NavItem[] = [
  { to: "/my-bids", label: "My Bids" },
  { to: "/my-max-bids", label: "Auto-Bids" },
  { to: "/purchases", label: "Purchases" },
];

export const linkClass = ({ isActive }: { isActive: boolean }): string =>
  cx(
    "flex min-h-11 min-w-0 items-center gap-2 whitespace-nowrap rounded-box px-3 font-medium hover:bg-sunken lg:px-1.5 lg:text-sm 2xl:px-2",
    isActive ? "text-brand underline decoration-2 underline-offset-8" : "text-ink",
  );
