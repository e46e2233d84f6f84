// PUT /api/auctions/{id} and /api/auctions/admin/{id}: staff edit a lot; an edit is one command however much it
// changes. POST …/addenda adds an addendum, and DELETE removes a lot that nobody has bid on.
import * as calls from "@jara/shared/calls/auction-management";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { reportOrNull } from "@jara/shared/condition-report";
import { detailNames } from "@jara/shared/lot-fields";
import { toMinor } from "@jara/shared/money";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import type { FastifyRequest } from "fastify";
import type { EditAuction } from "../../auction/commands.ts";
import { viewerOfRole } from "../../auction/view/viewer.ts";
import type { App } from "../../platform/http/app.ts";
import { refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { RefusedError } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, refuseUnseenSale, viewOf } from "./lookup.ts";
import { refuseUnofferedCategories } from "./refuse-categories.ts";
import type { AuctionRouteDeps } from "./routes.ts";
import { refuseUpcoming } from "./upcoming-lot.ts";

export const serveAuctionEdits = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { engine } = deps;

  const edit = async (request: FastifyRequest, auctionId: string, body: UpdateAuctionBody) => {
    const { id: userId, role } = await caller.staff(request);
    const commandId = commandIdOf(request);
    refuseUnseenSale(deps.config, body.status);
    const isAnnounced = await refuseUpcoming(deps.database, auctionId, body);
    await refuseUnknownMedia(deps.mediaCheck, body.media);
    if (body.categories && body.categories.length > 0) {
      const { state } = await lookAt(deps, auctionId, viewerOfRole(role, userId));
      refuseUnofferedCategories(body.categories, state.lot.categories, deps.categories());
    }
    const seen = body.seen && toSeen(body.seen);
    const command = {
      type: "EditAuction",
      auctionId,
      userId,
      commandId,
      edit: toEdit(body),
      seen,
      isAnnounced,
    } as const;
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) throw new RefusedError(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(role, userId)) };
  };

  serve(app, calls.addAddendum, async ({ account: { id: userId, role }, params, body, commandId }) => {
    const [auctionId, edit] = [params.id, { addendum: body.text }];
    const { outcome } = await engine.submit({ type: "EditAuction", auctionId, userId, commandId, edit });
    if (!outcome.ok) throw new RefusedError(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(role, userId)) };
  });

  serve(app, calls.deleteAuction, async ({ account: { id: userId }, params, commandId }) => {
    const auctionId = params.id;
    const { outcome } = await engine.submit({ type: "RemoveAuction", auctionId, userId, commandId });
    if (!outcome.ok) throw new RefusedError(outcome.error);
    return { message: "Auction deleted successfully!" };
  });

  serve(app, calls.updateAuction, ({ params, body, request }) => edit(request, params.id, body));
  serve(app, calls.updateAuctionAsAdmin, ({ params, body, request }) => edit(request, params.id, body));
};

type Edit = { -readonly [K in keyof EditAuction["edit"]]: EditAuction["edit"][K] };

/** Writes the times as the server does, whatever time zone the caller wrote them in. */
const toSeen = ({ startTime, endTime, ...same }: NonNullable<UpdateAuctionBody["seen"]>) => ({
  ...same,
  ...(startTime !== undefined && { startTime: startTime && new Date(startTime).toISOString() }),
  ...(endTime !== undefined && { endTime: endTime && new Date(endTime).toISOString() }),
});

export const toEdit = (body: UpdateAuctionBody): Edit => {
  const {
    startingPrice,
    bidIncrement,
    buyItNowPrice,
    reservePrice,
    startTime,
    endTime,
    location,
    conditionReport,
    lowEstimate,
    highEstimate,
    seen: _,
    ...same
  } = body;
  // A field that was left out must be absent, because JSON has no undefined.
  const edit = { ...same } as Edit;
  if (startingPrice !== undefined) edit.startingPriceMinor = toMinor(startingPrice);
  if (bidIncrement !== undefined) edit.incrementMinor = toMinor(bidIncrement);
  if (buyItNowPrice !== undefined) edit.buyItNowMinor = buyItNowPrice === null ? null : toMinor(buyItNowPrice);
  if (reservePrice !== undefined) edit.reserveMinor = reservePrice === null ? null : toMinor(reservePrice);
  if (startTime !== undefined) edit.startsAt = startTime === null ? null : Date.parse(startTime);
  if (endTime != null) edit.endsAt = Date.parse(endTime);
  if (conditionReport !== undefined) edit.conditionReport = reportOrNull(conditionReport as ConditionReport | null);
  if (lowEstimate !== undefined) edit.lowEstimateMinor = lowEstimate === null ? null : toMinor(lowEstimate);
  if (highEstimate !== undefined) edit.highEstimateMinor = highEstimate === null ? null : toMinor(highEstimate);
  if (location !== undefined) edit.location = location || null;
  for (const name of detailNames) if (body[name] !== undefined) edit[name] = body[name] || null;
  return edit;
};
