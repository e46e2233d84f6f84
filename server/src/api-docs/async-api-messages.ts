// The messages of one transport for the AsyncAPI document: each command with its two answers, and each event, with
// examples. Socket.IO carries the data as they are; the plain WebSocket wraps them in an envelope.

import * as samples from "@jara/shared/calls/samples";
import { type ErrorCode, refusal } from "@jara/shared/errors";
import { refusalCodes } from "@jara/shared/live-answers";
import { commandExamples, eventExamples } from "./async-api-examples.ts";
import { commandNames, eventNames, refTo } from "./async-api-schemas.ts";
import { pascal, withTitles } from "./async-api-titles.ts";
import type { JsonSchema, Message, Transport } from "./async-api-types.ts";
import { commandWords, connectingWords, eventWords } from "./async-api-words.ts";

/** AsyncAPI does not allow a colon in keys. */
export const keyOf = (name: string): string => name.replace(":", ".");

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const refused = (codes: readonly ErrorCode[]): Record<string, JsonSchema> => ({
  ok: { const: false },
  error: { allOf: [refTo.error, { properties: { code: { enum: codes } } }] },
});
const REQUEST_ID = 7;
const AUTHENTICATE_CODES = ["INVALID", "UNAUTHENTICATED", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
const correlationId = { location: "$message.payload#/id" };

/** Messages by key. A command's answers have the keys `….ok` and `….refused`. */
export const messagesOf = (
  transport: Transport,
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, Message> => {
  const isPlain = transport === "webSocket";
  const messages: Record<string, Message> = {};

  const add = (id: string, message: Message): void => {
    // The data of Socket.IO and the frame of the plain WebSocket are two models.
    const title = `${pascal(id)}${isPlain ? "Frame" : ""}`;
    messages[id] = { ...message, payload: withTitles(title, message.payload) };
  };
  const addCommand = (
    name: string,
    title: string,
    [data, answer, codes]: readonly [JsonSchema, JsonSchema, readonly ErrorCode[]],
    example: { readonly data: object; readonly answer: object; readonly refusal: object },
  ): void => {
    const answered = (fields: object) => [{ payload: isPlain ? { id: REQUEST_ID, ...fields } : fields }];
    const withId = (fields: Record<string, JsonSchema>): JsonSchema =>
      object(isPlain ? { id: refTo.requestId, ...fields } : fields);
    const named = (schema: JsonSchema): JsonSchema => schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    const whole = named(answer);
    // The server takes missing data as no fields.
    const required = ["id", "type", ...(named(data).required?.length ? ["data"] : [])];
    add(keyOf(name), {
      name,
      title,
      payload: isPlain
        ? { ...object({ id: refTo.requestId, type: { const: name }, data }), required, additionalProperties: false }
        : data,
      ...(isPlain && { correlationId }),
      examples: [{ payload: isPlain ? { id: REQUEST_ID, type: name, data: example.data } : example.data }],
    });
    add(`${keyOf(name)}.ok`, {
      name: `${name} ok`,
      title: `${title}: done`,
      payload: isPlain ? { ...withId({ ...whole.properties }), required: ["id", ...(whole.required ?? [])] } : answer,
      ...(isPlain && { correlationId }),
      examples: answered({ ok: true, ...example.answer }),
    });
    add(`${keyOf(name)}.refused`, {
      name: `${name} refused`,
      title: `${title}: refused`,
      payload: withId(refused(codes)),
      ...(isPlain && { correlationId }),
      examples: answered({ ok: false, error: example.refusal }),
    });
  };

  for (const name of commandNames) {
    addCommand(
      name,
      commandWords[name].does,
      [refTo.command(name), refTo.answer(name), refusalCodes[name]],
      commandExamples[name],
    );
  }
  for (const name of eventNames) {
    add(keyOf(name), {
      name,
      title: eventWords[name].says,
      payload: isPlain ? object({ type: { const: name }, data: refTo.event(name) }) : refTo.event(name),
      examples: eventExamples[name].map((data) => ({ payload: isPlain ? { type: name, data } : data })),
    });
  }
  if (isPlain) {
    addCommand(
      "authenticate",
      connectingWords.authenticate.title,
      [refTo.authenticate, object({ ok: { const: true } }), AUTHENTICATE_CODES],
      { data: { token: samples.token }, answer: {}, refusal: refusal("UNAUTHENTICATED") },
    );
    add("unreadable", {
      name: "unreadable",
      title: connectingWords.unreadable.title,
      payload: object({ id: { type: "null" }, ...refused(["INVALID", "RATE_LIMITED", "INTERNAL"]) }),
      examples: [{ payload: { id: null, ok: false, error: refusal("INVALID") } }],
    });
  } else {
    add("error", {
      name: "error",
      title: connectingWords.error.title,
      payload: refTo.error,
      examples: [{ payload: refusal("INVALID", { message: "Send an acknowledgement callback with every command." }) }],
    });
  }
  return messages;
};
