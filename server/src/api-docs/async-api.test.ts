// Checks the live API's document. It must be valid AsyncAPI, hold every command and event of the contract and nothing
// else, and have only examples that match their schemas.
import specifications from "@asyncapi/specs";
import type { LiveCommand } from "@jara/shared/calls/live";
import { liveCommands, liveEvents } from "@jara/shared/calls/live-list";
import { authenticateSchema } from "@jara/shared/live-commands";
import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { makeAsyncApi } from "./async-api.ts";
import type { JsonSchema } from "./async-api-types.ts";

const PUBLIC_URL = "https://jara.example";
const commands: Readonly<Record<string, LiveCommand>> = liveCommands;
const document = makeAsyncApi("Jara", PUBLIC_URL);
/** The document as clients get it. */
const asSent = JSON.parse(JSON.stringify(document)) as typeof document;
const { channels, operations, components } = asSent;

const newAjv = (options: Options = {}) => {
  const ajv = new Ajv({ strict: false, allErrors: true, ...options });
  addFormats.default(ajv);
  return ajv;
};

const nodesOf = function* (node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== "object" || node === null) return;
  yield node as Record<string, unknown>;
  for (const inner of Object.values(node)) yield* nodesOf(inner);
};
const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], asSent);

describe("the AsyncAPI document", () => {
  it("is valid AsyncAPI 3.0.0 by the specification's own JSON Schema", () => {
    // The AsyncAPI schema contains draft 7's own schema, so Ajv must not add it.
    const ajv = newAjv({ meta: false, validateSchema: false });
    const validate = ajv.compile(specifications.schemas["3.0.0"] as object);
    expect([validate(asSent), validate.errors]).toEqual([true, null]);
    expect(validate({ ...asSent, operations: { "bid.place": { action: "answer" } } })).toBe(false);
  });

  it("has no reference without a target, and no schema without a reference", () => {
    const refs = [...nodesOf(asSent)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(200);
    expect(refs.filter((ref) => at(ref) === undefined)).toEqual([]);
    const unused = Object.keys(components.schemas).filter((id) => !refs.includes(`#/components/schemas/${id}`));
    expect(unused).toEqual([]);
  });

  describe.each(["socketIo", "webSocket"] as const)("on %s", (transport) => {
    const own = Object.values(operations).filter(({ channel }) => channel.$ref === `#/channels/${transport}`);
    const titles = (action: string) => own.filter((one) => one.action === action).map(({ title }) => title);

    it("has every command and every event of the contract, and no others", () => {
      const [received, sent] = transport === "webSocket" ? [["authenticate"], ["unreadable"]] : [[], ["error"]];
      expect(titles("receive").sort()).toEqual([...Object.keys(commands), ...received].sort());
      expect(titles("send").sort()).toEqual([...Object.keys(liveEvents), ...sent].sort());
    });

    it("has the answers done and refused for each command, and names the codes", () => {
      for (const { action, title, messages, reply } of own) {
        if (action !== "receive") continue;
        const id = messages[0]?.$ref.split("/").at(-1);
        expect(reply?.messages.map(({ $ref }) => $ref.split("/").at(-1))).toEqual([`${id}.ok`, `${id}.refused`]);
        const refused = channels[transport].messages[`${id}.refused`]?.payload.properties?.error?.allOf?.[1];
        const command = commands[title];
        if (command) expect(refused?.properties?.code?.enum).toEqual(command.refusals);
      }
    });

    it("has at least one valid example of each message, and forbids further fields only in what clients send", () => {
      const ajv = newAjv();
      // Payloads refer to the document's components.
      const compile = (payload: JsonSchema) => ajv.compile({ ...payload, components });
      for (const [id, { payload, examples }] of Object.entries(channels[transport].messages)) {
        const validate = compile(payload);
        expect([id, examples.length > 0]).toEqual([id, true]);
        for (const example of examples) {
          expect([id, validate(example.payload), validate.errors]).toEqual([id, true, null]);
          const larger = { ...(example.payload as object), unheardOf: 1 };
          const isCommand = own.some(
            ({ action, messages: [one] }) => action === "receive" && one?.$ref.endsWith(`/${id}`),
          );
          expect([id, validate(larger)]).toEqual([id, !isCommand]);
          if (!isCommand || transport !== "webSocket") continue;
          const { data: _, ...bare } = example.payload as { data?: unknown };
          const schema = commands[id.replace(".", ":")]?.data ?? authenticateSchema;
          expect([id, validate(bare)]).toEqual([id, schema.safeParse({}).success]);
        }
      }
    });
  });

  it("forbids further fields only in what clients send", () => {
    const strict = Object.entries(components.schemas).filter(([, schema]) =>
      [...nodesOf(schema)].some(({ additionalProperties }) => additionalProperties === false),
    );
    expect(strict.map(([id]) => id).filter((id) => !id.endsWith("Command"))).toEqual([]);
    expect(strict.length).toBe(Object.keys(commands).length + 1);
  });

  it("describes every field", () => {
    const silent = Object.entries(components.schemas).flatMap(([id, schema]) =>
      [...nodesOf(schema)]
        .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, JsonSchema>))
        // The answers describe `ok`. `type` and `data` belong to every frame.
        .filter(([field, { description }]) => !description && !["ok", "type", "data"].includes(field))
        .map(([field]) => `${id}.${field}`),
    );
    expect(silent).toEqual([]);
  });
});
