// Writes a search in words, from its fields as the address of the listing has them: "“generator”, Tools & Equipment, in
// Lagos". The words are the title of a feed and the first name of a saved search.
import { categoryLabels, conditionLabels } from "./categories.ts";
import { type Currency, formatMoney } from "./money.ts";
import { regionLabel } from "./regions.ts";

export type SearchFields = Readonly<Partial<Record<string, string>>>;

const labelled = (values: string | undefined, labelOf: (value: string) => string): string[] =>
  values ? values.split(",").map(labelOf) : [];
const anyOf = (words: readonly string[]): string => words.join(" or ");
const figures = new Intl.NumberFormat("en-NG", { maximumFractionDigits: 2 });

const priceWords = ({ minPrice, maxPrice, priceCurrency, currency }: SearchFields): string[] => {
  const money = (amount: string) => formatMoney(Number(amount), (priceCurrency || currency || "NGN") as Currency);
  if (minPrice && maxPrice) return [`${money(minPrice)} to ${money(maxPrice)}`];
  if (minPrice) return [`from ${money(minPrice)}`];
  return maxPrice ? [`up to ${money(maxPrice)}`] : [];
};

const reportWords = ({ yearFrom, yearTo, mileageTo, storageFrom }: SearchFields): string[] => [
  ...(yearFrom && yearTo ? [`${yearFrom} to ${yearTo}`] : []),
  ...(yearFrom && !yearTo ? [`from ${yearFrom}`] : []),
  ...(yearTo && !yearFrom ? [`up to ${yearTo}`] : []),
  ...(mileageTo ? [`up to ${figures.format(Number(mileageTo))} km`] : []),
  ...(storageFrom ? [`from ${storageFrom} GB`] : []),
];

/** Empty if nothing narrows the search. The order of the list is not a part of it. */
export const searchTitle = (fields: SearchFields): string => {
  const { search, currency, hasReserve, hasBuyItNow } = fields;
  const labels: Readonly<Record<string, string>> = { ...categoryLabels, ...conditionLabels };
  const places = labelled(fields.location, regionLabel);
  return [
    ...(search?.trim() ? [`“${search.trim()}”`] : []),
    ...[fields.category, fields.condition]
      .map((values) => labelled(values, (value) => labels[value] ?? value))
      .filter((words) => words.length > 0)
      .map(anyOf),
    ...(places.length > 0 ? [`in ${anyOf(places)}`] : []),
    ...reportWords(fields),
    ...priceWords(fields),
    ...(currency ? [currency === "NGN" ? "priced in naira" : "priced in dollars"] : []),
    ...(hasReserve ? [hasReserve === "true" ? "with reserve" : "no reserve"] : []),
    ...(hasBuyItNow ? [hasBuyItNow === "true" ? "with Buy It Now" : "no Buy It Now"] : []),
  ].join(", ");
};
