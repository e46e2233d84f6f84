// The calls that make a sale and change its texts, times and lots (staff).
import { randomUUID } from "node:crypto";
import { NO_SMS } from "@jara/shared/bidding-requirements";
import * as calls from "@jara/shared/calls/sales";
import type { Sale, UpdateSaleBody } from "@jara/shared/rest/sales";
import { numbered } from "@jara/shared/sale-order";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { type MediaCheck, refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { type LotsSet, type StartsPassed, setLots, unusableLots } from "./lot-queries.ts";
import { type Changed, changeSale, insertSale } from "./queries.ts";
import { answerOf, type SaleRouteDeps, saleOf } from "./views.ts";

/** 10,000 ids, with room for spaces between them. */
const LOTS_BODY_BYTES = 512 * 1024;

const why: Record<Exclude<Changed, "changed" | "outdated">, () => never> = {
  "not-allowed": () => refuse("FORBIDDEN"),
  published: () => refuse("SALE_STATE", { message: "The sale is published: its lots and times can only be shifted." }),
  "terms-not-allowed": () =>
    refuse("FORBIDDEN", {
      message: "The sale is published, so only staff who run auctions can change its terms and who may bid.",
    }),
  "has-interest": () =>
    refuse("CONFLICT_OF_INTEREST", {
      message:
        "You sell a lot of this sale, or have a bid, a maximum, a purchase or a win on one: somebody else must change its terms and who may bid.",
    }),
  "closes-soon": () =>
    refuse("SALE_STATE", {
      message:
        "A lot of this sale closes within two hours, so its terms cannot change now. Pause the sale or that lot first.",
    }),
};

/** Throws unless the picture is an upload, or there is none. */
const refuseUnknownPicture = async (mediaCheck: MediaCheck, picture: string | null): Promise<void> => {
  if (picture !== null) await refuseUnknownMedia(mediaCheck, [{ url: picture, type: "image" }]);
};

const WRONG_SUFFIXES = "A lot with a letter follows the lot of its number, and the letters of one number ascend.";

/** Another start can pass between two attempts, so there are several. */
const ATTEMPTS = 3;
const LOTS_AT_ONCE = 100;

/**
 * Sets the lots of the sale. A lot whose own start has passed would open at once when it leaves the sale, so it loses
 * this start before. In the sale the start has no effect, so no harm is done if the lots are not set afterwards.
 */
const setLotsWithoutPassedStarts = async (
  { database, engine }: Pick<SaleRouteDeps, "database" | "engine">,
  userId: string,
  lots: Parameters<typeof setLots>[2],
): Promise<Exclude<LotsSet, StartsPassed>> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const set = await setLots(database, userId, lots);
    if (typeof set === "string") return set;
    for (let first = 0; first < set.startsPassed.length; first += LOTS_AT_ONCE) {
      const some = set.startsPassed.slice(first, first + LOTS_AT_ONCE);
      await Promise.all(some.map((auctionId) => removeStart(engine, userId, auctionId)));
    }
  }
  return "outdated";
};

const removeStart = async (engine: SaleRouteDeps["engine"], userId: string, auctionId: string): Promise<void> => {
  const edit = { startsAt: null };
  const { outcome } = await engine.submit({ type: "EditAuction", auctionId, userId, commandId: randomUUID(), edit });
  // A lot that is no longer a draft keeps its start, and may leave the sale.
  if (!outcome.ok && outcome.error.code !== "INVALID") throw new RefusedError(outcome.error);
};

/** Names each of the lots, by its place in the list. */
const refuseLots = (places: readonly number[]) =>
  refuse("INVALID", {
    message: "Only drafts that no other sale has can be put into a sale.",
    issues: places.map((place) => ({
      path: `auctionIds.${place}`,
      message: "This lot is not a draft, or another sale has it.",
    })),
  });

const DAY_MINUTES = 24 * 60;

/** Times that make no sense, whatever the sale had before. */
const refuseTimes = (
  opensAt: string | null,
  closesAt: string,
  { viewings = [], pickups = [] }: Pick<UpdateSaleBody, "viewings" | "pickups">,
) => {
  const issue = (path: string, message: string) => refuse("INVALID", { message, issues: [{ path, message }] });
  if (opensAt !== null && Date.parse(opensAt) >= Date.parse(closesAt))
    return issue("closesAt", "The first lot must close after bidding opens.");
  const wrong = viewings.findIndex(({ from, until }) => Date.parse(from) >= Date.parse(until));
  if (wrong >= 0) return issue(`viewings.${wrong}.until`, "A viewing must end after it begins.");
  const odd = pickups.findIndex(({ from, until, slotMinutes }) => {
    const minutes = (Date.parse(until) - Date.parse(from)) / 60_000;
    return minutes < slotMinutes || minutes > DAY_MINUTES;
  });
  if (odd >= 0)
    return issue(`pickups.${odd}.until`, "A pickup time must be at least one slot long, and at most a day.");
};

/** Refuses groups if the lots do not close together, and an acceptance of terms if there are no terms. */
const refuseSettings = ({ closing, groupSize, asksTerms, terms }: Settings) => {
  const issue = (path: string, message: string) => refuse("INVALID", { message, issues: [{ path, message }] });
  if (groupSize !== null && closing !== "together")
    return issue("groupSize", "Only lots that close together can close in groups.");
  if (asksTerms && terms.trim() === "") return issue("terms", "Please write the terms that bidders accept.");
};
type Settings = Pick<Sale, "closing" | "groupSize" | "asksTerms" | "terms">;

const refusePhone = ({ sendsSms }: SaleRouteDeps, requirements: Sale["requirements"] | undefined) => {
  if (requirements?.phone && !sendsSms) refuseField("requirements", NO_SMS);
};

export const serveSaleEdits = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database } = deps;

  serve(app, calls.createSale, async ({ account: { id: userId }, body, request }) => {
    refuseTimes(body.opensAt, body.closesAt, body);
    refuseSettings(body);
    refusePhone(deps, body.requirements);
    await refuseUnknownPicture(deps.mediaCheck, body.picture);
    const id = await insertSale(database, userId, body);
    if (id === null) return refuse("FORBIDDEN");
    await deps.requirementsChanged();
    deps.saleChanged(id);
    return await answerOf(deps, id, await caller.viewer(request));
  });

  serve(app, calls.updateSale, async ({ account: { id: userId }, params, body, request }) => {
    const viewer = await caller.viewer(request);
    const sale = await saleOf(deps, params.id, viewer);
    const { opensAt = sale.opensAt, closesAt = sale.closesAt } = body;
    refuseTimes(opensAt, closesAt, body);
    // A published sale keeps these fields, and the refusal says so.
    if (sale.status === "draft") refuseSettings({ ...sale, ...body });
    else if (body.terms?.trim() === "" && sale.asksTerms) refuseSettings({ ...sale, terms: "" });
    refusePhone(deps, body.requirements);
    if (body.picture !== undefined && body.picture !== sale.picture)
      await refuseUnknownPicture(deps.mediaCheck, body.picture);
    const changed = await changeSale(database, userId, sale._id, body);
    if (changed === "outdated") return refuse("SALE_STATE", { sale: await saleOf(deps, sale._id, viewer) });
    if (changed !== "changed") return why[changed]();
    if (body.requirements !== undefined) await deps.requirementsChanged();
    deps.saleChanged(sale._id);
    return await answerOf(deps, sale._id, viewer);
  });

  serve(
    app,
    calls.setSaleLots,
    async ({ account: { id: userId }, params, body, request }) => {
      const viewer = await caller.viewer(request);
      const sale = await saleOf(deps, params.id, viewer);
      const auctionIds = [...new Set(body.auctionIds)];
      const noIds = auctionIds.flatMap((auctionId, place) => (isUuid(auctionId) ? [] : [place]));
      if (noIds.length > 0) return refuseLots(noIds);
      const { revision, suffixes = {} } = body;
      const numbers = numbered(auctionIds.map((id) => suffixes[id]));
      if (!numbers) return refuseField("suffixes", WRONG_SUFFIXES);
      const set = await setLotsWithoutPassedStarts(deps, userId, { id: sale._id, revision, auctionIds, numbers });
      if (set === "unknown-lots") return refuseLots(await unusableLots(database, { id: sale._id, auctionIds }));
      if (set === "outdated") return refuse("SALE_STATE", { sale: await saleOf(deps, sale._id, viewer) });
      if (set !== "changed") return why[set]();
      deps.saleChanged(sale._id);
      return await answerOf(deps, sale._id, viewer);
    },
    { bodyLimit: LOTS_BODY_BYTES },
  );
};
