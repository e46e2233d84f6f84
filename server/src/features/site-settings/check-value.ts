// The rules of a setting that its schema cannot express, because they depend on the value in force. Pure functions.
import { type BiddingRequirements, NO_SMS } from "@jara/shared/bidding-requirements";
import type { Contacts, SettingSection, SettingValues, SiteCategory } from "@jara/shared/site-settings";

/** Whether two words look alike. */
export type LooksLike = (one: string, other: string) => boolean;

interface Site {
  readonly current: SettingValues;
  /** Fields that the environment sets. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly looksLike: LooksLike;
  /** False: nobody could verify a phone. */
  readonly sendsSms: boolean;
}

/** Returns why this value may not replace the one in force; null if it may. */
export const whyNotValue = (
  section: SettingSection,
  value: unknown,
  { current, fixed, looksLike, sendsSms }: Site,
): string | null => {
  for (const [field, variable] of Object.entries(fixed)) {
    const isKept =
      section === "contacts" &&
      isSame((value as Contacts)[field as keyof Contacts], current.contacts[field as keyof Contacts]);
    if (!isKept) return `Set by the environment (${variable}), so it cannot be changed here.`;
  }
  if (isSame(value, current[section])) return "This is the value in force already.";
  if (section === "who-may-bid" && !sendsSms && (value as BiddingRequirements).phone) return NO_SMS;
  return section === "categories" ? whyNotCategories(value as SiteCategory[], current.categories, looksLike) : null;
};

export const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

/** The database keeps the fields of JSON in its own order. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const whyNotCategories = (
  value: readonly SiteCategory[],
  current: readonly SiteCategory[],
  looksLike: LooksLike,
): string | null => {
  const codes = new Set(value.map(({ code }) => code));
  const missing = current.find(({ code }) => !codes.has(code));
  if (missing) return `“${missing.label}” cannot be removed, because lots may have it. Retire it instead.`;
  for (const [n, one] of value.entries()) {
    const alike = value.slice(0, n).find((other) => looksLike(one.label, other.label));
    if (alike) return `“${one.label}” looks like “${alike.label}”. Choose another name.`;
  }
  return null;
};
