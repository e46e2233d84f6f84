// A list of the fields that say what a lot is and how it is sold: the names of each field, and the rules it falls under.
// Whatever treats fields alike is made from this list. No schemas, so that screens load it alone.

interface LotField {
  /** Above its value in a list of changes. */
  readonly label: string;
  /** In the sentences of the lot's history; "the" and the label if absent. */
  readonly inHistory?: string;
  /** In the mail about a change; "the" and the label if absent. */
  readonly inMail?: string;
  /** In the API, if it has another name there. */
  readonly onWire?: string;
  /** A change of it makes a content version while there are bids or maxima (rule 14). */
  readonly isContent?: true;
  /** A correction may change it (rule 14). */
  readonly isCorrectable?: true;
  /** It is a price, or says what prices are worth: only staff who run auctions change it once the lot is published. */
  readonly isPrice?: true;
  /** The history names it without its values, because the lot's public changes show the old and the new. */
  readonly isLong?: true;
}

/** An optional text of a lot, told to everybody on its page. */
interface LotDetail extends LotField {
  readonly isContent: true;
  /** Above it on the lot's page and in the forms, and its column in imports and exports. */
  readonly title: string;
  /** The most characters. */
  readonly max: number;
  /** Below its input. */
  readonly hint: string;
  /** In the documents of the API. */
  readonly inDocuments: string;
  /** Other heads of its column. */
  readonly alike: readonly string[];
  /** In the template of imports. */
  readonly example: string;
}

/**
 * The optional texts of a lot. They are one column of the database, so a new one needs no migration: forms, calls,
 * events, imports, exports, the lot's page and its document have what is in this list.
 */
export const lotDetails = {
  pickupNotes: {
    label: "pickup notes",
    isContent: true,
    isLong: true,
    title: "Pickup notes",
    max: 300,
    hint: "When and how the buyer collects the lot, and what to bring.",
    inDocuments: "When and how the buyer collects the lot, in the words of the staff",
    alike: ["pickup", "pickup details", "collection notes"],
    example: "Weekdays from 9:00 to 16:00. Bring a van.",
  },
} as const satisfies Record<string, LotDetail>;

export type DetailName = keyof typeof lotDetails;
/** Null or absent: the lot does not say it. */
export type LotDetails = { readonly [N in DetailName]?: string | null };
export const detailNames = Object.keys(lotDetails) as DetailName[];

/** Makes one entry for each optional text. */
export const eachDetail = <T>(make: (name: DetailName, detail: LotDetail) => T): Record<DetailName, T> =>
  Object.fromEntries(detailNames.map((name) => [name, make(name, lotDetails[name])])) as Record<DetailName, T>;

/** The optional texts that are said, without the spaces around them. */
export const detailsIn = (
  lot: { readonly [N in DetailName]?: string | null | undefined },
): {
  [N in DetailName]?: string;
} => Object.fromEntries(detailNames.flatMap((name) => (lot[name]?.trim() ? [[name, lot[name].trim()]] : [])));

interface LotEstimate extends LotField {
  readonly isContent: true;
  /** Its label in the forms, and its column in imports and exports. */
  readonly title: string;
  readonly inDocuments: string;
  readonly alike: readonly string[];
  readonly example: string;
}

/** The prices between which the house expects the lot to sell. A lot has both amounts or neither (estimates.ts). */
const lotEstimates = {
  lowEstimate: {
    label: "low estimate",
    isContent: true,
    title: "Low estimate",
    inDocuments: "The least that the house expects the lot to fetch, in `currency`",
    alike: ["estimate low", "estimate from", "low est", "min estimate"],
    example: "30,000",
  },
  highEstimate: {
    label: "high estimate",
    isContent: true,
    title: "High estimate",
    inDocuments: "The most that the house expects the lot to fetch, in `currency`; not below `lowEstimate`",
    alike: ["estimate high", "estimate to", "high est", "max estimate"],
    example: "50,000",
  },
} as const satisfies Record<string, LotEstimate>;

export type EstimateName = keyof typeof lotEstimates;
export const estimateNames = Object.keys(lotEstimates) as EstimateName[];

/** Makes one entry for each of the two amounts. */
export const eachEstimate = <T>(make: (name: EstimateName, estimate: LotEstimate) => T): Record<EstimateName, T> =>
  Object.fromEntries(estimateNames.map((name) => [name, make(name, lotEstimates[name])])) as Record<EstimateName, T>;

/** In the order in which a history names them. */
export const lotFields = {
  title: { label: "title", isContent: true, isCorrectable: true },
  description: { label: "description", isContent: true, isCorrectable: true, isLong: true },
  categories: { label: "categories", isContent: true },
  condition: { label: "condition", isContent: true },
  location: { label: "location", isContent: true, isCorrectable: true },
  media: {
    label: "pictures and videos",
    inHistory: "the media",
    inMail: "the pictures",
    isContent: true,
    isLong: true,
  },
  currency: { label: "currency", isPrice: true },
  addenda: { label: "addendum", inHistory: "the addenda", inMail: "an addendum", isContent: true, isLong: true },
  conditionReport: { label: "condition report", isContent: true, isLong: true },
  ...lotDetails,
  lowEstimateMinor: { ...lotEstimates.lowEstimate, onWire: "lowEstimate" },
  highEstimateMinor: { ...lotEstimates.highEstimate, onWire: "highEstimate" },
  startingPriceMinor: { label: "starting price", onWire: "startingPrice", isPrice: true },
  incrementMinor: { label: "bid increment", onWire: "bidIncrement", isContent: true },
  increments: {
    label: "increments",
    inHistory: "the increment table",
    inMail: "the increment table",
    onWire: "incrementSteps",
    isContent: true,
  },
  // The amount is secret. Whether there is one is content, and public as `hasReserve`.
  reserveMinor: { label: "reserve", inMail: "whether there is a reserve", onWire: "hasReserve", isPrice: true },
  buyItNowMinor: { label: "Buy It Now price", onWire: "buyItNowPrice", isContent: true, isPrice: true },
  softClose: {
    label: "extension by late bids",
    inHistory: "the soft close",
    inMail: "the soft close",
    isContent: true,
  },
  startsAt: { label: "start time", onWire: "startTime" },
  endsAt: { label: "end time", onWire: "endTime" },
} as const satisfies Record<string, LotField>;

export type LotFieldName = keyof typeof lotFields;
export const lotFieldNames = Object.keys(lotFields) as LotFieldName[];

type Mark = "isContent" | "isCorrectable" | "isPrice" | "isLong";
type Marked<M extends Mark> = {
  [N in LotFieldName]: (typeof lotFields)[N] extends Record<M, true> ? N : never;
}[LotFieldName];

/** The fields that have the mark. */
export const fieldsThat = <M extends Mark>(mark: M): Marked<M>[] =>
  lotFieldNames.filter((name): name is Marked<M> => mark in lotFields[name]);

/** A field that only a newer version of the program knows is undefined, and keeps its name as its words. */
const fields: { readonly [name: string]: LotField | undefined } = lotFields;

/** The field's name in the API. */
export const wireNameOf = (name: string): string => fields[name]?.onWire ?? name;

const byWireName = new Map(lotFieldNames.map((name) => [wireNameOf(name), lotFields[name] as LotField]));

const withArticle = (field: LotField | undefined, own: "inHistory" | "inMail", otherwise: string): string =>
  field ? (field[own] ?? `the ${field.label}`) : otherwise;

export const nameInHistory = (name: string): string => withArticle(fields[name], "inHistory", name);

/** `field`: its name in the API. */
export const nameInMail = (field: string): string => withArticle(byWireName.get(field), "inMail", field);

/** `field`: its name in the API. */
export const labelOfField = (field: string): string => byWireName.get(field)?.label ?? field;
