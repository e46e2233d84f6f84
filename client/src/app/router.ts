// The screens and their addresses. Each screen is its own chunk, loaded at the first visit.
import { prefetchAuctions } from "../features/search/queries.ts";
import { createRouter } from "../lib/router/create-router.ts";
import type { Route } from "../lib/router/routes.ts";
import { getLive } from "../live/live.ts";
import { queryClient } from "./query-client.ts";

export const routes: readonly Route[] = [
  {
    path: "/",
    begin: (_, search) => prefetchAuctions(queryClient, search),
    load: () => import("../screens/home.tsx"),
  },
  { path: "/login", load: () => import("../screens/account/login.tsx") },
  { path: "/register", load: () => import("../screens/account/register.tsx") },
  {
    path: "/auction/:id",
    // Fetches the lot while the code loads, because the first render shows it.
    begin: ({ id = "" }) => getLive().prefetch(id),
    load: () => import("../screens/auction-detail.tsx"),
  },
  { path: "/my-bids", load: () => import("../screens/my-bids.tsx") },
  // Each route makes the first load larger, so those of the screens where few people arrive load after the first page.
  { path: "/admin/*", more: async () => (await import("./staff-routes.ts")).staffRoutes },
  { path: "/*", more: async () => (await import("./other-routes.ts")).otherRoutes },
];

export const router = createRouter(routes);
