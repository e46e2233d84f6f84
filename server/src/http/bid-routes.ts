// /api/bids and /api/maxbids. A REST write is the same command as over a socket; the Idempotency-Key is its command id.

import { toMinor } from "@jara/shared/money";
import {
  bidListAnswer,
  highestBidAnswer,
  LIST_LIMIT_DEFAULT,
  MINE_LIMIT_DEFAULT,
  maxBidAnswer,
  maxBidsAnswer,
  messageAnswer,
  mineQuery,
  myBidsAnswer,
  pageQuery,
  placeBidAnswer,
  placeBidBody,
  setMaxBidAnswer,
  setMaxBidBody,
} from "@jara/shared/rest";
import { toBidView, toMaxBidView, toView } from "../auction/to-public.ts";
import { toPlacedBid, toSetMaxBid } from "../engine/answers.ts";
import { maxBidIdOf } from "../engine/max-bid-id.ts";
import {
  auctionOfMaxBid,
  bidOfNumber,
  bidsOfAuction,
  bidsOfUser,
  maxBidsOfAuction,
  maxBidsOfUser,
  type StoredMaxBid,
} from "../store/queries/bids.ts";
import { asMade } from "./as-made.ts";
import { idParams, visibleAuction } from "./auction-routes.ts";
import { type App, type Caller, commandIdOf, type HttpDeps, orRefuse } from "./context.ts";
import { Refused, refuse } from "./refused.ts";

const tags = ["Bids"];

export const serveBids = (app: App, deps: HttpDeps, caller: Caller): void => {
  const { database, engine, clock } = deps;

  app.post(
    "/api/bids",
    { schema: { tags, summary: "Place a bid", body: placeBidBody, response: { 201: placeBidAnswer } } },
    async (request, reply) => {
      const { id: userId } = await caller.bidder(request, "bid:place");
      const { auctionId, amount } = request.body;
      const commandId = commandIdOf(request);
      const amountMinor = toMinor(amount);
      const answered = await engine.submit({ type: "PlaceBid", auctionId, userId, commandId, amountMinor });
      return reply.code(201).send(orRefuse(toPlacedBid(answered)));
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
      const viewer = await caller.viewer(request);
      const { id, bidCount } = await visibleAuction(deps, request.params.id, viewer);
      const { page = 1, limit = LIST_LIMIT_DEFAULT } = request.query;
      const bids = await bidsOfAuction(database, id, { page, limit });
      return { bids: bids.map((bid) => toBidView(id, bid, bid.at, viewer)), total: bidCount };
    },
  );

  app.get(
    "/api/bids/auction/:id/highest",
    { schema: { tags, summary: "The leading bid", params: idParams, response: { 200: highestBidAnswer } } },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { id, bidCount } = await visibleAuction(deps, request.params.id, viewer);
      // The last recorded bid leads: of two equal ones the leader's is recorded last.
      const bid = bidCount === 0 ? null : await bidOfNumber(database, id, bidCount);
      return { bid: bid && toBidView(id, bid, bid.at, viewer) };
    },
  );

  app.get(
    "/api/bids/user/my-bids",
    {
      schema: {
        tags,
        summary: "The caller's bids, newest first",
        querystring: mineQuery,
        response: { 200: myBidsAnswer },
      },
      ...asMade,
    },
    async (request) => {
      const account = await caller.signedIn(request);
      const viewer = { kind: account.role, id: account.id } as const;
      const { page = 1, limit = MINE_LIMIT_DEFAULT } = request.query;
      const rows = await bidsOfUser(database, account.id, { page, limit });
      return rows.map(({ bid, auction }) => {
        const { bidder: _, ...own } = toBidView(auction.id, bid, bid.at, viewer);
        return { ...own, auction: toView(auction, viewer, clock.now()) };
      });
    },
  );
};

export const serveMaxBids = (app: App, deps: HttpDeps, caller: Caller): void => {
  const { database, engine } = deps;
  const toWire = ({ maxBid, auction }: StoredMaxBid) => toMaxBidView(auction, maxBid);

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
      const { id: userId } = await caller.bidder(request, "maxbid:set");
      const { auctionId, maxAmount, currency } = request.body;
      const commandId = commandIdOf(request);
      const maxBidId = maxBidIdOf(auctionId, userId);
      const amountMinor = toMinor(maxAmount);
      return orRefuse(
        toSetMaxBid(
          await engine.submit({ type: "SetMaxBid", auctionId, userId, commandId, maxBidId, amountMinor, currency }),
        ),
      );
    },
  );

  app.get(
    "/api/maxbids/user/active",
    { schema: { tags, summary: "The caller's standing maximum bids", response: { 200: maxBidsAnswer } }, ...asMade },
    async (request) => {
      const { id } = await caller.signedIn(request);
      return { maxBids: (await maxBidsOfUser(database, id)).map(toWire) };
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
      const [own] = await maxBidsOfAuction(database, request.params.id, id);
      return own ? { maxBid: toWire(own) } : refuse("NOT_FOUND", { message: "No max bid on this auction" });
    },
  );

  app.get(
    "/api/maxbids/auction/:id/all",
    {
      schema: {
        tags,
        summary: "Maximum bids on an auction: the caller's own; everybody's for admins once it is over",
        params: idParams,
        response: { 200: maxBidsAnswer },
      },
    },
    async (request) => {
      const account = await caller.signedIn(request);
      const { id, status } = await visibleAuction(deps, request.params.id, { kind: account.role, id: account.id });
      const isOver = status === "ended" || status === "sold";
      const all = await maxBidsOfAuction(database, id, account.role === "admin" && isOver ? null : account.id);
      return { maxBids: all.map(toWire) };
    },
  );

  app.delete(
    "/api/maxbids/:id",
    { schema: { tags, summary: "Cancel your maximum bid", params: idParams, response: { 200: messageAnswer } } },
    async (request) => {
      const { id: userId } = await caller.bidder(request, "maxbid:cancel");
      const maxBidId = request.params.id;
      const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
      if (!auctionId) return refuse("NOT_FOUND", { message: "Max bid not found" });
      const commandId = commandIdOf(request);
      const { outcome } = await engine.submit({ type: "CancelMaxBid", auctionId, userId, commandId, maxBidId });
      if (!outcome.ok) throw new Refused(outcome.error);
      return { message: "Max bid cancelled successfully!" };
    },
  );
};
