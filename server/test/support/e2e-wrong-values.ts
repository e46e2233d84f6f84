// Sends wrong values of every type in every field of every call that the OpenAPI document names, and returns what the
// answers say. Each body also has an unknown field, so that no call can succeed.
import { randomUUID } from "node:crypto";
import type { TestServer } from "./e2e-server.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e20,
  "",
  "x",
  "x".repeat(3_000),
  "\u202e",
  [],
  [null],
  ["x", "x"],
  {},
  { x: 1 },
];
const wrongTexts = ["", "x", "-1", "1e9", "x".repeat(500)];

export interface Said {
  readonly call: string;
  readonly message: string;
}

/** The schema with that value in each field, and with it in each field of the objects and lists inside. */
const bodiesWith = (value: unknown, schema: Schema, find: (schema: Schema) => Schema): object[] => {
  const deep = (part: Schema, depth: number): unknown => {
    const { properties, items, anyOf } = find(part);
    if (depth > 4) return value;
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, deep(one, depth + 1)]));
    if (items) return [deep(items, depth + 1)];
    const inner = anyOf?.map(find).find((one) => one.properties ?? one.items ?? one.anyOf);
    return inner ? deep(inner, depth + 1) : value;
  };
  const { properties = {} } = find(schema);
  const names = Object.keys(properties);
  return [
    Object.fromEntries(names.map((name) => [name, value])),
    Object.fromEntries(names.map((name) => [name, deep(properties[name] ?? {}, 0)])),
  ];
};

export const messagesForWrongValues = async (server: TestServer, token: string): Promise<Said[]> => {
  const { paths, components } = (await server.api("GET", "/docs/json")).body;
  const find = (schema: Schema): Schema =>
    schema.$ref ? find(components.schemas[schema.$ref.split("/").at(-1) ?? ""]) : schema;
  const said: Said[] = [];
  const note = (call: string, body: { message?: string; issues?: { message: string }[] } | null) => {
    for (const message of [body?.message, ...(body?.issues ?? []).map((issue) => issue.message)]) {
      if (message !== undefined) said.push({ call, message });
    }
  };
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
    const target = path.replace("{date}", "2030-01-01").replace(/\{\w+\}/g, randomUUID());
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`;
      const schema = requestBody?.content["application/json"]?.schema;
      const bodies = schema ? wrongValues.flatMap((value) => bodiesWith(value, schema, find)) : [];
      const asked = bodies.map(async (body) => {
        const sent = { ...body, "no such field": 1 };
        note(call, (await server.api(method.toUpperCase(), target, { token, body: sent })).body);
      });
      const names = parameters.flatMap(({ name, in: place }) => (place === "query" && name ? [name] : []));
      const searched = method === "get" && names.length > 0 ? wrongTexts : [];
      asked.push(
        ...searched.map(async (text) => {
          const query = new URLSearchParams(names.map((name): [string, string] => [name, text]));
          note(call, (await server.api("GET", `${target}?${query}`, { token })).body);
        }),
      );
      await Promise.all(asked);
    }
  }
  return said;
};
