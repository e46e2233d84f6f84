// The places the navigation leads to; only screens that exist.
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
];
