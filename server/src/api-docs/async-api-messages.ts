// The messages and operations of one transport for the AsyncAPI document, with examples. Socket.IO carries the data as they
// are; the plain WebSocket wraps them in an envelope. The server receives each command and answers it, and sends each
// event.
import { audiences, type LiveCommand, type LiveEvent } from "@jara/shared/calls/live";
import { liveCommands, liveEvents } from "@jara/shared/calls/live-list";
import * as samples from "@jara/shared/calls/samples";
import { type ErrorCode, refusal } from "@jara/shared/errors";
import { pascal, refTo, withTitles } from "./async-api-schemas.ts";
import type { JsonSchema, Message, Operation, Reference, Transport } from "./async-api-types.ts";

/** AsyncAPI does not allow a colon in keys. */
const keyOf = (name: string): string => name.replace(":", ".");

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

const schemes = "#/components/securitySchemes";
const tokenOn: Record<Transport, readonly Reference[]> = {
  socketIo: [{ $ref: `${schemes}/handshake` }],
  webSocket: [{ $ref: `${schemes}/bearer` }, { $ref: `${schemes}/firstFrame` }],
};
const whoMay: Record<LiveCommand["access"], string> = {
  anyone: "For anyone, signed in or not.",
  "signed in": "For users who are signed in.",
  staff: "For staff.",
};
/** The tag of the messages that only one transport has. */
const connecting = [{ name: "Connecting" }];

type Words = Pick<Operation, "summary" | "description" | "tags" | "security">;

/** By key. A command's answers have the keys `….ok` and `….refused`. */
interface Parts {
  readonly messages: Record<string, Message>;
  readonly operations: Record<string, Operation>;
}

/** `receive` adds a command with its answers, `send` an event. */
const collectParts = (transport: Transport, schemas: Readonly<Record<string, JsonSchema>>) => {
  const isPlain = transport === "webSocket";
  const messages: Record<string, Message> = {};
  const operations: Record<string, Operation> = {};
  const channel = { $ref: `#/channels/${transport}` };
  const message = (id: string): Reference => ({ $ref: `${channel.$ref}/messages/${id}` });

  const add = (id: string, one: Message): void => {
    // The data of Socket.IO and the frame of the plain WebSocket are two models.
    const title = `${pascal(id)}${isPlain ? "Frame" : ""}`;
    messages[id] = { ...one, payload: withTitles(title, one.payload) };
  };
  const receive = (
    name: string,
    words: Words,
    [answer, codes]: readonly [JsonSchema, readonly ErrorCode[]],
    example: { readonly data: object; readonly answer: object; readonly refusal: object },
  ): void => {
    const id = keyOf(name);
    const data = refTo.command(name);
    const correlated = isPlain && { correlationId: { location: "$message.payload#/id" } };
    const answered = (fields: object) => [{ payload: isPlain ? { id: REQUEST_ID, ...fields } : fields }];
    const withId = (fields: Record<string, JsonSchema>): JsonSchema =>
      object(isPlain ? { id: refTo.requestId, ...fields } : fields);
    const named = (schema: JsonSchema): JsonSchema => schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    const whole = named(answer);
    // The server takes missing data as no fields.
    const required = ["id", "type", ...(named(data).required?.length ? ["data"] : [])];
    add(id, {
      name,
      title: words.summary,
      payload: isPlain
        ? { ...object({ id: refTo.requestId, type: { const: name }, data }), required, additionalProperties: false }
        : data,
      ...correlated,
      examples: [{ payload: isPlain ? { id: REQUEST_ID, type: name, data: example.data } : example.data }],
    });
    add(`${id}.ok`, {
      name: `${name} ok`,
      title: `${words.summary}: done`,
      payload: isPlain ? { ...withId({ ...whole.properties }), required: ["id", ...(whole.required ?? [])] } : answer,
      ...correlated,
      examples: answered({ ok: true, ...example.answer }),
    });
    add(`${id}.refused`, {
      name: `${name} refused`,
      title: `${words.summary}: refused`,
      payload: withId(refused(codes)),
      ...correlated,
      examples: answered({ ok: false, error: example.refusal }),
    });
    operations[`${transport}.${id}`] = {
      action: "receive",
      channel,
      title: name,
      ...words,
      messages: [message(id)],
      reply: { channel, messages: [message(`${id}.ok`), message(`${id}.refused`)] },
    };
  };
  const send = (name: string, words: Words, payload: JsonSchema, examples: readonly unknown[]): void => {
    const id = keyOf(name);
    add(id, { name, title: words.summary, payload, examples: examples.map((one) => ({ payload: one })) });
    operations[`${transport}.${id}`] = { action: "send", channel, title: name, ...words, messages: [message(id)] };
  };
  return { messages, operations, receive, send };
};

export const partsOf = (transport: Transport, schemas: Readonly<Record<string, JsonSchema>>): Parts => {
  const isPlain = transport === "webSocket";
  const { messages, operations, receive, send } = collectParts(transport, schemas);
  for (const [name, command] of Object.entries<LiveCommand>(liveCommands)) {
    const { access, summary, description, tag, refusals, example } = command;
    const words = {
      summary,
      description: description ? `${whoMay[access]} ${description}` : whoMay[access],
      tags: [{ name: tag }],
      ...(access !== "anyone" && { security: tokenOn[transport] }),
    };
    receive(name, words, [refTo.answer(name), refusals], example);
  }
  for (const [name, event] of Object.entries<LiveEvent>(liveEvents)) {
    const { to, summary, when, examples } = event;
    const words = { summary, description: when, tags: to.map((audience) => ({ name: audiences[audience] })) };
    const data = refTo.event(name);
    const payload = isPlain ? object({ type: { const: name }, data }) : data;
    const payloads = examples.map((one) => (isPlain ? { type: name, data: one } : one));
    send(name, words, payload, payloads);
  }
  if (isPlain) {
    const codes = ["INVALID", "UNAUTHENTICATED", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
    const example = { data: { token: samples.token }, answer: {}, refusal: refusal("UNAUTHENTICATED") };
    receive("authenticate", words.authenticate, [object({ ok: { const: true } }), codes], example);
    const payload = object({ id: { type: "null" }, ...refused(["INVALID", "RATE_LIMITED", "INTERNAL"]) });
    send("unreadable", words.unreadable, payload, [{ id: null, ok: false, error: refusal("INVALID") }]);
  } else {
    const message = "Send an acknowledgement callback with every command.";
    send("error", words.error, refTo.error, [refusal("INVALID", { message })]);
  }
  return { messages, operations };
};

const words = {
  authenticate: {
    summary: "Say who you are",
    description:
      "Only as the first frame, and only if the upgrade had no token; any other first frame makes the connection a " +
      "visitor's. The server answers an invalid token with `UNAUTHENTICATED` and closes the connection with code 4401. After " +
      "any other refusal but `INVALID` send it again; until it is accepted, other commands get the same refusal. After " +
      "`INVALID` (no token, an empty one, or one that is too long) the connection is a visitor's.",
    tags: connecting,
  },
  unreadable: {
    summary: "A frame that could not be read, or too many frames",
    description:
      "`INVALID`: the frame is no JSON text, or has no `id`. `RATE_LIMITED`: the connection sends too much, and the " +
      "server reads no more until the allowance is back.",
    tags: connecting,
  },
  error: {
    summary: "A command without an acknowledgement callback, or too many packets",
    description:
      "`INVALID`: the command had no callback to answer, so it was not carried out. `RATE_LIMITED`: the connection sends " +
      "too much, and the server reads no more until the allowance is back.",
    tags: connecting,
  },
};
