// Routes that void or withdraw bids, list the bidders of a lot, and show what a lot said before each change
// (docs/rules/bidding.md, rules 14 and 15).
import { randomUUID } from "node:crypto";
import * as calls from "@jara/shared/calls/voids";
import { toMajor } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { toView } from "../../auction/view/to-public.ts";
import { toVoided } from "../../engine/answers.ts";
import { contentChangesOf } from "../../engine/reads/content-changes.ts";
import { selectLotsToVoid } from "../../engine/reads/open-lots.ts";
import { previewVoid } from "../../engine/reads/void-preview.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { answerOrRefuse, commandFields } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { auctionNotFound, lookAt, refuseInterested, viewOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { biddersOfAuction } from "./queries.ts";

export const serveVoids = (app: App, deps: RouteDeps, caller: Caller): void => {
  serveReads(app, deps, caller);
  serveCommands(app, deps, caller);
  serveVoidEverywhere(app, deps);
};

const serveReads = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database, clock } = deps;

  serve(app, calls.listContentChanges, async ({ params, request }) => {
    const { state } = await lookAt(deps, params.id, await caller.viewer(request));
    return { changes: await contentChangesOf(database, state.id) };
  });

  serve(app, calls.listBidders, async ({ account: { id: adminId }, params }) => {
    await refuseInterested(deps, adminId, params.id);
    const { id, leader } = (await lookAt(deps, params.id, { kind: "admin", id: adminId })).state;
    const bidders = await biddersOfAuction(database, id);
    return {
      bidders: bidders.map(({ id: _id, username, bidCount, highestMinor }) => ({
        _id,
        username,
        bidCount,
        highestBid: toMajor(highestMinor),
        isLeading: leader?.id === _id,
      })),
    };
  });

  serve(app, calls.previewVoid, async ({ account: { id: adminId }, params, query }) => {
    const viewer = { kind: "admin", id: adminId } as const;
    await refuseInterested(deps, adminId, params.id);
    const { id } = (await lookAt(deps, params.id, viewer)).state;
    const { state, effect } =
      (await previewVoid(deps, id, { bidderId: query.userId, fromBid: query.fromBid })) ?? auctionNotFound();
    return { auction: toView(state, viewer, clock.now()), effect: answerOrRefuse(effect) };
  });
};

const serveCommands = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { engine } = deps;
  const commands = createBidCommands(deps);

  serve(app, calls.voidBids, async ({ account: { id: userId }, params, body, commandId }) => {
    const { userId: bidderId, reason, note = null, fromBid } = body;
    const auctionId = params.id;
    const command = { auctionId, userId, commandId, bidderId, reason, note: note || null, fromBid };
    const effect: VoidEffect = answerOrRefuse(toVoided(await engine.submit({ type: "VoidBids", ...command })));
    return { auction: await viewOf(deps, auctionId, { kind: "admin", id: userId }), effect };
  });

  serve(app, calls.withdrawBids, async ({ params, request }) => {
    const data = { auctionId: params.id, ...commandFields(request) };
    const { id: userId } = await caller.bidder(request, "bid:withdraw", commands.limited("bid:withdraw", data));
    return answerOrRefuse(await commands.withdrawBids(userId, data));
  });
};

const serveVoidEverywhere = (app: App, { database, engine }: RouteDeps): void => {
  serve(app, calls.voidAllBids, async ({ account: { id: userId }, params, body: { reason, note = null } }) => {
    const bidder = await findAccount(database, params.id);
    if (!bidder) return refuse("NOT_FOUND", { message: "User not found" });
    if (bidder.id === userId) {
      return refuse("CONFLICT_OF_INTEREST", { message: "Another administrator must void your bids." });
    }
    const lots = await selectLotsToVoid(database.db, { bidderId: bidder.id, voiderId: userId });
    const reports = lots.map(async ({ auctionId, title, hasBids }) => {
      const command = { auctionId, userId, commandId: randomUUID(), bidderId: bidder.id, reason, note: note || null };
      const effect = toVoided(await engine.submit({ type: "VoidBids", ...command, includesHidden: true }));
      if (!hasBids) return [];
      return "code" in effect
        ? [{ auctionId, title, ok: false, effect: null, message: effect.message }]
        : [{ auctionId, title, ok: true, effect, message: null }];
    });
    return { lots: (await Promise.all(reports)).flat() };
  });
};
