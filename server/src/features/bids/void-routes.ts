// Routes that void or withdraw bids, list the bidders of a lot, and show what a lot said before each change
// (docs/rules/bidding.md, rules 14 and 15).
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { toMajor } from "@jara/shared/money";
import { outcomeAnswer } from "@jara/shared/rest/bids";
import {
  biddersAnswer,
  changesAnswer,
  type VoidEffect,
  voidAllBidsAnswer,
  voidAllBidsBody,
  voidBidsAnswer,
  voidBidsBody,
  voidPreviewQuery,
} from "@jara/shared/rest/voids";
import * as z from "zod/mini";
import { toView } from "../../auction/view/to-public.ts";
import { toVoided } from "../../engine/answers.ts";
import { contentChangesOf } from "../../engine/reads/content-changes.ts";
import { selectLotsToVoid } from "../../engine/reads/open-lots.ts";
import { previewVoid } from "../../engine/reads/void-preview.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandFields, commandIdOf, idParams, orRefuse } from "../../platform/http/requests.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { auctionNotFound, lookAt, refuseInterested, viewOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { biddersOfAuction } from "./queries.ts";

const tags = ["Auctions"];

export const serveVoids = (app: App, deps: RouteDeps, caller: Caller): void => {
  serveReads(app, deps, caller);
  serveCommands(app, deps, caller);
  serveVoidEverywhere(app, deps, caller);
};

const serveReads = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database, clock } = deps;

  app.get(
    "/api/auctions/:id/changes",
    {
      schema: {
        tags,
        summary: "What the lot said before and after each change with bids",
        params: idParams,
        response: { 200: changesAnswer },
      },
    },
    async (request) => {
      const { state } = await lookAt(deps, request.params.id, await caller.viewer(request));
      return { changes: await contentChangesOf(database, state.id) };
    },
  );

  app.get(
    "/api/auctions/:id/bidders",
    {
      schema: {
        tags,
        summary: "Who has bids on an auction that count",
        params: idParams,
        response: { 200: biddersAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      await refuseInterested(deps, adminId, request.params.id);
      const { id, leader } = (await lookAt(deps, request.params.id, { kind: "admin", id: adminId })).state;
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
    },
  );

  app.get(
    "/api/auctions/:id/void-bids/preview",
    {
      schema: {
        tags,
        summary: "What voiding somebody's bids would make of the price and the leader",
        params: idParams,
        querystring: voidPreviewQuery,
        response: { 200: voidBidsAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      const viewer = { kind: "admin", id: adminId } as const;
      await refuseInterested(deps, adminId, request.params.id);
      const { id } = (await lookAt(deps, request.params.id, viewer)).state;
      const { state, effect } = (await previewVoid(deps, id, request.query.userId)) ?? auctionNotFound();
      return { auction: toView(state, viewer, clock.now()), effect: orRefuse(effect) };
    },
  );
};

const serveCommands = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { engine } = deps;
  const commands = createBidCommands(deps);

  app.post(
    "/api/auctions/:id/void-bids",
    {
      schema: {
        tags,
        summary: "Void somebody's bids on an auction",
        description:
          "The auction becomes what the same accepted commands without that person's make of it. Allowed while it is " +
          "open, and for 90 days after its end. While it is open, a person with only a maximum has no bids to void.",
        params: idParams,
        body: voidBidsBody,
        response: { 200: voidBidsAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const { userId: bidderId, reason, note = null } = request.body;
      const auctionId = request.params.id;
      const command = { auctionId, userId, commandId: commandIdOf(request), bidderId, reason, note: note || null };
      const effect: VoidEffect = orRefuse(toVoided(await engine.submit({ type: "VoidBids", ...command })));
      return { auction: await viewOf(deps, auctionId, { kind: "admin", id: userId }), effect };
    },
  );

  app.post(
    "/api/auctions/:id/withdraw-bids",
    {
      schema: {
        tags,
        summary: "Withdraw your bids because the lot changed after them",
        params: idParams,
        body: z.nullish(z.strictObject({})),
        response: { 200: outcomeAnswer },
      },
    },
    async (request) => {
      const data = { auctionId: request.params.id, ...commandFields(request) };
      const { id: userId } = await caller.bidder(request, "bid:withdraw", commands.limited("bid:withdraw", data));
      return orRefuse(await commands.withdrawBids(userId, data));
    },
  );
};

const serveVoidEverywhere = (app: App, { database, engine }: RouteDeps, caller: Caller): void => {
  app.post(
    "/api/admin/users/:id/void-bids",
    {
      schema: {
        tags,
        summary: "Void all bids of an account on all open lots",
        description:
          "Each lot is voided by itself; the answer reports every lot on which the account has bids. A maximum on a " +
          "lot without bids of the account is voided too, unless the caller has an interest in the lot, but the " +
          "answer does not name that lot.",
        params: idParams,
        body: voidAllBidsBody,
        response: { 200: voidAllBidsAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const bidder = await findAccount(database, request.params.id);
      if (!bidder) return refuse("NOT_FOUND", { message: "User not found" });
      if (bidder.id === userId) {
        throw new Refused(refusal("CONFLICT_OF_INTEREST", { message: "Another administrator must void your bids." }));
      }
      const { reason, note = null } = request.body;
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
    },
  );
};
