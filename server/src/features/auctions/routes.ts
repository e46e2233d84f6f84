// /api/auctions: the listing and its filter counts, one auction, creation, the caller's own lots, status changes.

import type { AuctionStatus } from "@jara/shared/auction";
import type { HouseRules } from "@jara/shared/house-rules";
import type { ExchangeRates } from "@jara/shared/money";
import { ownCountsAnswer, ownLotsQuery } from "@jara/shared/rest/admin-auctions";
import {
  auctionAnswer,
  auctionFacetsAnswer,
  auctionFacetsQuery,
  auctionListAnswer,
  auctionListQuery,
  auctionsAnswer,
  createAuctionBody,
  statusBody,
} from "@jara/shared/rest/auctions";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import type { SiteCategory } from "@jara/shared/site-settings";
import { toView } from "../../auction/view/to-public.ts";
import { viewerOfRole } from "../../auction/view/viewer.ts";
import { outbidAmong } from "../../engine/reads/outbid-among.ts";
import { textOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import type { MediaCheck } from "../../platform/http/refuse-unknown-media.ts";
import { Refused } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Account } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createLot } from "./create-lot.ts";
import { refuseUnseenSale, viewOf, viewsOf } from "./lookup.ts";
import type { LotMaker } from "./lot-maker.ts";
import { auctionsOfSeller, countOfSeller } from "./queries.ts";
import { refuseUnknownCategories } from "./refuse-categories.ts";
import { listAuctions } from "./search/auction-listing.ts";
import { countFacets } from "./search/facets.ts";
import { refuseUpcoming } from "./upcoming-lot.ts";

const tags = ["Auctions"];
/** The additional dependencies of creating and editing an auction. */
export interface AuctionRouteDeps extends RouteDeps {
  readonly mediaCheck: MediaCheck;
  readonly exchange: { current(): ExchangeRates };
  /** With retired ones. */
  readonly categories: () => readonly SiteCategory[];
  readonly houseRules: () => HouseRules;
  readonly lotMaker: Pick<LotMaker, "make">;
}

export const serveAuctions = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  serveListing(app, deps, caller);
  serveOwnLots(app, deps, caller);
  serveLot(app, deps, caller);
  serveCreation(app, deps, caller);
  serveStatus(app, deps, caller);
};

/** Active auctions, and their numbers for the filters. */
const serveListing = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { exchange, lists } = deps;
  const fromLists = { ...deps, database: lists };

  app.get(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Active auctions, filtered and sorted",
        description:
          "Prices of both currencies are compared by their worth at the current rate. Searched words are parts of words " +
          "without their marks, in any order and in either number (`generators` finds `generator`). If no listed lot has " +
          "all of them, the list is that of similar words or of fewer words: `searchedFor` says them, and `relaxed` that " +
          "words were left out. A `total` above 1,000 may be ten seconds old.",
        querystring: auctionListQuery,
        response: { 200: auctionListAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { page = 1, limit = LIST_LIMIT_DEFAULT, ...filters } = request.query;
      refuseUnknownCategories(filters.category, deps.categories());
      const { auctions, ...found } = await listAuctions(lists, filters, { page, limit }, exchange.current());
      const [views, outbid] = await Promise.all([
        viewsOf(fromLists, auctions, viewer),
        viewer.kind === "public" ? null : outbidAmong(lists, viewer.id, auctions),
      ]);
      return { auctions: views, ...found, ...(outbid && { outbid }) };
    },
  );

  app.get(
    "/api/auctions/facets",
    {
      schema: {
        tags,
        summary: "The number of active auctions for each category, condition and location",
        description: "A number counts the auctions that the other filters leave. It may be a few seconds old.",
        querystring: auctionFacetsQuery,
        response: { 200: auctionFacetsAnswer },
      },
    },
    async (request) => {
      // The numbers are the same for everybody, but an invalid token is refused here as elsewhere.
      await caller.viewer(request);
      refuseUnknownCategories(request.query.category, deps.categories());
      return await countFacets(lists, request.query, exchange.current());
    },
  );
};

/** The auctions that the calling member of the staff made. */
const serveOwnLots = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { lists } = deps;
  const fromLists = { ...deps, database: lists };

  app.get(
    "/api/auctions/user/my-auctions",
    {
      schema: {
        tags,
        summary: "The caller's own auctions, newest first",
        querystring: ownLotsQuery,
        response: { 200: auctionsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const admin = await caller.staff(request);
      const { page = 1, limit = MINE_LIMIT_DEFAULT, status } = request.query;
      const filter = { status, search: textOf(request.query) };
      const auctions = await auctionsOfSeller(lists, admin.id, filter, { page, limit });
      return viewsOf(fromLists, auctions, viewerOfRole(admin.role, admin.id));
    },
  );

  app.get(
    "/api/auctions/user/my-auctions/counts",
    {
      schema: {
        tags,
        summary: "The number of the caller's own auctions of each status",
        response: { 200: ownCountsAnswer },
      },
    },
    async (request) => ({ counts: await countOfSeller(lists, (await caller.staff(request)).id) }),
  );
};

const serveLot = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  app.get(
    "/api/auctions/:id",
    { schema: { tags, summary: "One auction", params: idParams, response: { 200: auctionAnswer } } },
    async (request) => {
      return { auction: await viewOf(deps, request.params.id, await caller.viewer(request)) };
    },
  );
};

const serveCreation = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  app.post(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Create an auction",
        description: "Without a start time, or with one in the past, it starts at once; else it is a draft until then.",
        body: createAuctionBody,
        response: { 201: auctionAnswer },
      },
    },
    async (request, reply) => {
      const admin = await caller.staff(request);
      const state = await createLot(deps, admin, request.body, { commandId: commandIdOf(request) });
      return reply.code(201).send({ auction: toView(state, viewerOfRole(admin.role, admin.id), deps.clock.now()) });
    },
  );
};

/** Pauses, resumes, ends and cancels. */
const serveStatus = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const changeStatus = async (
    admin: Account,
    auctionId: string,
    {
      status,
      seen,
      reason,
    }: { readonly status: AuctionStatus; readonly seen?: AuctionStatus; readonly reason?: string },
    commandId: string,
  ) => {
    refuseUnseenSale(deps.config, status);
    await refuseUpcoming(deps.database, auctionId, { status });
    const by = { auctionId, userId: admin.id, commandId };
    const { outcome } = await deps.engine.submit({ ...by, type: "ChangeStatus", status, seen, reason });
    if (!outcome.ok) throw new Refused(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(admin.role, admin.id)) };
  };

  app.patch(
    "/api/auctions/admin/:id/status",
    {
      schema: {
        tags,
        summary: "Set an auction's status: pause, resume, end, cancel, …",
        description: "`seen` is the status that the caller saw: if the auction has another one, 409 (`VALUE_CHANGED`).",
        params: idParams,
        body: statusBody,
        response: { 200: auctionAnswer },
      },
    },
    async (request) => changeStatus(await caller.staff(request), request.params.id, request.body, commandIdOf(request)),
  );

  app.patch(
    "/api/auctions/:id/cancel",
    { schema: { tags, summary: "Cancel an auction", params: idParams, response: { 200: auctionAnswer } } },
    async (request) =>
      changeStatus(await caller.staff(request), request.params.id, { status: "cancelled" }, commandIdOf(request)),
  );
};
