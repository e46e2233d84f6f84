// /api/lot-drafts: unfinished lots, each of one account alone, and the copy of an auction as a new one. A draft of somebody
// else gets the answer of an unknown id.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import type { HouseRules } from "@jara/shared/house-rules";
import { DURATION_DEFAULT_HOURS } from "@jara/shared/rest/auctions";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  LOT_DRAFTS_MAX,
  type LotDraftContent,
  lotDraftAnswer,
  lotDraftsAnswer,
  type SavedLotDraft,
  savedLotDraftAnswer,
  saveLotDraftBody,
} from "@jara/shared/rest/lot-drafts";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-limits";
import { viewerOfRole } from "../../../auction/view/viewer.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuseUnknownMedia } from "../../../platform/http/refuse-unknown-media.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams, noBody } from "../../../platform/http/requests.ts";
import type { Caller } from "../../accounts/caller.ts";
import { viewOf } from "../lookup.ts";
import type { AuctionRouteDeps } from "../routes.ts";
import {
  countDrafts,
  type DraftToSave,
  deleteDraft,
  draftNotFound,
  findDraft,
  listDrafts,
  saveDraft,
} from "./queries.ts";

const tags = ["Lot drafts"];

type Deps = Pick<AuctionRouteDeps, "database" | "clock" | "mediaCheck" | "houseRules">;

export const serveLotDrafts = (app: App, deps: Deps, caller: Caller): void => {
  serveReads(app, deps, caller);
  serveWrites(app, deps, caller);
};

const serveReads = (app: App, { database }: Deps, caller: Caller): void => {
  app.get(
    "/api/lot-drafts",
    {
      schema: {
        tags,
        summary: "The caller's unfinished lots, the last saved first (staff who make lots)",
        response: { 200: lotDraftsAnswer },
      },
    },
    async (request) => ({ drafts: await listDrafts(database, (await caller.staff(request)).id) }),
  );

  app.get(
    "/api/lot-drafts/:id",
    {
      schema: {
        tags,
        summary: "One of the caller's unfinished lots",
        params: idParams,
        response: { 200: lotDraftAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      const draft = isUuid(id) ? await findDraft(database, ownerId, id) : null;
      return { draft: draft ?? draftNotFound() };
    },
  );
};

const serveWrites = (app: App, deps: Deps, caller: Caller): void => {
  const { database, clock } = deps;

  app.put(
    "/api/lot-drafts/:id",
    {
      schema: {
        tags,
        summary: "Save an unfinished lot (staff who make lots)",
        description:
          "The client makes the id, a UUID, and sends revision 0 for a new draft. A save over another revision than the " +
          "stored one is refused with `DRAFT_CHANGED`. The same save twice has one effect. The content is what was typed, " +
          `however incomplete. An account has at most ${LOT_DRAFTS_MAX} drafts.`,
        params: idParams,
        body: saveLotDraftBody,
        response: { 200: savedLotDraftAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      if (!isUuid(id)) return draftNotFound();
      return await save(deps, { id, ownerId, ...request.body });
    },
  );

  app.delete(
    "/api/lot-drafts/:id",
    {
      schema: { tags, summary: "Delete an unfinished lot", params: idParams, response: { 200: messageAnswer } },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      const wasThere = isUuid(id) && (await deleteDraft(database, ownerId, id));
      return wasThere ? { message: "Draft deleted." } : draftNotFound();
    },
  );

  app.post(
    "/api/auctions/:id/duplicate",
    {
      schema: {
        tags,
        summary: "Copy an auction's texts, prices and media into a new unfinished lot (staff who make lots)",
        description:
          "Bids, times, ids and the status are not copied. Increments and soft close are the house's of today.",
        params: idParams,
        body: noBody,
        response: { 201: savedLotDraftAnswer },
      },
    },
    async (request, reply) => {
      const { id: ownerId, role } = await caller.staff(request);
      const auction = await viewOf({ database, clock }, request.params.id, viewerOfRole(role, ownerId));
      const content = copyOf(auction, deps.houseRules());
      return reply.code(201).send(await save(deps, { id: randomUUID(), ownerId, revision: 0, content }));
    },
  );
};

const save = async ({ database, mediaCheck }: Deps, draft: DraftToSave): Promise<SavedLotDraft> => {
  const { id, ownerId, content } = draft;
  const before = await findDraft(database, ownerId, id);
  // Look up only new uploads, because the uploads of a stored draft are safe from removal.
  const known = new Set(before?.content.media.map(({ url }) => url));
  await refuseUnknownMedia(
    mediaCheck,
    content.media.filter(({ url }) => !known.has(url)),
  );
  const saved = await saveDraft(database, draft);
  if (saved) return { draft: saved };
  if (before || (await findDraft(database, ownerId, id))) return refuse("DRAFT_CHANGED");
  if (draft.revision > 0) return draftNotFound();
  if ((await countDrafts(database, ownerId)) < LOT_DRAFTS_MAX) return draftNotFound();
  return refuse("INVALID", {
    message: `You have ${LOT_DRAFTS_MAX} drafts, and there is no room for more. Publish or delete some of them first.`,
  });
};

const amount = (value: number | null | undefined): string => (value == null ? "" : String(value));

/** The copy has the house's increments and soft close of today, not those of the old lot. */
const copyOf = (auction: Auction, { incrementTable, softClose }: HouseRules): LotDraftContent => ({
  ...{ title: auction.title, description: auction.description, categories: auction.categories },
  ...{ condition: auction.condition, location: auction.location ?? "", currency: auction.currency },
  ...{ startingPrice: amount(auction.startingPrice), bidIncrement: amount(auction.bidIncrement) },
  ...((incrementTable || auction.incrementSteps) && { incrementTable: true }),
  ...{ reservePrice: amount(auction.reservePrice), buyItNowPrice: amount(auction.buyItNowPrice) },
  ...{ startTime: "", endTime: "", duration: String(DURATION_DEFAULT_HOURS) },
  softCloseWindow: softClose ? String(softClose.windowSeconds) : "off",
  softCloseCap: String((softClose ?? USUAL_SOFT_CLOSE).capMinutes),
  ...(auction.conditionReport && {
    conditionReport: Object.fromEntries(
      Object.entries(auction.conditionReport).map(([name, value]) => [name, String(value)]),
    ),
  }),
  media: auction.media,
});
