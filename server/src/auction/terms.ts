// An auction's terms, as edits name them: reads them from a state, compares them, and applies them to a state.
import type { Media } from "@jara/shared/auction";
import type { MinorEstimates } from "@jara/shared/estimates";
import { type LotDetails, type LotFieldName, lotFields } from "@jara/shared/lot-fields";
import type { AuctionState, Lot, Terms } from "./state.ts";

export const termsOf = (state: AuctionState): Terms => ({
  ...state.lot,
  currency: state.currency,
  startingPriceMinor: state.startingPriceMinor,
  incrementMinor: state.incrementMinor,
  increments: state.increments,
  reserveMinor: state.reserveMinor,
  buyItNowMinor: state.buyItNowMinor,
  softClose: state.softClose,
  startsAt: state.startsAt,
  endsAt: state.endsAt,
});

/** Every term has an entry in the list of a lot's fields. */
const names: readonly (keyof Terms)[] = Object.keys(lotFields satisfies Record<keyof Terms, object>) as LotFieldName[];

export interface Difference {
  readonly changes: Partial<Terms>;
  readonly before: Partial<Terms>;
}

/** The asked terms that differ from the state's, with their old values; null if none differs. */
export const differenceTo = (state: AuctionState, asked: Partial<Terms>): Difference | null => {
  const known = termsOf(state);
  const changed = names.filter(
    (name) => asked[name] !== undefined && plain(asked[name]) !== plain(known[name] ?? null),
  );
  if (changed.length === 0) return null;
  const pick = (terms: Partial<Terms>): Partial<Terms> =>
    Object.fromEntries(changed.map((name) => [name, terms[name] ?? null]));
  return { changes: pick(asked), before: pick(known) };
};

/** Equal values give equal texts. Media are normalised, because the database keeps their fields in its own order. */
const plain = (value: Terms[keyof Terms] | undefined): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (isMedia(part)) return inOrder(part);
    return isRecord(part) ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)) : part;
  });

const isRecord = (part: unknown): part is object => typeof part === "object" && part !== null && !Array.isArray(part);

const isMedia = (part: unknown): part is Media =>
  typeof part === "object" && part !== null && !Array.isArray(part) && "url" in part;

const inOrder = ({ url, type, filename, originalName }: Media) => [url, type, filename ?? null, originalName ?? null];

/**
 * Applies changed terms. Before the first bid the price is the starting price and changes with it. An end that is set
 * during a pause is marked as set.
 */
export const withTerms = (state: AuctionState, changes: Partial<Terms>): AuctionState => {
  const terms = { ...termsOf(state), ...changes };
  const { currency, startingPriceMinor, incrementMinor, reserveMinor, buyItNowMinor, ...others } = terms;
  const { increments = null, softClose, startsAt, endsAt, ...lot } = others;
  return {
    ...state,
    lot: withoutNothing(lot),
    currency,
    startingPriceMinor,
    incrementMinor,
    increments,
    reserveMinor,
    buyItNowMinor,
    softClose,
    startsAt,
    endsAt,
    // An end that an administrator sets is the new scheduled end.
    extendedFrom: changes.endsAt === undefined ? state.extendedFrom : null,
    scheduledEndsAt: changes.endsAt === undefined ? state.scheduledEndsAt : null,
    priceMinor:
      changes.startingPriceMinor !== undefined && state.bidCount === 0 ? startingPriceMinor : state.priceMinor,
    isEndSet: state.isEndSet || (state.status === "paused" && changes.endsAt !== undefined),
  };
};

/** A lot without addenda, report, estimate or an optional text has no such fields, as it is stored. */
export const withoutNothing = (lot: Lot): Lot => {
  const { title, description, categories, condition, location, media, addenda, conditionReport } = lot;
  return {
    title,
    description,
    categories,
    condition,
    location,
    media,
    ...(addenda && addenda.length > 0 && { addenda }),
    ...(conditionReport && { conditionReport }),
    ...detailsOf(lot),
  };
};

/** The optional texts and the estimate, which are one column of the database. */
type Details = LotDetails & MinorEstimates;

const columns: Record<Exclude<keyof Lot, keyof Details>, true> = {
  title: true,
  description: true,
  categories: true,
  condition: true,
  location: true,
  media: true,
  addenda: true,
  conditionReport: true,
};

/**
 * Returns the optional texts and the estimate of the lot. It keeps fields that only a newer version of the program
 * knows, because a server of that version may run beside this one; this version stores and hashes them too.
 */
export const detailsOf = (lot: Lot): Details =>
  Object.fromEntries(Object.entries(lot).filter(([name, value]) => !Object.hasOwn(columns, name) && value));

/** As a row has them. */
export const detailsOrNull = (lot: Lot): Details | null => {
  const details = detailsOf(lot);
  return Object.keys(details).length === 0 ? null : details;
};
