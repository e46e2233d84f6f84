// GET /api/bids/user/my-auctions: the auctions that the caller bid on or bought, for My Bids.
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/my-auctions";
import { type Minor, toMajor } from "@jara/shared/money";
import { MY_AUCTIONS_LIMIT_DEFAULT, type MyAuction } from "@jara/shared/rest/my-auctions";
import { bidId, toIso } from "../../auction/view/to-public.ts";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { auctionNotFound, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type MyAuctionRow, myAuctionsPage } from "./my-auctions.ts";

export const serveMyAuctions = (app: App, deps: Pick<RouteDeps, "database" | "clock">, caller: Caller): void => {
  serve(app, calls.listMyBidAuctions, async ({ account, query, request }) => {
    const { tab: asked = null, auction, page = 1, limit = MY_AUCTIONS_LIMIT_DEFAULT } = query;
    const auctionId = auction?.toLowerCase() ?? null;
    if (auctionId !== null && !isUuid(auctionId)) return auctionNotFound();
    const { tab, counts, rows } = await myAuctionsPage(deps.database, account.id, {
      tab: asked,
      auctionId,
      page,
      limit,
    });
    const found = await inOrder(
      deps.database,
      rows.map(({ auctionId }) => auctionId),
    );
    const views = await viewsOf(deps, found, await caller.viewer(request));
    const viewOf = new Map(views.map((view) => [view._id, view]));
    return {
      auctions: rows.flatMap((row) => {
        const auction = viewOf.get(row.auctionId);
        return auction ? [toWire(row, auction)] : [];
      }),
      tab,
      counts,
      pagination: paginationOf(page, limit, auctionId === null ? counts[tab] : rows.length),
    };
  });
};

const major = (minor: number): number => toMajor(minor as Minor);

const toWire = (row: MyAuctionRow, auction: Auction): MyAuction => ({
  auction,
  highestBid: row.highestMinor === null ? null : major(row.highestMinor),
  bidCount: row.bidCount,
  bids: row.bids.map(({ number, amountMinor, kind, at, voidReason, voidedAt }) => ({
    _id: bidId(auction._id, number),
    amount: major(amountMinor),
    kind,
    timestamp: toIso(at),
    ...(voidReason && { voided: { reason: voidReason, at: toIso(voidedAt ?? at) } }),
  })),
  maxBid: row.maxBid && {
    _id: row.maxBid.id,
    maxAmount: major(row.maxBid.amountMinor),
    isSuspended: row.maxBid.isSuspended,
  },
  owed: row.owed && owedView(row.owed),
  offer: row.offer && {
    _id: row.offer.id,
    price: major(row.offer.priceMinor),
    expiresAt: toIso(row.offer.expiresAt),
  },
  listedAgainAs: row.listedAgainAs,
});

const owedView = (owed: NonNullable<MyAuctionRow["owed"]>): MyAuction["owed"] => {
  const { id, kind, status, totalMinor, receivedMinor, dueAt, isReady, isHandedOver } = owed;
  return {
    _id: id,
    kind,
    status,
    total: major(totalMinor),
    dueAt: toIso(dueAt),
    remaining: status === "open" ? major(Math.max(0, totalMinor - receivedMinor)) : 0,
    pickup: status === "paid" ? (isHandedOver ? "handed-over" : isReady ? "ready" : "waiting") : null,
  };
};
