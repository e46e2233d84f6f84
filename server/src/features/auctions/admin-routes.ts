// GET /api/auctions/admin/all: the staff's table of all auctions, with reserves, full names and the number of
// watchlists. An auction in which the reader has an interest is shown as everybody sees it.
import * as calls from "@jara/shared/calls/auction-management";
import { toMajor } from "@jara/shared/money";
import { may } from "@jara/shared/permissions";
import { ADMIN_AUCTIONS_LIMIT_DEFAULT, type ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { withSuffix } from "@jara/shared/sale-order";
import { type AuctionState, outcomeOfLot } from "../../auction/state.ts";
import { toIsoOrNull, toView } from "../../auction/view/to-public.ts";
import { isPrivileged, viewerOfRole } from "../../auction/view/viewer.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { listAllAuctions } from "./admin-auctions.ts";
import { countLots } from "./count-lots.ts";
import { sellersOfLots } from "./lot-sellers.ts";
import { type ManagedFacts, managedFacts } from "./managed-facts.ts";
import type { AuctionRouteDeps } from "./routes.ts";

interface AdminAuctionDeps extends RouteDeps, Pick<AuctionRouteDeps, "exchange"> {
  /** The number of watchlists that have each of these auctions. An auction that is on none is absent. */
  readonly countWatchlists: (auctionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

export const serveAdminAuctions = (app: App, deps: AdminAuctionDeps): void => {
  serve(app, calls.listLotSellers, async () => ({ sellers: await sellersOfLots(deps.lists) }));

  serve(app, calls.listAllAuctions, async ({ account: { id, role }, query }) => {
    const { page: current = 1, limit = ADMIN_AUCTIONS_LIMIT_DEFAULT } = query;
    const reader = { id, seesNames: may(role, "bids:read") };
    const rates = deps.exchange.current();
    const [{ auctions, total, ...similar }, countsAsked] = await Promise.all([
      listAllAuctions(deps.lists, query, { page: current, limit }, rates, undefined, reader),
      countLots(deps.lists, query, reader),
    ]);
    const counts = similar.searchedFor
      ? await countLots(deps.lists, { ...query, search: similar.searchedFor }, reader)
      : countsAsked;
    const ids = auctions.map((auction) => auction.id);
    const viewerOf = await viewersOn(deps.lists, ids, viewerOfRole(role, id));
    const [watchlists, facts] = await Promise.all([
      // Leave out lots in which the reader has an interest, because they must not learn how many watchlists have
      // these.
      deps.countWatchlists(ids.filter((one) => isPrivileged(viewerOf(one)))),
      managedFacts(deps.lists, ids),
    ]);
    const now = deps.clock.now();
    return {
      auctions: auctions.map((auction) => {
        const viewer = viewerOf(auction.id);
        const view = { ...toView(auction, viewer, now), ...factsView(auction, facts.get(auction.id)) };
        if (!isPrivileged(viewer)) return view;
        return {
          ...view,
          watchlistCount: watchlists.get(auction.id) ?? 0,
          outcome: outcomeOfLot(auction, facts.get(auction.id)?.isRefunded ?? false),
          terms: termsView(facts.get(auction.id)?.terms ?? null),
          ...(may(role, "settlements:read") && { settlementId: facts.get(auction.id)?.settlementId ?? null }),
        };
      }),
      counts,
      ...similar,
      pagination: { current, pages: Math.max(1, Math.ceil(total / limit)), total, limit },
    };
  });
};

const factsView = (state: AuctionState, facts: ManagedFacts | undefined) => ({
  endedAt: toIsoOrNull(endOf(state, facts)),
  sale: facts?.sale ? { ...withSuffix(facts.sale), opensAt: toIsoOrNull(facts.sale.opensAt) } : null,
  relistedFrom: facts?.relistedFrom ?? null,
  relistedAs: facts?.relistedAs ?? null,
});

const termsView = (terms: ManagedFacts["terms"]): NonNullable<ManagedAuction["terms"]> | null => {
  if (!terms?.agreement) return terms && { ...terms, agreement: null };
  const { startingPriceMinor, reserveMinor, ...rest } = terms.agreement;
  const prices = {
    startingPrice: toMajor(startingPriceMinor),
    reservePrice: reserveMinor === null ? null : toMajor(reserveMinor),
  };
  return { offerId: terms.offerId, agreement: { ...rest, ...prices } };
};

/** A lot that is over never ends later than its last change. */
const endOf = ({ status, endsAt, updatedAt }: AuctionState, facts: ManagedFacts | undefined): number | null => {
  if (status !== "ended" && status !== "cancelled" && status !== "sold") return null;
  return facts?.endedAt ?? Math.min(endsAt, updatedAt);
};
