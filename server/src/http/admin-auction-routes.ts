// /api/auctions/admin: what administrators see of auctions beyond what everybody does.
import { ADMIN_AUCTIONS_LIMIT_DEFAULT, adminAuctionsAnswer, adminAuctionsQuery } from "@jara/shared/rest";
import { toView } from "../auction/to-public.ts";
import { listAllAuctions } from "../store/queries/admin-auctions.ts";
import { asMade } from "./as-made.ts";
import type { App, Caller, HttpDeps } from "./context.ts";

const tags = ["Auctions"];

export const serveAdminAuctions = (app: App, { database, clock }: HttpDeps, caller: Caller): void => {
  app.get(
    "/api/auctions/admin/all",
    {
      schema: {
        tags,
        summary: "All auctions, drafts too, with full names and reserves (admins)",
        querystring: adminAuctionsQuery,
        response: { 200: adminAuctionsAnswer },
      },
      ...asMade,
    },
    async (request) => {
      const { id } = await caller.admin(request);
      const { page: current = 1, limit = ADMIN_AUCTIONS_LIMIT_DEFAULT } = request.query;
      const { auctions, total } = await listAllAuctions(database, request.query, { page: current, limit });
      const now = clock.now();
      return {
        auctions: auctions.map((auction) => toView(auction, { kind: "admin", id }, now)),
        pagination: { current, pages: Math.max(1, Math.ceil(total / limit)), total, limit },
      };
    },
  );
};
