// /api/maxbids: a bidder's private maximum. A REST write is the same command as over a socket; the Idempotency-Key
// header is its command id.

import {
  cancelMaxBidAnswer,
  confirmMaxBidBody,
  maxBidAnswer,
  maxBidsAnswer,
  myMaxBidsAnswer,
  setMaxBidAnswer,
  setMaxBidBody,
} from "@jara/shared/rest/bids";
import { LIST_LIMIT_MAX, pageQuery } from "@jara/shared/rest/common";
import { toMaxBidView } from "../../auction/view/to-public.ts";
import { isShown } from "../../auction/view/visibility.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandFields, idParams, orRefuse } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBidCommands } from "./commands.ts";
import { maxBidsOfAuction, maxBidsOfUser, type StoredMaxBid } from "./queries.ts";

const tags = ["Bids"];

export const serveMaxBids = (app: App, deps: RouteDeps, caller: Caller): void => {
  serveCommands(app, deps, caller);
  serveReads(app, deps, caller);
};

const serveCommands = (app: App, deps: RouteDeps, caller: Caller): void => {
  const commands = createBidCommands(deps);

  app.post(
    "/api/maxbids",
    {
      schema: {
        tags,
        summary: "Set or replace your maximum bid",
        body: setMaxBidBody,
        response: { 200: setMaxBidAnswer },
      },
    },
    async (request) => {
      const data = { ...request.body, ...commandFields(request) };
      const { id: userId } = await caller.bidder(request, "maxbid:set", commands.limited("maxbid:set", data));
      return orRefuse(await commands.setMaxBid(userId, data));
    },
  );

  app.post(
    "/api/maxbids/:id/confirm",
    {
      schema: {
        tags,
        summary: "Confirm your suspended maximum on the lot as it reads now",
        description: "A maximum that is not suspended stays as it is.",
        params: idParams,
        body: confirmMaxBidBody,
        response: { 200: setMaxBidAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.bidder(request, "maxbid:confirm");
      const { contentVersion } = request.body;
      const data = { maxBidId: request.params.id, contentVersion, ...commandFields(request) };
      return orRefuse(await commands.confirmMaxBid(userId, data));
    },
  );

  app.delete(
    "/api/maxbids/:id",
    { schema: { tags, summary: "Cancel your maximum bid", params: idParams, response: { 200: cancelMaxBidAnswer } } },
    async (request) => {
      const { id: userId } = await caller.bidder(request, "maxbid:cancel");
      const data = { maxBidId: request.params.id, ...commandFields(request) };
      const { receipt } = orRefuse(await commands.cancelMaxBid(userId, data));
      return { message: "Max bid cancelled successfully!", ...(receipt && { receipt }) };
    },
  );
};

const serveReads = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database } = deps;
  const toWire = ({ maxBid, auction }: StoredMaxBid) => toMaxBidView(auction, maxBid);

  app.get(
    "/api/maxbids/user/active",
    {
      schema: {
        tags,
        summary: "The caller's standing maximum bids, those on open auctions first, by their end",
        querystring: pageQuery,
        response: { 200: myMaxBidsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { page = 1, limit = LIST_LIMIT_MAX } = request.query;
      const listed = await maxBidsOfUser(deps.lists, id, { page, limit });
      return {
        maxBids: listed.map(({ image, isLeading, isWon, ...stored }) => ({
          ...toWire(stored),
          ...{ image, isLeading, isWon },
        })),
      };
    },
  );

  app.get(
    "/api/maxbids/auction/:id",
    {
      schema: {
        tags,
        summary: "The caller's maximum bid on an auction; 404 means none",
        params: idParams,
        response: { 200: maxBidAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const [own] = await maxBidsOfAuction(database, request.params.id, id, { page: 1, limit: 1 });
      return own && isShown(own.auction, await caller.viewer(request))
        ? { maxBid: toWire(own) }
        : refuse("NOT_FOUND", { message: "No max bid on this auction" });
    },
  );

  app.get(
    "/api/maxbids/auction/:id/all",
    {
      schema: {
        tags,
        summary: "Maximum bids on an auction: the caller's own; everybody's for admins once it is over, highest first",
        params: idParams,
        querystring: pageQuery,
        response: { 200: maxBidsAnswer },
      },
    },
    async (request) => {
      const account = await caller.signedIn(request);
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const isOver = state.status === "ended" || state.status === "sold";
      const { page = 1, limit = LIST_LIMIT_MAX } = request.query;
      const ownerId = viewer.kind === "admin" && isOver ? null : account.id;
      const all = await maxBidsOfAuction(database, state.id, ownerId, { page, limit });
      return { maxBids: all.map(toWire) };
    },
  );
};
