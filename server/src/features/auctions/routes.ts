// /api/auctions: the listing and its filter counts, one auction, creation, the caller's own lots, status changes.
import type { AuctionStatus } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import type { HouseRules } from "@jara/shared/house-rules";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import type { SiteCategory } from "@jara/shared/site-settings";
import { toView } from "../../auction/view/to-public.ts";
import { viewerOfRole } from "../../auction/view/viewer.ts";
import { outbidAmong } from "../../engine/reads/outbid-among.ts";
import { textOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import type { MediaCheck } from "../../platform/http/refuse-unknown-media.ts";
import { RefusedError } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Account } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { listedAgain } from "./copies-queries.ts";
import { createLot } from "./create-lot.ts";
import { lookAt, refuseUnseenSale, viewOf, viewsOf } from "./lookup.ts";
import type { LotMaker } from "./lot-maker.ts";
import { auctionsOfSeller, countOfSeller } from "./queries.ts";
import { refuseUnknownCategories } from "./refuse-categories.ts";
import { listAuctions } from "./search/auction-listing.ts";
import { collectedElsewhere, type SiteDeps, siteNow } from "./search/collect-regions.ts";
import { countFacets } from "./search/facets.ts";
import { refuseUpcoming } from "./upcoming-lot.ts";

/** The additional dependencies of creating and editing an auction. */
export interface AuctionRouteDeps extends RouteDeps, SiteDeps {
  readonly mediaCheck: MediaCheck;
  /** With retired ones. */
  readonly categories: () => readonly SiteCategory[];
  readonly houseRules: () => HouseRules;
  readonly lotMaker: Pick<LotMaker, "make">;
}

export const serveAuctions = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  serveListing(app, deps, caller);
  serveOwnLots(app, deps);
  serveLot(app, deps, caller);
  serveCreation(app, deps);
  serveStatus(app, deps);
};

/** Active auctions, and their numbers for the filters. */
const serveListing = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { lists } = deps;
  const fromLists = { ...deps, database: lists };

  serve(app, calls.listAuctions, async ({ query, request }) => {
    const viewer = await caller.viewer(request);
    const { page = 1, limit = LIST_LIMIT_DEFAULT, ...filters } = query;
    refuseUnknownCategories(filters.category, deps.categories());
    const site = siteNow(deps);
    const { auctions, ...found } = await listAuctions(lists, filters, { page, limit }, site);
    const [views, outbid, collectIn] = await Promise.all([
      viewsOf(fromLists, auctions, viewer),
      viewer.kind === "public" ? null : outbidAmong(lists, viewer.id, auctions),
      collectedElsewhere(lists, auctions, site),
    ]);
    return { auctions: views, ...found, collectIn, ...(outbid && { outbid }) };
  });

  serve(app, calls.countAuctionFacets, async ({ query, request }) => {
    // The numbers are the same for everybody, but an invalid token is refused here as elsewhere.
    await caller.viewer(request);
    refuseUnknownCategories(query.category, deps.categories());
    return await countFacets(lists, query, siteNow(deps));
  });
};

/** The auctions that the calling member of the staff made. */
const serveOwnLots = (app: App, deps: AuctionRouteDeps): void => {
  const { lists } = deps;
  const fromLists = { ...deps, database: lists };

  serve(app, calls.listMyAuctions, async ({ account: admin, query }) => {
    const { page = 1, limit = MINE_LIMIT_DEFAULT, status } = query;
    const filter = { status, search: textOf(query) };
    const auctions = await auctionsOfSeller(lists, admin.id, filter, { page, limit });
    return viewsOf(fromLists, auctions, viewerOfRole(admin.role, admin.id));
  });

  serve(app, calls.countMyAuctions, async ({ account }) => ({ counts: await countOfSeller(lists, account.id) }));
};

const serveLot = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  serve(app, calls.getAuction, async ({ params, request }) => ({
    auction: await viewOf(deps, params.id, await caller.viewer(request)),
  }));

  serve(app, calls.getListedAgain, async ({ params, request }) => {
    const { state } = await lookAt(deps, params.id, await caller.viewer(request));
    return { listedAgainAs: await listedAgain(deps.database, state.id) };
  });
};

const serveCreation = (app: App, deps: AuctionRouteDeps): void => {
  serve(app, calls.createAuction, async ({ account: admin, body, commandId }) => {
    const state = await createLot(deps, admin, body, { commandId: commandId });
    return { auction: toView(state, viewerOfRole(admin.role, admin.id), deps.clock.now()) };
  });
};

/** Pauses, resumes, ends and cancels. */
const serveStatus = (app: App, deps: AuctionRouteDeps): void => {
  const changeStatus = async (
    admin: Account,
    auctionId: string,
    {
      status,
      seen,
      ...reasons
    }: {
      readonly status: AuctionStatus;
      readonly seen?: AuctionStatus;
      readonly reason?: string;
      readonly publicReason?: string;
    },
    commandId: string,
  ) => {
    refuseUnseenSale(deps.config, status);
    await refuseUpcoming(deps.database, auctionId, { status });
    const by = { auctionId, userId: admin.id, commandId };
    const { outcome } = await deps.engine.submit({ ...by, type: "ChangeStatus", status, seen, ...reasons });
    if (!outcome.ok) throw new RefusedError(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(admin.role, admin.id)) };
  };

  serve(app, calls.setAuctionStatus, async ({ account, params, body, commandId }) =>
    changeStatus(account, params.id, body, commandId),
  );

  serve(app, calls.cancelAuction, async ({ account, params, commandId }) =>
    changeStatus(account, params.id, { status: "cancelled" }, commandId),
  );
};
