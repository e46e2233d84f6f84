// /api/auctions/admin: what administrators see of auctions beyond what everybody sees.

import {
  ADMIN_AUCTIONS_LIMIT_DEFAULT,
  adminAuctionsAnswer,
  adminAuctionsQuery,
} from "@jara/shared/rest/admin-auctions";
import { toView } from "../../auction/to-public.ts";
import { isPrivileged, viewerOfRole } from "../../auction/viewer.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import type { App } from "../../platform/http/app.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { listAllAuctions } from "./admin-auctions.ts";
import type { AuctionRouteDeps } from "./routes.ts";

const tags = ["Auctions"];

interface AdminAuctionDeps extends RouteDeps, Pick<AuctionRouteDeps, "exchange"> {
  /** The number of watchlists that have each of these auctions. An auction that is on none is absent. */
  readonly countWatchlists: (auctionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

export const serveAdminAuctions = (app: App, deps: AdminAuctionDeps, caller: Caller): void => {
  app.get(
    "/api/auctions/admin/all",
    {
      schema: {
        tags,
        summary: "All auctions, drafts too, with full names and reserves (admins)",
        description:
          "An auction in which the caller has an interest is shown as everybody sees it, without `watchlistCount`. Prices of both currencies are " +
          "compared by their worth at the current rate.",
        querystring: adminAuctionsQuery,
        response: { 200: adminAuctionsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const { id, role } = await caller.staff(request);
      const { page: current = 1, limit = ADMIN_AUCTIONS_LIMIT_DEFAULT } = request.query;
      const { auctions, total } = await listAllAuctions(
        deps.database,
        request.query,
        { page: current, limit },
        deps.exchange.current(),
      );
      const ids = auctions.map((auction) => auction.id);
      const viewerOf = await viewersOn(deps.database, ids, viewerOfRole(role, id));
      // Nobody learns how many watchlists have a lot in which they have an interest.
      const watchlists = await deps.countWatchlists(ids.filter((one) => isPrivileged(viewerOf(one))));
      const now = deps.clock.now();
      return {
        auctions: auctions.map((auction) => {
          const viewer = viewerOf(auction.id);
          const view = toView(auction, viewer, now);
          return isPrivileged(viewer) ? { ...view, watchlistCount: watchlists.get(auction.id) ?? 0 } : view;
        }),
        pagination: { current, pages: Math.max(1, Math.ceil(total / limit)), total, limit },
      };
    },
  );
};
