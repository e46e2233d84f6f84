// /api/auctions: the listing, one auction, creating, an admin's own, status.
import { createHash, randomUUID } from "node:crypto";
import type { Auction, AuctionStatus, Media } from "@jara/shared/auction";
import { refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import {
  auctionAnswer,
  auctionListAnswer,
  auctionListQuery,
  auctionsAnswer,
  type CreateAuctionBody,
  createAuctionBody,
  DURATION_DEFAULT_HOURS,
  LIST_LIMIT_DEFAULT,
  MINE_LIMIT_DEFAULT,
  pageQuery,
  statusBody,
} from "@jara/shared/rest";
import * as z from "zod/mini";
import type { AuctionState } from "../../auction/state.ts";
import { toView, type Viewer } from "../../auction/to-public.ts";
import { isShown } from "../../auction/visibility.ts";
import { createAuction, type NewAuction } from "./create-auction.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { listAuctions } from "./search/auction-listing.ts";
import { auctionsOfSeller, findAuction } from "./queries.ts";
import { interestsAmong, viewerOn, viewersOn } from "../../engine/commit/interests.ts";
import type { Account } from "../accounts/queries.ts";
import { asMade } from "../../platform/http/unchecked-serializer.ts";
import { type App, type Caller, commandIdOf, type HttpDeps } from "../../platform/http/context.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";

const tags = ["Auctions"];
export const idParams = z.object({ id: z.string().check(z.maxLength(64)) });
const auctionNotFound = () => refuse("NOT_FOUND", { message: "Auction not found" });

/**
 * The auction, or 404 if the caller is not shown it (visibility.ts). `viewer` is what the caller is on this auction: an
 * administrator with an interest in it is an ordinary user.
 */
export const lookAt = async (
  { database }: Pick<HttpDeps, "database">,
  id: string,
  caller: Viewer,
): Promise<{ state: AuctionState; viewer: Viewer }> => {
  const viewer = await viewerOn(database, id, caller);
  const state = await findAuction(database, id);
  if (!state || !isShown(state, viewer)) return auctionNotFound();
  return { state, viewer };
};

/** The auction as the caller may see it, for an answer. */
export const viewOf = async (
  deps: Pick<HttpDeps, "database" | "clock">,
  id: string,
  caller: Viewer,
): Promise<Auction> => {
  const { state, viewer } = await lookAt(deps, id, caller);
  return toView(state, viewer, deps.clock.now());
};

/** Refuses an administrator who has an interest in the auction (Conflicts of interest). */
export const refuseInterested = async (
  { database }: Pick<HttpDeps, "database">,
  userId: string,
  auctionId: string,
): Promise<void> => {
  const found = await interestsAmong(database, [{ userId, auctionId }]);
  if (found.length > 0) refuse("CONFLICT_OF_INTEREST");
};

/** Each auction of a list as the caller may see it. */
export const viewsOf = async (
  { database, clock }: Pick<HttpDeps, "database" | "clock">,
  auctions: readonly AuctionState[],
  caller: Viewer,
): Promise<Auction[]> => {
  const viewerOf = await viewersOn(
    database,
    auctions.map(({ id }) => id),
    caller,
  );
  const now = clock.now();
  return auctions.map((auction) => toView(auction, viewerOf(auction.id), now));
};

/** 400 where an item names no upload of ours and is no https address, or is not of the type it says. */
export const refuseUnknownMedia = async ({ mediaCheck }: HttpDeps, media: readonly Media[] = []): Promise<void> => {
  const issues = await mediaCheck(media);
  const [first] = issues;
  if (first) refuse("INVALID", { message: `Some of the media cannot be used: one ${first.message}.`, issues });
};

export const serveAuctions = (app: App, deps: HttpDeps, caller: Caller): void => {
  const { database, clock, engine } = deps;

  app.get(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Active auctions, filtered and sorted",
        querystring: auctionListQuery,
        response: { 200: auctionListAnswer },
      },
      ...asMade,
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { page = 1, limit = LIST_LIMIT_DEFAULT, ...filters } = request.query;
      const { auctions, total } = await listAuctions(database, filters, { page, limit });
      return { auctions: await viewsOf(deps, auctions, viewer), total };
    },
  );

  app.get(
    "/api/auctions/user/my-auctions",
    {
      schema: {
        tags,
        summary: "The caller's own auctions, newest first (admins)",
        querystring: pageQuery,
        response: { 200: auctionsAnswer },
      },
      ...asMade,
    },
    async (request) => {
      const admin = await caller.admin(request);
      const { page = 1, limit = MINE_LIMIT_DEFAULT } = request.query;
      const auctions = await auctionsOfSeller(database, admin.id, { page, limit });
      return viewsOf(deps, auctions, { kind: "admin", id: admin.id });
    },
  );

  app.get(
    "/api/auctions/:id",
    { schema: { tags, summary: "One auction", params: idParams, response: { 200: auctionAnswer } } },
    async (request) => {
      return { auction: await viewOf(deps, request.params.id, await caller.viewer(request)) };
    },
  );

  app.post(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Create an auction (admins)",
        description: "Without a start time, or with one in the past, it starts at once; else it is a draft until then.",
        body: createAuctionBody,
        response: { 201: auctionAnswer },
      },
    },
    async (request, reply) => {
      const admin = await caller.admin(request);
      const state = await create(deps, admin, request.body, commandIdOf(request));
      return reply.code(201).send({ auction: toView(state, { kind: "admin", id: admin.id }, clock.now()) });
    },
  );

  const changeStatus = async (admin: Account, auctionId: string, status: AuctionStatus, commandId: string) => {
    const { outcome } = await engine.submit({ type: "ChangeStatus", auctionId, userId: admin.id, commandId, status });
    if (!outcome.ok) throw new Refused(outcome.error);
    return { auction: await viewOf(deps, auctionId, { kind: "admin", id: admin.id }) };
  };

  app.patch(
    "/api/auctions/admin/:id/status",
    {
      schema: {
        tags,
        summary: "Set an auction's status (admins): pause, resume, end, cancel, …",
        params: idParams,
        body: statusBody,
        response: { 200: auctionAnswer },
      },
    },
    async (request) =>
      changeStatus(await caller.admin(request), request.params.id, request.body.status, commandIdOf(request)),
  );

  app.patch(
    "/api/auctions/:id/cancel",
    { schema: { tags, summary: "Cancel an auction (admins)", params: idParams, response: { 200: auctionAnswer } } },
    async (request) => changeStatus(await caller.admin(request), request.params.id, "cancelled", commandIdOf(request)),
  );
};

const create = async (
  deps: HttpDeps,
  admin: Account,
  body: CreateAuctionBody,
  commandId: string,
): Promise<AuctionState> => {
  const { database, clock, publisher } = deps;
  await refuseUnknownMedia(deps, body.media);
  const auction = toNewAuction(body, admin, clock.now());
  const fingerprint = `CreateAuction ${createHash("sha256").update(JSON.stringify(body)).digest("hex")}`;
  const created = await createAuction(database, auction, { commandId, fingerprint });
  if (created) {
    publisher.created(created);
    return created;
  }
  const [known] = await loadOutcomes(database, [{ userId: admin.id, commandId }]);
  if (!known) return refuse("FORBIDDEN");
  if (known.fingerprint !== fingerprint || !known.outcome.ok || known.outcome.data.of !== "CreateAuction") {
    return refuse("COMMAND_ID_REUSED");
  }
  return (await findAuction(database, known.outcome.data.auctionId)) ?? auctionNotFound();
};

const HOUR = 60 * 60 * 1000;

const toNewAuction = (body: CreateAuctionBody, admin: Account, now: number): NewAuction => {
  const startsAt = body.startTime ? Date.parse(body.startTime) : null;
  const isScheduled = startsAt !== null && startsAt > now;
  const durationMs = Math.round((body.duration ?? DURATION_DEFAULT_HOURS) * HOUR);
  const given = body.endTime ? Date.parse(body.endTime) : null;
  const endsAt = given ?? (isScheduled ? startsAt + durationMs : null);
  if (endsAt !== null && endsAt <= (isScheduled ? startsAt : now)) {
    const message = "The end time must be in the future and after the start time";
    throw new Refused(refusal("INVALID", { message, issues: [{ path: "endTime", message }] }));
  }
  const minorOrNull = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount));
  return {
    auctionId: randomUUID(),
    seller: { id: admin.id, username: admin.username },
    lot: {
      title: body.title,
      description: body.description,
      categories: body.categories ?? [],
      condition: body.condition ?? "good",
      location: body.location || null,
      media: body.media ?? [],
    },
    currency: body.currency ?? "NGN",
    startingPriceMinor: toMinor(body.startingPrice),
    incrementMinor: toMinor(body.bidIncrement ?? 1),
    reserveMinor: minorOrNull(body.reservePrice),
    buyItNowMinor: minorOrNull(body.buyItNowPrice),
    softClose: body.softClose ?? null,
    status: isScheduled ? "draft" : "active",
    startsAt: isScheduled ? startsAt : null,
    endsAt,
    durationMs,
  };
};
