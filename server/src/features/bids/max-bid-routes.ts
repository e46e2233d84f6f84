// /api/maxbids: a bidder's private maximum. A REST write is the same command as over a socket; the Idempotency-Key
// header is its command id.

import * as calls from "@jara/shared/calls/max-bids";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { toMaxBidView } from "../../auction/view/to-public.ts";
import { isShown } from "../../auction/view/visibility.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { answerOrRefuse, commandFields } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { maxBidsOfAuction, maxBidsOfUser, type StoredMaxBid } from "./queries.ts";

export const serveMaxBids = (app: App, deps: RouteDeps, caller: Caller): void => {
  serveCommands(app, deps, caller);
  serveReads(app, deps, caller);
};

const serveCommands = (app: App, deps: RouteDeps, caller: Caller): void => {
  const commands = createBidCommands(deps);

  serve(app, calls.setMaxBid, async ({ body, request }) => {
    const data = { ...body, ...commandFields(request) };
    const { id: userId } = await caller.bidder(request, "maxbid:set", commands.limited("maxbid:set", data));
    return answerOrRefuse(await commands.setMaxBid(userId, data));
  });

  serve(app, calls.confirmMaxBid, async ({ params, body: { contentVersion }, request }) => {
    const { id: userId } = await caller.bidder(request, "maxbid:confirm");
    const data = { maxBidId: params.id, contentVersion, ...commandFields(request) };
    return answerOrRefuse(await commands.confirmMaxBid(userId, data));
  });

  serve(app, calls.cancelMaxBid, async ({ params, request }) => {
    const { id: userId } = await caller.bidder(request, "maxbid:cancel");
    const data = { maxBidId: params.id, ...commandFields(request) };
    const { receipt } = answerOrRefuse(await commands.cancelMaxBid(userId, data));
    return { message: "Max bid cancelled successfully!", ...(receipt && { receipt }) };
  });
};

const serveReads = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database } = deps;
  const toWire = ({ maxBid, auction }: StoredMaxBid) => toMaxBidView(auction, maxBid);

  serve(app, calls.listMyMaxBids, async ({ account: { id }, query: { page = 1, limit = LIST_LIMIT_MAX } }) => {
    const rows = await maxBidsOfUser(deps.lists, id, { page, limit });
    return { maxBids: rows.map(({ stored, listed }) => ({ ...toWire(stored), ...listed })) };
  });

  serve(app, calls.getMyMaxBid, async ({ account: { id }, params, request }) => {
    const [own] = await maxBidsOfAuction(database, params.id, id, { page: 1, limit: 1 });
    return own && isShown(own.auction, await caller.viewer(request))
      ? { maxBid: toWire(own) }
      : refuse("NOT_FOUND", { message: "No max bid on this auction" });
  });

  serve(app, calls.listMaxBids, async ({ account, params, query: { page = 1, limit = LIST_LIMIT_MAX }, request }) => {
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    const isOver = state.status === "ended" || state.status === "sold";
    const ownerId = viewer.kind === "admin" && isOver ? null : account.id;
    const all = await maxBidsOfAuction(database, state.id, ownerId, { page, limit });
    return { maxBids: all.map(toWire) };
  });
};
