// /api/auctions/admin: what administrators see of auctions beyond what everybody sees.

import {
  ADMIN_AUCTIONS_LIMIT_DEFAULT,
  adminAuctionsAnswer,
  adminAuctionsQuery,
} from "@jara/shared/rest/admin-auctions";
import { viewerOfRole } from "../../auction/viewer.ts";
import type { App } from "../../platform/http/app.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { listAllAuctions } from "./admin-auctions.ts";
import { viewsOf } from "./lookup.ts";
import type { AuctionRouteDeps } from "./routes.ts";

const tags = ["Auctions"];

export const serveAdminAuctions = (
  app: App,
  deps: RouteDeps & Pick<AuctionRouteDeps, "exchange">,
  caller: Caller,
): void => {
  app.get(
    "/api/auctions/admin/all",
    {
      schema: {
        tags,
        summary: "All auctions, drafts too, with full names and reserves (admins)",
        description:
          "An auction in which the caller has an interest is shown as everybody sees it. Prices of both currencies are " +
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
      return {
        auctions: await viewsOf(deps, auctions, viewerOfRole(role, id)),
        pagination: { current, pages: Math.max(1, Math.ceil(total / limit)), total, limit },
      };
    },
  );
};
