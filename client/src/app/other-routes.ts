// The addresses of the screens that few people open, and the screen for every unknown address.
import type { Route } from "../lib/router/routes.ts";

export const otherRoutes: readonly Route[] = [
  { path: "/privacy", load: () => import("../screens/texts/privacy.tsx") },
  { path: "/terms", load: () => import("../screens/texts/terms.tsx") },
  { path: "/buyer-protection", load: () => import("../screens/texts/buyer-protection.tsx") },
  { path: "/refunds", load: () => import("../screens/texts/refunds.tsx") },
  { path: "/seller-terms", load: () => import("../screens/texts/seller-terms.tsx") },
  { path: "/sell/:id?", load: () => import("../screens/sell.tsx") },
  { path: "/agreements/:id", load: () => import("../screens/agreement.tsx") },
  { path: "/verify", load: () => import("../screens/verify.tsx") },
  { path: "/support", load: () => import("../screens/texts/support.tsx") },
  { path: "/verify-email", load: () => import("../screens/account/verify-email.tsx") },
  { path: "/forgot-password", load: () => import("../screens/account/forgot-password.tsx") },
  { path: "/reset-password", load: () => import("../screens/account/reset-password.tsx") },
  { path: "/confirm-email-change", load: () => import("../screens/account/confirm-email-change.tsx") },
  { path: "/undo-email-change", load: () => import("../screens/account/undo-email-change.tsx") },
  { path: "/auth/callback", load: () => import("../screens/account/auth-callback.tsx") },
  { path: "/saved-searches/:id?", load: () => import("../screens/saved-searches.tsx") },
  { path: "/create-auction", load: () => import("../screens/admin/create-auction.tsx") },
  { path: "/my-auctions", load: () => import("../screens/admin/my-auctions.tsx") },
  { path: "/my-sales", load: () => import("../screens/my-sales.tsx") },
  { path: "/invitation", load: () => import("../screens/account/invitation.tsx") },
  { path: "/bidding-info", load: () => import("../screens/texts/bidding-info.tsx") },
  { path: "/sales/:id/screen", load: () => import("../screens/sale-screen.tsx") },
  { path: "/*", load: () => import("../screens/not-found.tsx") },
];
