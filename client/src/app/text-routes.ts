// The pages of texts, and the page that checks proofs, with their addresses. Few people open them, so their addresses are
// not in every page's first load.
import type { RouteObject } from "react-router-dom";

export const textRoutes: RouteObject[] = [
  { path: "privacy", lazy: () => import("../screens/texts/privacy.tsx") },
  { path: "terms", lazy: () => import("../screens/texts/terms.tsx") },
  { path: "buyer-protection", lazy: () => import("../screens/texts/buyer-protection.tsx") },
  { path: "refunds", lazy: () => import("../screens/texts/refunds.tsx") },
  { path: "verify", lazy: () => import("../screens/verify.tsx") },
  { path: "support", lazy: () => import("../screens/texts/support.tsx") },
];
