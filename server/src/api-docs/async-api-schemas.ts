// The JSON Schemas of the live API's document. They are made from the shared schemas that validate commands and that
// tests use to check every event and answer. Named schemas refer to each other by `$ref`.
import { type ErrorCode, httpStatusByCode } from "@jara/shared/errors";
import { answerShapes, errorSchema, replayedFrame } from "@jara/shared/live-answers";
import {
  authenticateSchema,
  type CommandName,
  commandSchemas,
  type EventName,
  plainRequestSchema,
} from "@jara/shared/live-commands";
import { compactPriceSchema, eventSchemas, priceSchema } from "@jara/shared/live-events";
import * as shapes from "@jara/shared/live-shapes";
import * as z from "zod/mini";
import { listComponents, pascal, withTitles } from "./async-api-titles.ts";
import type { JsonSchema } from "./async-api-types.ts";
import { commandWords } from "./async-api-words.ts";
import { allowMoreFields, type Node, simplify } from "./nodes.ts";

const commandId = (name: CommandName): string => `${pascal(name)}Command`;
const answerId = (name: CommandName): string => `${pascal(name)}Answer`;
const eventId = (name: EventName): string => `${pascal(name)}Event`;

const schemaPath = "#/components/schemas/";
const ref = (id: string): JsonSchema => ({ $ref: `${schemaPath}${id}` });
export const refTo = {
  command: (name: CommandName) => ref(commandId(name)),
  answer: (name: CommandName) => ref(answerId(name)),
  event: (name: EventName) => ref(eventId(name)),
  authenticate: ref("AuthenticateCommand"),
  requestId: ref("RequestId"),
  error: ref("Error"),
} as const;

export const commandNames = Object.keys(commandSchemas) as CommandName[];
export const eventNames = Object.keys(eventSchemas) as EventName[];

/** The command's schema with descriptions of its fields. */
const worded = (name: CommandName): z.ZodMiniType => {
  const words: Readonly<Record<string, string>> = commandWords[name].fields;
  const fields: [string, z.ZodMiniType][] = Object.entries(commandSchemas[name].shape);
  return z.strictObject(
    Object.fromEntries(fields.map(([field, schema]) => [field, shapes.says(schema, words[field] ?? "")])),
  );
};

const registryOfNames = (): z.core.$ZodRegistry<{ id: string }> => {
  const registry = z.registry<{ id: string }>();
  const add = (id: string, schema: z.ZodMiniType): void => void registry.add(schema, { id });
  for (const name of commandNames) {
    add(commandId(name), worded(name));
    add(answerId(name), z.strictObject({ ok: z.literal(true), ...answerShapes[name] }));
  }
  // `auction:price` has two schemas, each with its own name.
  add("PriceWithBids", priceSchema);
  add("CompactPrice", compactPriceSchema);
  for (const name of eventNames) add(eventId(name), eventSchemas[name]);
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
    "AuthenticateCommand",
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
