// Gives every object, enum and union of the AsyncAPI document a name, from which generators name their models: the
// component's own name, a list of values that the contract names, or the name of the surrounding schema with the field.
import { auctionStatuses, bidKinds, bidVoidReasons, conditions } from "@jara/shared/auction";
import { httpStatusByCode } from "@jara/shared/errors";
import { currencies } from "@jara/shared/money";
import { roles } from "@jara/shared/permissions";
import { buyItNowReasons, purchaseStatuses } from "@jara/shared/rest/buy-it-now";
import { settlementKinds, settlementStatuses } from "@jara/shared/rest/settlements";
import type { JsonSchema } from "./async-api-types.ts";

const lists: Readonly<Record<string, readonly string[]>> = {
  AuctionStatus: auctionStatuses,
  BidKind: bidKinds,
  BidVoidReason: bidVoidReasons,
  BuyItNowReason: buyItNowReasons,
  Condition: conditions,
  Currency: currencies,
  ErrorCode: Object.keys(httpStatusByCode),
  PurchaseStatus: purchaseStatuses,
  Role: roles,
  SettlementKind: settlementKinds,
  SettlementStatus: settlementStatuses,
};
const keyOfList = (values: readonly unknown[]): string => [...values].map(String).sort().join(" ");
const listNames = new Map(Object.entries(lists).map(([name, values]) => [keyOfList(values), name]));

const refTo = (name: string): string => `#/components/schemas/${name}`;
const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** `auction:price` → `AuctionPrice`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[:._-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The named lists of values, as components. */
export const listComponents: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(lists).map(([name, values]) => [name, { title: name, type: "string", enum: values }]),
);

/** The schema with `title`, and names for all schemas in it that generators make a model of. */
export const withTitles = (title: string, schema: JsonSchema): JsonSchema => {
  const { allOf, anyOf, items, properties, description } = schema;
  const [only, ...others] = allOf ?? [];
  // zod wraps a reference that has a description of its own.
  if (only?.$ref && others.length === 0) return { ...(description && { description }), $ref: only.$ref };
  if (schema.$ref) return schema;
  const list = schema.enum && listNames.get(keyOfList(schema.enum));
  if (list) return { ...(description && { description }), $ref: refTo(list) };
  if (anyOf) return titleUnion(title, schema, anyOf);
  if (items) return { ...schema, items: withTitles(title.replace(/s$/, ""), items) };
  const isModel = properties || schema.enum || allOf || schema.const !== undefined;
  return {
    ...schema,
    ...(isModel && { title }),
    ...(allOf && { allOf: allOf.map((part, i) => (i === 0 ? part : withTitles(title, part))) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, inner]) => [field, withTitles(title + pascal(field), inner)]),
      ),
    }),
  };
};

/** A value that may be null: one type list if it is plain, otherwise a union named after its other part. */
const titleUnion = (title: string, schema: JsonSchema, anyOf: readonly JsonSchema[]): JsonSchema => {
  const parts = anyOf.filter(({ type }) => type !== "null");
  const [part] = parts;
  const named = parts.map((one, i) => withTitles(parts.length > 1 ? title + variant(one, i) : title, one));
  if (parts.length > 1 || !part) return { ...schema, title, anyOf: named };
  const [one] = named as [JsonSchema];
  if (!one.title && !one.$ref && typeof one.type === "string") {
    const { anyOf: _, ...rest } = schema;
    return { ...one, ...rest, type: [one.type, "null"] };
  }
  const name = one.$ref ? nameOfRef(one.$ref) : title;
  return { ...schema, title: `${name}OrNull`, anyOf: [...named, { type: "null" }] };
};

/** The parts of a union of frames are named after their `type`. */
const variant = ({ properties }: JsonSchema, index: number): string => {
  const type = properties?.type?.const;
  return typeof type === "string" ? pascal(type) : String(index + 1);
};
