// /api/auctions: the listing and its filter counts, one auction, creation, the caller's own lots, status changes.

import { createHash, randomUUID } from "node:crypto";
import type { AuctionStatus } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { reportOrNull } from "@jara/shared/condition-report";
import { refusal } from "@jara/shared/errors";
import type { HouseRules } from "@jara/shared/house-rules";
import { type ExchangeRates, toMinor } from "@jara/shared/money";
import { ownCountsAnswer, ownLotsQuery } from "@jara/shared/rest/admin-auctions";
import {
  auctionAnswer,
  auctionFacetsAnswer,
  auctionFacetsQuery,
  auctionListAnswer,
  auctionListQuery,
  auctionsAnswer,
  type CreateAuctionBody,
  createAuctionBody,
  DURATION_DEFAULT_HOURS,
  statusBody,
} from "@jara/shared/rest/auctions";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import type { SiteCategory } from "@jara/shared/site-settings";
import type { AuctionState } from "../../auction/state.ts";
import { toView } from "../../auction/view/to-public.ts";
import { viewerOfRole } from "../../auction/view/viewer.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import { outbidAmong } from "../../engine/reads/outbid-among.ts";
import type { Database } from "../../platform/database/database.ts";
import { textOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { type MediaCheck, refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Account } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { fromDraft, type NewAuction, type PublishedDraft } from "./create-auction.ts";
import { draftNotFound, findDraft } from "./drafts/queries.ts";
import { auctionNotFound, refuseUnseenSale, viewOf, viewsOf } from "./lookup.ts";
import type { LotMaker } from "./lot-maker.ts";
import { auctionsOfSeller, countOfSeller } from "./queries.ts";
import { refuseUnknownCategories, refuseUnofferedCategories } from "./refuse-categories.ts";
import { listAuctions } from "./search/auction-listing.ts";
import { countFacets } from "./search/facets.ts";
import { refuseUpcoming } from "./upcoming-lot.ts";

const tags = ["Auctions"];
/** The additional dependencies of creating and editing an auction. */
export interface AuctionRouteDeps extends RouteDeps {
  readonly mediaCheck: MediaCheck;
  readonly exchange: { current(): ExchangeRates };
  /** With retired ones. */
  readonly categories: () => readonly SiteCategory[];
  readonly houseRules: () => HouseRules;
  readonly lotMaker: Pick<LotMaker, "make">;
}

export const serveAuctions = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  serveListing(app, deps, caller);
  serveOwnLots(app, deps, caller);
  serveLot(app, deps, caller);
  serveCreation(app, deps, caller);
  serveStatus(app, deps, caller);
};

/** Active auctions, and their numbers for the filters. */
const serveListing = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { exchange, lists } = deps;
  const fromLists = { ...deps, database: lists };

  app.get(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Active auctions, filtered and sorted",
        description:
          "Prices of both currencies are compared by their worth at the current rate. If nothing has the searched words, " +
          "the list is that of similar words, and `searchedFor` says them.",
        querystring: auctionListQuery,
        response: { 200: auctionListAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { page = 1, limit = LIST_LIMIT_DEFAULT, ...filters } = request.query;
      refuseUnknownCategories(filters.category, deps.categories());
      const { auctions, ...found } = await listAuctions(lists, filters, { page, limit }, exchange.current());
      const [views, outbid] = await Promise.all([
        viewsOf(fromLists, auctions, viewer),
        viewer.kind === "public" ? null : outbidAmong(lists, viewer.id, auctions),
      ]);
      return { auctions: views, ...found, ...(outbid && { outbid }) };
    },
  );

  app.get(
    "/api/auctions/facets",
    {
      schema: {
        tags,
        summary: "The number of active auctions for each category, condition and location",
        description: "A number counts the auctions that the other filters leave. It may be a few seconds old.",
        querystring: auctionFacetsQuery,
        response: { 200: auctionFacetsAnswer },
      },
    },
    async (request) => {
      // The numbers are the same for everybody, but an invalid token is refused here as elsewhere.
      await caller.viewer(request);
      refuseUnknownCategories(request.query.category, deps.categories());
      return await countFacets(lists, request.query, exchange.current());
    },
  );
};

/** The auctions that the calling member of the staff made. */
const serveOwnLots = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const { lists } = deps;
  const fromLists = { ...deps, database: lists };

  app.get(
    "/api/auctions/user/my-auctions",
    {
      schema: {
        tags,
        summary: "The caller's own auctions, newest first",
        querystring: ownLotsQuery,
        response: { 200: auctionsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const admin = await caller.staff(request);
      const { page = 1, limit = MINE_LIMIT_DEFAULT, status } = request.query;
      const filter = { status, search: textOf(request.query) };
      const auctions = await auctionsOfSeller(lists, admin.id, filter, { page, limit });
      return viewsOf(fromLists, auctions, viewerOfRole(admin.role, admin.id));
    },
  );

  app.get(
    "/api/auctions/user/my-auctions/counts",
    {
      schema: {
        tags,
        summary: "The number of the caller's own auctions of each status",
        response: { 200: ownCountsAnswer },
      },
    },
    async (request) => ({ counts: await countOfSeller(lists, (await caller.staff(request)).id) }),
  );
};

const serveLot = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  app.get(
    "/api/auctions/:id",
    { schema: { tags, summary: "One auction", params: idParams, response: { 200: auctionAnswer } } },
    async (request) => {
      return { auction: await viewOf(deps, request.params.id, await caller.viewer(request)) };
    },
  );
};

const serveCreation = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  app.post(
    "/api/auctions",
    {
      schema: {
        tags,
        summary: "Create an auction",
        description: "Without a start time, or with one in the past, it starts at once; else it is a draft until then.",
        body: createAuctionBody,
        response: { 201: auctionAnswer },
      },
    },
    async (request, reply) => {
      const admin = await caller.staff(request);
      const state = await createLot(deps, admin, request.body, { commandId: commandIdOf(request) });
      return reply.code(201).send({ auction: toView(state, viewerOfRole(admin.role, admin.id), deps.clock.now()) });
    },
  );
};

/** Pauses, resumes, ends and cancels. */
const serveStatus = (app: App, deps: AuctionRouteDeps, caller: Caller): void => {
  const changeStatus = async (
    admin: Account,
    auctionId: string,
    { status, reason }: { readonly status: AuctionStatus; readonly reason?: string },
    commandId: string,
  ) => {
    refuseUnseenSale(deps.config, status);
    await refuseUpcoming(deps.database, auctionId, { status });
    const by = { auctionId, userId: admin.id, commandId };
    const { outcome } = await deps.engine.submit({ ...by, type: "ChangeStatus", status, reason });
    if (!outcome.ok) throw new Refused(outcome.error);
    return { auction: await viewOf(deps, auctionId, viewerOfRole(admin.role, admin.id)) };
  };

  app.patch(
    "/api/auctions/admin/:id/status",
    {
      schema: {
        tags,
        summary: "Set an auction's status: pause, resume, end, cancel, …",
        params: idParams,
        body: statusBody,
        response: { 200: auctionAnswer },
      },
    },
    async (request) => changeStatus(await caller.staff(request), request.params.id, request.body, commandIdOf(request)),
  );

  app.patch(
    "/api/auctions/:id/cancel",
    { schema: { tags, summary: "Cancel an auction", params: idParams, response: { 200: auctionAnswer } } },
    async (request) =>
      changeStatus(await caller.staff(request), request.params.id, { status: "cancelled" }, commandIdOf(request)),
  );
};

/** `isDraft`: the lot stays a draft until somebody starts it, or a sale does. */
export const createLot = async (
  deps: Pick<AuctionRouteDeps, "database" | "clock" | "lotMaker" | "mediaCheck" | "categories">,
  admin: Account,
  body: CreateAuctionBody,
  { commandId, isDraft = false }: { readonly commandId: string; readonly isDraft?: boolean },
): Promise<AuctionState> => {
  const { database, clock, lotMaker } = deps;
  await refuseUnknownMedia(deps.mediaCheck, body.media);
  refuseUnofferedCategories(body.categories, [], deps.categories());
  const auction: NewAuction = {
    ...toNewAuction(body, admin, clock.now()),
    ...(isDraft && ({ status: "draft", startsAt: "by hand" } as const)),
  };
  const fingerprint = `${isDraft ? "FinishDraft" : "CreateAuction"} ${createHash("sha256").update(JSON.stringify(body)).digest("hex")}`;
  const draft = body.draft ?? null;
  // An id that is not a UUID belongs to no draft, and the statement would fail on it.
  const isPossible = draft === null || isUuid(draft.id);
  const created = isPossible
    ? await lotMaker.make(auction, { commandId, fingerprint }, draft ? fromDraft(draft) : undefined)
    : null;
  if (created) return created;
  const [known] = await loadOutcomes(database, [{ userId: admin.id, commandId }]);
  if (!known) return draft ? await refusePublishing(database, draft) : refuse("FORBIDDEN");
  if (known.fingerprint !== fingerprint || !known.outcome.ok || known.outcome.data.of !== "CreateAuction") {
    return refuse("COMMAND_ID_REUSED");
  }
  return (await findAuction(database, known.outcome.data.auctionId)) ?? auctionNotFound();
};

/** Says why an unfinished lot was not published. */
const refusePublishing = async (database: Database, draft: PublishedDraft): Promise<never> => {
  const found = isUuid(draft.id) ? await findDraft(database, draft.id) : null;
  if (!found) return draftNotFound();
  return found.revision === draft.revision ? refuse("FORBIDDEN") : refuse("DRAFT_CHANGED", { draft: found });
};

const HOUR = 60 * 60 * 1000;

export const toNewAuction = (
  body: CreateAuctionBody,
  admin: Pick<Account, "id" | "username">,
  now: number,
): NewAuction => {
  const startsAt = body.startTime ? Date.parse(body.startTime) : null;
  const isScheduled = startsAt !== null && startsAt > now;
  const durationMs = Math.round((body.duration ?? DURATION_DEFAULT_HOURS) * HOUR);
  const given = body.endTime ? Date.parse(body.endTime) : null;
  const endsAt = given ?? (isScheduled ? startsAt + durationMs : null);
  if (endsAt !== null && endsAt <= (isScheduled ? startsAt : now)) {
    const message = "The end time must be in the future and after the start time";
    throw new Refused(refusal("INVALID", { message, issues: [{ path: "endTime", message }] }));
  }
  const report = reportOrNull((body.conditionReport ?? null) as ConditionReport | null);
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
      ...(report && { conditionReport: report }),
    },
    currency: body.currency ?? "NGN",
    startingPriceMinor: toMinor(body.startingPrice),
    incrementMinor: toMinor(body.bidIncrement ?? 1),
    incrementTable: body.incrementTable ?? false,
    reserveMinor: minorOrNull(body.reservePrice),
    buyItNowMinor: minorOrNull(body.buyItNowPrice),
    softClose: body.softClose ?? null,
    status: isScheduled ? "draft" : "active",
    startsAt: isScheduled ? startsAt : null,
    endsAt,
    durationMs,
  };
};
