// /api/lot-drafts: unfinished lots, which all staff who make lots share, the draft of an auction that a finished one
// becomes, and the copy of an auction as an unfinished lot.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/lot-drafts";
import { type HouseRules, withHouseRules } from "@jara/shared/house-rules";
import { detailsIn, eachEstimate } from "@jara/shared/lot-fields";
import { DURATION_DEFAULT_HOURS } from "@jara/shared/rest/auctions";
import {
  type ListedLotDraft,
  LOT_DRAFTS_LIMIT_DEFAULT,
  LOT_DRAFTS_MAX,
  type LotDraftContent,
  type SavedLotDraft,
} from "@jara/shared/rest/lot-drafts";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { toView } from "../../../auction/view/to-public.ts";
import { viewerOfRole } from "../../../auction/view/viewer.ts";
import { loadOutcomes } from "../../../engine/commit/engine-store.ts";
import { findAuction } from "../../../engine/reads/find-auctions.ts";
import { paginationOf } from "../../../platform/database/pages.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuseUnknownMedia } from "../../../platform/http/refuse-unknown-media.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Account } from "../../accounts/account.ts";
import { createLot } from "../create-lot.ts";
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
import { readDraft } from "./read-draft.ts";

type Deps = Pick<AuctionRouteDeps, "database" | "clock" | "mediaCheck" | "houseRules" | "lotMaker" | "categories">;

export const serveLotDrafts = (app: App, deps: Deps): void => {
  serveReads(app, deps);
  serveWrites(app, deps);
};

const serveReads = (app: App, { database }: Deps): void => {
  serve(app, calls.listLotDrafts, async ({ account: { id }, query }) => {
    const { mine, search = "", page = 1, limit = LOT_DRAFTS_LIMIT_DEFAULT } = query;
    const filter = { ownerId: mine ? id : undefined, search };
    const { rows, total } = await listDrafts(database, filter, { page, limit });
    return { drafts: rows.map(toListed), pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.getLotDraft, async ({ params: { id } }) => {
    const draft = isUuid(id) ? await findDraft(database, id) : null;
    return { draft: draft ?? draftNotFound() };
  });
};

const serveWrites = (app: App, deps: Deps): void => {
  const { database, clock } = deps;

  serve(app, calls.saveLotDraft, async ({ account: { id: ownerId }, params: { id }, body }) => {
    if (!isUuid(id)) return draftNotFound();
    return await save(deps, { id, ownerId, ...body });
  });

  serve(app, calls.deleteLotDraft, async ({ params: { id } }) => {
    const wasThere = isUuid(id) && (await deleteDraft(database, id));
    return wasThere ? { message: "Draft deleted." } : draftNotFound();
  });

  serve(app, calls.finishLotDraft, async ({ account: admin, params, body, commandId }) => {
    const state = await finish(deps, admin, params.id, body.revision, commandId);
    return { auction: toView(state, viewerOfRole(admin.role, admin.id), clock.now()) };
  });

  serve(app, calls.duplicateAuction, async ({ account: { id: ownerId, role }, params }) => {
    const auction = await viewOf({ database, clock }, params.id, viewerOfRole(role, ownerId));
    const content = copyOf(auction, deps.houseRules());
    return await save(deps, { id: randomUUID(), ownerId, revision: 0, content });
  });
};

const toListed = ({ content, ...row }: Awaited<ReturnType<typeof listDrafts>>["rows"][number]): ListedLotDraft => ({
  ...row,
  title: content.title,
  startTime: content.startTime,
  imageUrl: content.media.find(({ type }) => type === "image")?.url ?? null,
  missing: [...readDraft(content).missing],
});

/** The same command again gets the draft that the first one made. */
const finish = async (deps: Deps, admin: Account, id: string, revision: number, commandId: string) => {
  const draft = isUuid(id) ? await findDraft(deps.database, id) : null;
  if (!draft) return (await madeBefore(deps, admin, commandId)) ?? draftNotFound();
  if (draft.revision !== revision) return refuse("DRAFT_CHANGED", { draft });
  const { body, missing } = readDraft(draft.content);
  if (!body) {
    const issues = missing.map((message) => ({ path: "", message }));
    return refuse("INVALID", { message: `This lot is not finished. ${missing.join(" ")}`, issues });
  }
  // Without a start the end counts only if it is still ahead. A sale sets its own.
  const { startTime: _, endTime, ...same } = body;
  const isAhead = endTime != null && Date.parse(endTime) > deps.clock.now();
  // The form's own choice is no table, so a lot without an increment gets the one that fits its price.
  const rules = withHouseRules({ ...same, incrementTable: same.incrementTable ?? false }, deps.houseRules());
  const lot = { ...rules, ...(isAhead && { endTime }), draft: { id, revision } };
  return await createLot(deps, admin, lot, { commandId, isDraft: true });
};

const madeBefore = async ({ database }: Deps, { id: userId }: Account, commandId: string) => {
  const [known] = await loadOutcomes(database, [{ userId, commandId }]);
  if (!known?.fingerprint.startsWith("FinishDraft") || !known.outcome.ok) return null;
  const { data } = known.outcome;
  return data.of === "CreateAuction" ? await findAuction(database, data.auctionId) : null;
};

const save = async ({ database, mediaCheck }: Deps, draft: DraftToSave): Promise<SavedLotDraft> => {
  const { id, ownerId, content } = draft;
  const before = await findDraft(database, id);
  // Look up only new uploads, because the uploads of a stored draft are safe from removal.
  const known = new Set(before?.content.media.map(({ url }) => url));
  await refuseUnknownMedia(
    mediaCheck,
    content.media.filter(({ url }) => !known.has(url)),
  );
  const saved = await saveDraft(database, draft);
  if (saved) return { draft: saved };
  const stored = await findDraft(database, id);
  if (stored) return refuse("DRAFT_CHANGED", { draft: stored });
  if (draft.revision > 0) return draftNotFound();
  if ((await countDrafts(database, ownerId)) < LOT_DRAFTS_MAX) return draftNotFound();
  return refuse("INVALID", {
    message: `You have ${LOT_DRAFTS_MAX} drafts, and there is no room for more. Publish or delete some of them first.`,
  });
};

const amount = (value: number | null | undefined): string => (value == null ? "" : String(value));

/** The copy has the house's increments and soft close of today, not those of the old lot. */
const copyOf = (auction: Auction, { incrementTable, softClose }: HouseRules): LotDraftContent => ({
  title: auction.title,
  description: auction.description,
  categories: auction.categories,
  condition: auction.condition,
  location: auction.location ?? "",
  currency: auction.currency,
  startingPrice: amount(auction.startingPrice),
  bidIncrement: amount(auction.bidIncrement),
  ...((incrementTable || auction.incrementSteps) && { incrementTable: true }),
  reservePrice: amount(auction.reservePrice),
  buyItNowPrice: amount(auction.buyItNowPrice),
  startTime: "",
  endTime: "",
  duration: String(DURATION_DEFAULT_HOURS),
  softCloseWindow: softClose ? String(softClose.windowSeconds) : "off",
  softCloseCap: String((softClose ?? USUAL_SOFT_CLOSE).capMinutes),
  ...(auction.conditionReport && {
    conditionReport: Object.fromEntries(
      Object.entries(auction.conditionReport).map(([name, value]) => [name, String(value)]),
    ),
  }),
  ...detailsIn(auction),
  ...eachEstimate((name) => amount(auction[name])),
  media: auction.media,
});
