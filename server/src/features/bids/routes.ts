// /api/bids: placing a bid, an auction's bids, and the caller's own bids. A REST write is the same command as over a
// socket; the Idempotency-Key header is its command id.

import type { Auction } from "@jara/shared/auction";
import { bidListAnswer, highestBidAnswer, myBidsAnswer, placeBidAnswer, placeBidBody } from "@jara/shared/rest/bids";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT, pageQuery } from "@jara/shared/rest/common";
import { toBidView } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { commandFields, idParams, orRefuse } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { bidsOfAuction, bidsOfUser, leadingBid } from "./queries.ts";

const tags = ["Bids"];

export const serveBids = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database, lists } = deps;
  const commands = createBidCommands(deps);

  app.post(
    "/api/bids",
    { schema: { tags, summary: "Place a bid", body: placeBidBody, response: { 201: placeBidAnswer } } },
    async (request, reply) => {
      const data = { ...request.body, ...commandFields(request) };
      const { id: userId } = await caller.bidder(request, "bid:place", commands.limited("bid:place", data));
      return reply.code(201).send(orRefuse(await commands.placeBid(userId, data)));
    },
  );

  app.get(
    "/api/bids/auction/:id",
    {
      schema: {
        tags,
        summary: "An auction's bids, newest first; bidders masked",
        params: idParams,
        querystring: pageQuery,
        response: { 200: bidListAnswer },
      },
    },
    async (request) => {
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const { page = 1, limit = LIST_LIMIT_DEFAULT } = request.query;
      const bids = await bidsOfAuction(database, state, { page, limit });
      return {
        bids: bids.map((bid) => toBidView(state.id, bid, bid.at, viewer)),
        total: state.bidCount + state.voidedBidCount,
      };
    },
  );

  app.get(
    "/api/bids/auction/:id/highest",
    { schema: { tags, summary: "The leading bid", params: idParams, response: { 200: highestBidAnswer } } },
    async (request) => {
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const bid = await leadingBid(database, state);
      return { bid: bid && toBidView(state.id, bid, bid.at, viewer) };
    },
  );

  app.get(
    "/api/bids/user/my-bids",
    {
      schema: {
        tags,
        summary: "The caller's bids, newest first",
        querystring: pageQuery,
        response: { 200: myBidsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const viewer = await caller.viewer(request);
      const { page = 1, limit = MINE_LIMIT_DEFAULT } = request.query;
      const rows = await bidsOfUser(lists, id, { page, limit });
      const views = await viewsOf(
        { ...deps, database: lists },
        rows.map(({ auction }) => auction),
        viewer,
      );
      return rows.map(({ bid, auction }, i) => {
        const { bidder: _, ...own } = toBidView(auction.id, bid, bid.at, viewer);
        return { ...own, auction: views[i] as Auction };
      });
    },
  );
};
