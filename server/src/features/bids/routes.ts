// /api/bids: placing a bid, an auction's bids, and the caller's own bids. A REST write is the same command as over a
// socket; the Idempotency-Key header is its command id.
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/bids";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import { toBidView } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { answerOrRefuse, commandFields } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { bidsOfAuction, bidsOfUser, leadingBid } from "./queries.ts";

export const serveBids = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database, lists } = deps;
  const commands = createBidCommands(deps);

  serve(app, calls.placeBid, async ({ body, request }) => {
    const data = { ...body, ...commandFields(request) };
    const { id: userId } = await caller.bidder(request, "bid:place", commands.limited("bid:place", data));
    return answerOrRefuse(await commands.placeBid(userId, data));
  });

  serve(app, calls.listBids, async ({ params, query, request }) => {
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    const { page = 1, limit = LIST_LIMIT_DEFAULT } = query;
    const bids = await bidsOfAuction(database, state, { page, limit });
    return {
      bids: bids.map((bid) => toBidView(state.id, bid, bid.at, viewer)),
      total: state.bidCount + state.voidedBidCount,
    };
  });

  serve(app, calls.getHighestBid, async ({ params, request }) => {
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    const bid = await leadingBid(database, state);
    return { bid: bid && toBidView(state.id, bid, bid.at, viewer) };
  });

  serve(app, calls.listMyBids, async ({ account: { id }, query, request }) => {
    const viewer = await caller.viewer(request);
    const { page = 1, limit = MINE_LIMIT_DEFAULT } = query;
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
  });
};
