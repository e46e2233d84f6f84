// The JSON Schemas of the live API's document, made from the schemas of the commands and events. Named schemas refer to each
// other by `$ref`. Every object, enum and union has a name, from which generators name their models: the component's own
// name, a list of values that the contract names, or the name of the surrounding schema with the field.
import { auctionStatuses, bidKinds, bidVoidReasons, conditions } from "@jara/shared/auction";
import { liveCommands, liveEvents } from "@jara/shared/calls/live-list";
import { compactPriceSchema, priceSchema } from "@jara/shared/calls/live-lot-events";
import { replayedFrame } from "@jara/shared/calls/live-watching";
import { errorSchema } from "@jara/shared/calls/refusals";
import { type ErrorCode, httpStatusByCode } from "@jara/shared/errors";
import { authenticateSchema, plainRequestSchema } from "@jara/shared/live-commands";
import * as shapes from "@jara/shared/live-shapes";
import { currencies } from "@jara/shared/money";
import { roles } from "@jara/shared/permissions";
import { buyItNowReasons, purchaseStatuses } from "@jara/shared/rest/buy-it-now";
import { settlementKinds, settlementStatuses } from "@jara/shared/rest/settlements";
import * as z from "zod/mini";
import type { JsonSchema } from "./async-api-types.ts";
import { allowMoreFields, type Node, simplify } from "./nodes.ts";

const schemaPath = "#/components/schemas/";
const ref = (id: string): JsonSchema => ({ $ref: `${schemaPath}${id}` });
const commandId = (name: string): string => `${pascal(name)}Command`;
const answerId = (name: string): string => `${pascal(name)}Answer`;
const eventId = (name: string): string => `${pascal(name)}Event`;
export const refTo = {
  command: (name: string) => ref(commandId(name)),
  answer: (name: string) => ref(answerId(name)),
  event: (name: string) => ref(eventId(name)),
  requestId: ref("RequestId"),
  error: ref("Error"),
} as const;

const registryOfNames = (): z.core.$ZodRegistry<{ id: string }> => {
  const registry = z.registry<{ id: string }>();
  const add = (id: string, schema: z.ZodMiniType): void => void registry.add(schema, { id });
  for (const [name, { data, answer }] of Object.entries(liveCommands)) {
    add(commandId(name), data);
    add(answerId(name), z.strictObject({ ok: z.literal(true), ...answer }));
  }
  // `auction:price` has two schemas, each with its own name.
  add("PriceWithBids", priceSchema);
  add("CompactPrice", compactPriceSchema);
  for (const [name, { data }] of Object.entries(liveEvents)) add(eventId(name), data);
  add("ReplayedEvent", replayedFrame);
  add("FieldChange", shapes.fieldChangeShape);
  add("Auction", shapes.auctionShape);
  add("Bid", shapes.bidShape);
  add("MaxBid", shapes.maxBidShape);
  add("BidReceipt", shapes.bidReceiptShape);
  add("AuctionOutcome", shapes.outcomeShape);
  add("BoughtAuction", shapes.boughtShape);
  add("Person", shapes.personShape);
  add("User", shapes.adminUserShape);
  add("Settlement", shapes.settlementShape);
  add("Error", errorSchema(Object.keys(httpStatusByCode) as ErrorCode[]));
  add(
    commandId("authenticate"),
    z.strictObject({ token: shapes.says(authenticateSchema.shape.token, "As a log-in answers it.") }),
  );
  add(
    "RequestId",
    shapes.says(plainRequestSchema.shape.id, "Your own, to tell answers apart; it comes back as it is."),
  );
  return registry;
};

/** All named schemas, in the JSON Schema version that AsyncAPI requires (draft 7). */
export const makeSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const { schemas } = z.toJSONSchema(registryOfNames(), {
    target: "draft-7",
    uri: (id) => `${schemaPath}${id}`,
    override: ({ jsonSchema }) => simplify(jsonSchema as Node),
  });
  const named = Object.entries(schemas).map(([id, { $schema, $id, ...schema }]): [string, JsonSchema] => [
    id,
    withTitles(id, (id.endsWith("Command") ? schema : allowMoreFields(schema)) as JsonSchema),
  ]);
  return { ...Object.fromEntries(named), ...listComponents };
};

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

const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** `auction:price` → `AuctionPrice`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[:._-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The named lists of values, as components. */
const listComponents: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
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
  if (list) return { ...(description && { description }), ...ref(list) };
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
