// Makes a lot from the body of a request: at once, or from an unfinished lot. Says why it was not made.
import { createHash, randomUUID } from "node:crypto";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { reportOrNull } from "@jara/shared/condition-report";
import { toMinorEstimates } from "@jara/shared/estimates";
import { detailsIn } from "@jara/shared/lot-fields";
import { toMinor } from "@jara/shared/money";
import { type CreateAuctionBody, DURATION_DEFAULT_HOURS } from "@jara/shared/rest/auctions";
import type { SiteCategory } from "@jara/shared/site-settings";
import type { AuctionState } from "../../auction/state.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { type MediaCheck, refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import type { Account } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { fromDraft, type NewAuction, type PublishedDraft } from "./create-auction.ts";
import { draftNotFound, findDraft } from "./drafts/queries.ts";
import { auctionNotFound } from "./lookup.ts";
import type { LotMaker } from "./lot-maker.ts";
import { refuseUnofferedCategories } from "./refuse-categories.ts";

interface LotDeps extends Pick<RouteDeps, "database" | "clock"> {
  readonly lotMaker: Pick<LotMaker, "make">;
  readonly mediaCheck: MediaCheck;
  /** With retired ones. */
  readonly categories: () => readonly SiteCategory[];
}

/** `isDraft`: the lot stays a draft until somebody starts it, or a sale does. */
export const createLot = async (
  deps: LotDeps,
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
    return refuseField("endTime", message);
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
      ...detailsIn(body),
      ...toMinorEstimates(body),
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
