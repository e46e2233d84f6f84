// The screens and their addresses. Each screen is its own chunk, loaded at the first visit.
import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { prefetchAuctions } from "../features/search/queries.ts";
import { getLive } from "../live/live.ts";
import { ErrorPage } from "./error-page.tsx";
import { Layout } from "./layout.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { queryClient } from "./query-client.ts";

const routes: RouteObject[] = [
  {
    Component: Layout,
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      {
        id: "screens",
        // When a screen fails, the header and footer stay.
        ErrorBoundary: ErrorPage,
        children: [
          {
            index: true,
            // Fetches the auctions while the screen's code is still loading.
            loader: ({ request }) => {
              prefetchAuctions(queryClient, new URL(request.url).searchParams);
              return null;
            },
            lazy: () => import("../screens/home.tsx"),
          },
          { path: "login", lazy: () => import("../screens/account/login.tsx") },
          { path: "register", lazy: () => import("../screens/account/register.tsx") },
          { path: "verify-email", lazy: () => import("../screens/account/verify-email.tsx") },
          { path: "forgot-password", lazy: () => import("../screens/account/forgot-password.tsx") },
          { path: "reset-password", lazy: () => import("../screens/account/reset-password.tsx") },
          { path: "confirm-email-change", lazy: () => import("../screens/account/confirm-email-change.tsx") },
          { path: "undo-email-change", lazy: () => import("../screens/account/undo-email-change.tsx") },
          { path: "auth/callback", lazy: () => import("../screens/account/auth-callback.tsx") },
          {
            path: "auction/:id",
            // Follows the lot while the screen's code is still loading, so that its first render shows the lot.
            loader: ({ params: { id = "" } }) => {
              getLive().prefetch(id);
              return null;
            },
            lazy: () => import("../screens/auction-detail.tsx"),
          },
          { path: "sales", lazy: () => import("../screens/sales.tsx") },
          { path: "sales/:id", lazy: () => import("../screens/sale.tsx") },
          { path: "sales/:id/screen", lazy: () => import("../screens/sale-screen.tsx") },
          { path: "watchlist", lazy: () => import("../screens/watchlist.tsx") },
          { path: "saved-searches/:id?", lazy: () => import("../screens/saved-searches.tsx") },
          { path: "notifications/:page?", lazy: () => import("../screens/notifications.tsx") },
          { path: "my-bids", lazy: () => import("../screens/my-bids.tsx") },
          { path: "my-max-bids", lazy: () => import("../screens/my-auto-bids.tsx") },
          { path: "profile/:page?", lazy: () => import("../screens/account/profile.tsx") },
          { path: "purchases", lazy: () => import("../screens/purchases.tsx") },
          { path: "create-auction", lazy: () => import("../screens/admin/create-auction.tsx") },
          { path: "my-auctions", lazy: () => import("../screens/admin/my-auctions.tsx") },
          { path: "invitation", lazy: () => import("../screens/account/invitation.tsx") },
          { path: "bidding-info", lazy: () => import("../screens/texts/bidding-info.tsx") },
          { path: "*", lazy: () => import("../screens/not-found.tsx") },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes, {
  // Only staff load the addresses of their screens, and only readers those of the texts.
  patchRoutesOnNavigation: async ({ path, patch }) => {
    if (path === "/admin" || path.startsWith("/admin/"))
      patch("screens", (await import("./staff-routes.ts")).staffRoutes);
    else if (/^\/(buyer-protection|privacy|refunds|support|terms|verify)$/.test(path))
      patch("screens", (await import("./text-routes.ts")).textRoutes);
  },
});
