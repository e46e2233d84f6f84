// PUT /api/auctions/{id} and /api/auctions/admin/{id}: staff edit a lot; an edit is one command however much it
// changes. POST …/addenda adds an addendum, and DELETE removes a lot that nobody has bid on.

import type { ConditionReport } from "@jara/shared/condition-fields";
import { reportOrNull } from "@jara/shared/condition-report";
import { toMinor } from "@jara/shared/money";
import { addendumBody, auctionAnswer, type UpdateAuctionBody, updateAuctionBody } from "@jara/shared/rest/auctions";
import { messageAnswer } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";
import type { EditAuction } from "../../auction/commands.ts";
import { viewerOfRole } from "../../auction/view/viewer.ts";
import type { App } from "../../platform/http/app.ts";
import { refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { Refused } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, refuseUnseenSale, viewOf } from "./lookup.ts";
import { refuseUnofferedCategories } from "./refuse-categories.ts";
import type { AuctionRouteDeps } from "./routes.ts";
import { refuseUpcoming } from "./upcoming-lot.ts";

const description =
  "What is left out stays; null removes the Buy It Now price, the reserve, the location or a draft's start time. " +
  "With bids the currency and the starting price cannot change. An end time that has passed closes the auction. A " +
  "status is set in the same change. With bids or maxima, a change of what the lot says makes a new content version: " +
  "maxima are suspended until confirmed, bidders are told, and at least two hours are left. With bids the increment and " +
  "the reserve can only fall, and the soft close stays. On a lot that is not a draft, the status, the end, the starting " +
  "price, the reserve, the Buy It Now price, the currency, the increment and the soft close need the permission to run " +
  "auctions. `seen` has fields as the caller saw them: if one of these has another value by now, nothing is written, and " +
  "409 (`VALUE_CHANGED`) has both values in `changes`.";

export const serveAuctionEdits = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { engine } = deps;

  const edit = async (request: FastifyRequest, auctionId: string, body: UpdateAuctionBody) => {
    const { id: userId, role } = await caller.staff(request);
    const commandId = commandIdOf(request);
    refuseUnseenSale(deps.config, body.status);
    await refuseUpcoming(deps.database, auctionId, body);
    await refuseUnknownMedia(deps.mediaCheck, body.media);
    if (body.categories && body.categories.length > 0) {
      const { state } = await lookAt(deps, auctionId, viewerOfRole(role, userId));
      refuseUnofferedCategories(body.categories, state.lot.categories, deps.categories());
    }
    const seen = body.seen && toSeen(body.seen);
    const command = { type: "EditAuction", auctionId, userId, commandId, edit: toEdit(body), seen } as const;
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) throw new Refused(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(role, userId)) };
  };

  app.post(
    "/api/auctions/:id/addenda",
    {
      schema: {
        tags: ["Auctions"],
        summary: "Add an addendum to a lot (staff)",
        description:
          "A dated public note, which cannot be edited or removed. With bids or maxima it is a change of what the lot says: a new content version, " +
          "suspended maxima, notices to bidders, and at least two hours until the end.",
        params: idParams,
        body: addendumBody,
        response: { 201: auctionAnswer },
      },
    },
    async (request, reply) => {
      const { id: userId, role } = await caller.staff(request);
      const [auctionId, commandId, edit] = [request.params.id, commandIdOf(request), { addendum: request.body.text }];
      const { outcome } = await engine.submit({ type: "EditAuction", auctionId, userId, commandId, edit });
      if (!outcome.ok) throw new Refused(outcome.error);
      return reply.code(201).send({ auction: await viewOf(deps, auctionId, viewerOfRole(role, userId)) });
    },
  );

  app.delete(
    "/api/auctions/:id",
    {
      schema: {
        tags: ["Auctions"],
        summary: "Delete an auction that nobody has bid on",
        description:
          "One with bids is refused: cancel it instead. Its log is kept. A lot that somebody is buying needs the " +
          "permission to run auctions, because its purchase becomes void.",
        params: idParams,
        response: { 200: messageAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const [auctionId, commandId] = [request.params.id, commandIdOf(request)];
      const { outcome } = await engine.submit({ type: "RemoveAuction", auctionId, userId, commandId });
      if (!outcome.ok) throw new Refused(outcome.error);
      return { message: "Auction deleted successfully!" };
    },
  );

  for (const path of ["/api/auctions/:id", "/api/auctions/admin/:id"]) {
    app.put(
      path,
      {
        schema: {
          tags: ["Auctions"],
          summary: "Edit an auction",
          description,
          params: idParams,
          body: updateAuctionBody,
          response: { 200: auctionAnswer },
        },
      },
      (request) => edit(request, request.params.id, request.body),
    );
  }
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
  if (location !== undefined) edit.location = location || null;
  return edit;
};
