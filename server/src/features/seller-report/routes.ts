// GET /api/admin/seller-bidders: who bids on the lots of which seller again and again, with the evidence.
import * as calls from "@jara/shared/calls/seller-sales";
import { toMajor } from "@jara/shared/money";
import {
  SELLER_BIDDERS_DAYS_DEFAULT,
  SELLER_BIDDERS_LIMIT_DEFAULT,
  SELLER_BIDDERS_LOTS_DEFAULT,
} from "@jara/shared/rest/seller-sales";
import { paginationOf } from "../../platform/database/pages.ts";
import { sharesOf } from "../../platform/database/shared-accounts.ts";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findPairs } from "./queries.ts";

export const serveSellerReport = (app: App, { database }: Pick<RouteDeps, "database">): void => {
  serve(app, calls.reportSellerBidders, async ({ account, query }) => {
    const { page = 1, limit = SELLER_BIDDERS_LIMIT_DEFAULT } = query;
    const { days = SELLER_BIDDERS_DAYS_DEFAULT, lots = SELLER_BIDDERS_LOTS_DEFAULT } = query;
    const { pairs, total, isPartial } = await findPairs(database, account.id, { days, lots }, { page, limit });
    const shares = await sharesOf(database, [...new Set(pairs.map(({ bidder }) => bidder._id))]);
    return {
      isPartial,
      pairs: pairs.map(({ evidence, ...pair }) => ({
        ...pair,
        shares: (shares.get(pair.bidder._id) ?? []).filter(({ user }) => user._id === pair.seller._id),
        evidence: evidence.map(({ priceMinor, highestMinor, ...lot }) => ({
          ...lot,
          price: toMajor(priceMinor),
          highest: toMajor(highestMinor),
        })),
      })),
      pagination: paginationOf(page, limit, total),
    };
  });
};
