// Content versions of a lot (rule 14): which edits make a new one, and which part of an edit is public.
import type { AuctionStatus, FieldChange } from "@jara/shared/auction";
import { toMajorSteps } from "@jara/shared/increment-steps";
import { wireNameOf } from "@jara/shared/lot-fields";
import { toMajor } from "@jara/shared/money";
import { unpaidPurchase } from "./buy-it-now.ts";
import { changesContent, changesReserve } from "./content-terms.ts";
import type { AuctionEdited } from "./events.ts";
import { type AuctionState, hasBidsOrMaxima, isOpen, type Lot, type Terms } from "./state.ts";
import type { Difference } from "./terms.ts";

/** A change of the lot's content leaves at least this much time until the end, so that it cannot decide who wins. */
export const NOTICE_MS = 2 * 60 * 60 * 1000;
/** All changes together move the end by at most so much past the scheduled end, so that nobody can keep a lot open. */
export const MOST_NOTICE_MS = 24 * 60 * 60 * 1000;
/** Bidders may withdraw for this long after a change. */
export const WITHDRAWAL_MS = 24 * 60 * 60 * 1000;

/**
 * Whether the edit makes a new content version: it changes the lot's content, and bids or maxima rely on that content.
 */
export const makesVersion = (state: AuctionState, difference: Difference): boolean =>
  hasBidsOrMaxima(state) && changesContent(difference);

/**
 * Whether the edit changes a lot that somebody is buying at this moment, with or without bids. A status that ends the
 * purchase frees its buyer, so the lot may change in the same edit.
 */
export const changesUnderBuyer = (state: AuctionState, difference: Difference, status: AuctionStatus): boolean =>
  unpaidPurchase(state) !== null && (status === "paused" || status === "sold") && changesContent(difference);

/** The end without the notices of content changes and without soft close, epoch ms. A pause moves it with the end. */
export const scheduledEndOf = ({ scheduledEndsAt, extendedFrom, endsAt }: AuctionState): number =>
  scheduledEndsAt ?? extendedFrom ?? endsAt;

/**
 * Gives bidders the notice: moves `endsAt` (epoch ms) if too little time is left, and says from which scheduled end. For
 * a paused auction it is the end that would hold if the auction resumed at this moment. Null: the end stays.
 */
export const endWithNotice = (
  state: AuctionState,
  endsAt: number,
  now: number,
): { readonly endsAt: number; readonly scheduledEndsAt: number } | null => {
  if (!isOpen(state)) return null;
  const { dueAt, scheduledEndsAt } = noticeOf(state, endsAt, now);
  const noticed = Math.min(dueAt, scheduledEndsAt + MOST_NOTICE_MS);
  return noticed > endsAt ? { endsAt: noticed, scheduledEndsAt } : null;
};

/** True if earlier changes have moved the end so far that a change now would leave less than the whole notice. */
export const lacksNotice = (state: AuctionState, endsAt: number, now: number): boolean => {
  const { dueAt, scheduledEndsAt } = noticeOf(state, endsAt, now);
  return isOpen(state) && dueAt > Math.max(endsAt, scheduledEndsAt + MOST_NOTICE_MS);
};

/** `dueAt`: the earliest end that leaves the whole notice, epoch ms. */
const noticeOf = (state: AuctionState, endsAt: number, now: number) => {
  // A pause adds its length to an end that was not set during it, so only the time that was left when it began counts.
  const from = state.pausedAt !== null && endsAt === state.endsAt && !state.isEndSet ? state.pausedAt : now;
  return { dueAt: from + NOTICE_MS, scheduledEndsAt: endsAt === state.endsAt ? scheduledEndOf(state) : endsAt };
};

/** As the API has them: with ISO times. */
export const toWireAddenda = (addenda: Lot["addenda"]): { at: string; text: string }[] =>
  (addenda ?? []).map(({ at, text }) => ({ at: new Date(at).toISOString(), text }));

/** As the API has them: pairs of major units. Null: the lot has one increment. */
const toWireSteps = (taken: Terms["increments"]) => (taken ? toMajorSteps(taken.steps) : null);

const price = (minor: number | null | undefined): number | null => (minor == null ? null : toMajor(minor));

/** The public part of an edit, with the fields as they are sent. Never contains the reserve's amount. */
export const publicChanges = ({ changes, before }: Pick<AuctionEdited, "changes" | "before">): FieldChange[] => {
  const fields: FieldChange[] = [];
  const add = (term: keyof Terms, from: unknown, to: unknown): void => {
    fields.push({ field: wireNameOf(term), before: from, after: to });
  };
  for (const term of Object.keys(changes) as (keyof Terms)[]) {
    if (term === "reserveMinor") {
      if (changesReserve({ changes, before })) {
        add(term, before.reserveMinor !== null, changes.reserveMinor !== null);
      }
    } else if (term === "startsAt" || term === "endsAt") {
      add(term, iso(before[term]), iso(changes[term]));
    } else if (isAmount(term)) {
      add(term, price(before[term]), price(changes[term]));
    } else if (term === "increments") add(term, toWireSteps(before[term]), toWireSteps(changes[term]));
    else if (term === "addenda") add(term, toWireAddenda(before[term]), toWireAddenda(changes[term]));
    else add(term, before[term] ?? null, changes[term] ?? null);
  }
  return fields;
};

const amounts = [
  "startingPriceMinor",
  "incrementMinor",
  "buyItNowMinor",
  "lowEstimateMinor",
  "highEstimateMinor",
] as const satisfies readonly (keyof Terms)[];
const isAmount = (term: keyof Terms): term is (typeof amounts)[number] => (amounts as readonly string[]).includes(term);

const iso = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());

/** Merges several edits, oldest first: for each field, its value before the first edit and after the last. */
export const mergedChanges = (edits: readonly (readonly FieldChange[])[]): FieldChange[] => {
  const byField = new Map<string, FieldChange>();
  for (const { field, before, after } of edits.flat()) {
    const earlier = byField.get(field);
    byField.set(field, { field, before: earlier ? earlier.before : before, after });
  }
  return [...byField.values()].filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
};
