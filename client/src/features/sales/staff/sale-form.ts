// The form of a sale: its values as they are typed, in Lagos time, and the bodies that they make.
import { type BiddingRequirements, noRequirements, requirementNames } from "@jara/shared/bidding-requirements";
import type { Closing, CreateSaleBody, Sale, UpdateSaleBody } from "@jara/shared/rest/sales";
import { PICKUP_BUYERS_MAX, PICKUP_SLOT_MAX, PICKUP_SLOT_MIN, SALE_SPACING_MAX } from "@jara/shared/sale-limits";
import { isoToLagos, lagosToIso } from "../../../lib/lagos-input.ts";

export interface SaleFormValues {
  title: string;
  description: string;
  terms: string;
  /** Empty: bidding opens when the sale is published. */
  opensAt: string;
  closesAt: string;
  spacingSeconds: string;
  closing: Closing;
  /** For lots that close together. Empty: all lots. */
  groupSize: string;
  asksTerms: boolean;
  /** Who may bid: as the site asks, or the sale's own. */
  requirements: "site" | "own";
  asked: BiddingRequirements;
  picture: string | null;
  viewings: { from: string; until: string; place: string }[];
  pickups: { from: string; until: string; place: string; slotMinutes: string; buyers: string }[];
}

export const emptyForm: SaleFormValues = {
  title: "",
  description: "",
  terms: "",
  opensAt: "",
  closesAt: "",
  spacingSeconds: "60",
  closing: "in-order",
  groupSize: "",
  asksTerms: false,
  requirements: "site",
  asked: noRequirements,
  picture: null,
  viewings: [],
  pickups: [],
};

export const formOf = (sale: Sale): SaleFormValues => ({
  title: sale.title,
  description: sale.description,
  terms: sale.terms,
  opensAt: isoToLagos(sale.opensAt),
  closesAt: isoToLagos(sale.closesAt),
  spacingSeconds: String(sale.spacingSeconds),
  closing: sale.closing,
  groupSize: sale.groupSize === null ? "" : String(sale.groupSize),
  asksTerms: sale.asksTerms,
  requirements: sale.requirements === null ? "site" : "own",
  asked: sale.requirements ?? noRequirements,
  picture: sale.picture,
  viewings: sale.viewings.map(({ from, until, place }) => ({
    from: isoToLagos(from),
    until: isoToLagos(until),
    place,
  })),
  pickups: sale.pickups.map(({ from, until, place, slotMinutes, buyers }) => ({
    from: isoToLagos(from),
    until: isoToLagos(until),
    place,
    slotMinutes: String(slotMinutes),
    buyers: String(buyers),
  })),
});

/** The values that cannot change once the sale is published. Its terms change only by staff who run auctions. */
export const fixedOf = (sale: Sale, mayRun: boolean) => {
  const { opensAt, closesAt, spacingSeconds, closing, groupSize, asksTerms, terms, requirements, asked } = formOf(sale);
  const ofManagers = { terms, requirements, asked };
  return { opensAt, closesAt, spacingSeconds, closing, groupSize, asksTerms, ...(!mayRun && ofManagers) };
};

/**
 * True if the two agree in all values that the form of `now` can change. The form shows minutes; here seconds count.
 */
export const isSameInForm = (seen: Sale, now: Sale): boolean => {
  const shown = ({ title, description, terms, picture, viewings, pickups, requirements, ...sale }: Sale) => {
    const { opensAt, closesAt, spacingSeconds, closing, groupSize, asksTerms } = sale;
    const fixed = now.status === "published" ? [] : [opensAt, closesAt, spacingSeconds, closing, groupSize, asksTerms];
    return JSON.stringify([title, description, terms, picture, viewings, pickups, requirements, ...fixed]);
  };
  return shown(seen) === shown(now);
};

const requirementsOf = ({ requirements, asked }: SaleFormValues) => (requirements === "site" ? null : asked);

const textsOf = ({ title, description, terms, picture, viewings, pickups }: SaleFormValues) => ({
  picture,
  title: title.trim(),
  description: description.trim(),
  terms: plainOf(terms),
  viewings: viewings.map(({ from, until, place }) => ({
    from: lagosToIso(from) ?? "",
    until: lagosToIso(until) ?? "",
    place: place.trim(),
  })),
  pickups: pickups.map(({ from, until, place, slotMinutes, buyers }) => ({
    from: lagosToIso(from) ?? "",
    until: lagosToIso(until) ?? "",
    place: place.trim(),
    slotMinutes: Number(slotMinutes),
    buyers: Number(buyers),
  })),
});

/** False if all lots close together, at one time. */
export const isSpaced = ({ closing, groupSize }: Pick<SaleFormValues, "closing" | "groupSize">): boolean =>
  closing !== "together" || groupSize !== "";

/** The values must have passed the form's checks. */
export const bodyOf = (values: SaleFormValues): CreateSaleBody => ({
  ...textsOf(values),
  opensAt: values.opensAt === "" ? null : lagosToIso(values.opensAt),
  closesAt: lagosToIso(values.closesAt) ?? "",
  spacingSeconds: isSpaced(values) ? Number(values.spacingSeconds) : 0,
  closing: values.closing,
  groupSize: values.closing === "together" && values.groupSize !== "" ? Number(values.groupSize) : null,
  asksTerms: values.asksTerms,
  requirements: requirementsOf(values),
});

/** Returns the text as a text field shows it, without spaces around it. */
const plainOf = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/**
 * Returns the change to the sale that the author saw. It has no times if the sale is published, because they stay. It
 * has no terms if the sale is published and they are unchanged, because not everybody who may change its texts may
 * change its terms. The form shows minutes, so an unchanged time keeps its seconds.
 */
export const changeOf = (values: SaleFormValues, sale: Sale): UpdateSaleBody => {
  const { revision } = sale;
  if (sale.status === "published") {
    const { terms, ...texts } = textsOf(values);
    const requirements = requirementsOf(values);
    return {
      revision,
      ...texts,
      ...(terms !== plainOf(sale.terms) && { terms }),
      ...(!isSame(requirements, sale.requirements) && { requirements }),
    };
  }
  const { opensAt, closesAt, ...body } = bodyOf(values);
  const shown = formOf(sale);
  return {
    revision,
    ...body,
    ...(values.opensAt !== shown.opensAt && { opensAt }),
    ...(values.closesAt !== shown.closesAt && { closesAt }),
  };
};

const isSame = (one: BiddingRequirements | null, other: BiddingRequirements | null): boolean =>
  one === null || other === null ? one === other : requirementNames.every((name) => one[name] === other[name]);

const isWhole = (typed: string, min: number, max: number): boolean =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;

const isTime = (typed: string): boolean => lagosToIso(typed) !== null;

/** Each check returns the sentence about what is wrong, or true. */
export const checks = {
  title: (title: string) => title.trim() !== "" || "Please enter a title",
  opensAt: (opensAt: string) => opensAt === "" || isTime(opensAt) || "Please enter a date and a time",
  closesAt: (closesAt: string, { opensAt }: SaleFormValues) => {
    if (!isTime(closesAt)) return "Please enter a date and a time";
    return opensAt === "" || opensAt < closesAt || "The first lot must close after bidding opens";
  },
  spacingSeconds: (seconds: string, values: Pick<SaleFormValues, "closing" | "groupSize">) =>
    !isSpaced(values) ||
    (/^\d{1,5}$/.test(seconds) && Number(seconds) <= SALE_SPACING_MAX) ||
    "Please enter whole seconds, from 0 to 86,400 (a day)",
  groupSize: (lots: string) =>
    lots === "" || (/^[1-9]\d{0,3}$/.test(lots) && Number(lots) > 0) || "Please enter a whole number of lots",
  terms: (terms: string, { asksTerms }: SaleFormValues) =>
    !asksTerms || terms.trim() !== "" || "Please write the terms that bidders accept",
  place: (place: string) => place.trim() !== "" || "Please enter a place",
  from: (from: string) => isTime(from) || "Please enter a date and a time",
  until: (until: string, from: string) => {
    if (!isTime(until)) return "Please enter a date and a time";
    return from < until || "A viewing must end after it begins";
  },
  slotMinutes: (minutes: string) =>
    isWhole(minutes, PICKUP_SLOT_MIN, PICKUP_SLOT_MAX) ||
    `Please enter whole minutes, from ${PICKUP_SLOT_MIN} to ${PICKUP_SLOT_MAX}`,
  buyers: (buyers: string) =>
    isWhole(buyers, 1, PICKUP_BUYERS_MAX) || `Please enter a whole number, from 1 to ${PICKUP_BUYERS_MAX}`,
  pickupUntil: (until: string, { from, slotMinutes }: SaleFormValues["pickups"][number]) => {
    if (!isTime(until)) return "Please enter a date and a time";
    const minutes = (Date.parse(until) - Date.parse(from)) / 60_000;
    if (minutes > 24 * 60) return "A pickup time is at most a day long";
    return minutes >= Number(slotMinutes) || "A pickup time must be at least one slot long";
  },
};
