// Tests the OpenAPI document: it describes every call, with examples that fit their schemas.
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import path from "node:path";
import { auctionStatuses } from "@jara/shared/auction";
import { callOf, calls } from "@jara/shared/calls/list";
import { refusal } from "@jara/shared/errors";
import { settlementStatuses } from "@jara/shared/rest/settlements";
import { withdrawalStatuses } from "@jara/shared/rest/withdrawals";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { access } from "../../src/app/access.ts";
import { needsFreshProof } from "../../src/app/fresh-proof.ts";
import { projectRoot } from "../../src/config.ts";
import { CLIENT_ID } from "../support/e2e-google.ts";
import { makePerson } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { textsWithoutKind } from "../support/text-kinds.ts";
import { wholeValues } from "../support/whole-values.ts";

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
}
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Record<string, Schema>;
}
/** By content type. */
type Content = Readonly<Record<string, Media>>;
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    $ref?: string;
    name?: string;
    in?: string;
    schema?: { default?: number; maximum?: number };
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content; readonly headers?: object }>;
}

describe("the OpenAPI document", () => {
  let server: TestServer;
  let operations: [string, Operation][] = [];
  let schemas: Record<string, Schema> = {};
  const taken: [string, z.core.$ZodType][] = [];
  const seeRoutes = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url, schema }) => {
      for (const part of ["body", "querystring", "params", "headers"] as const) {
        const found = schema?.[part] as z.core.$ZodType | undefined;
        if (found) taken.push([`${[method].flat()[0]} ${url} ${part}`, found]);
      }
    });
  };
  beforeAll(async () => {
    subscribe("fastify.initialization", seeRoutes);
    const google = { clientId: CLIENT_ID, secret: "secret", issuer: "https://issuer.invalid" };
    server = await startTestServer({ config: { google } });
    unsubscribe("fastify.initialization", seeRoutes);
    const { body } = await server.api("GET", "/docs/json");
    schemas = body.components.schemas;
    const paths = body.paths as Record<string, Record<string, Operation>>;
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== "head")
        .map(([method, operation]): [string, Operation] => [
          `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
          operation,
        ]),
    );
  });
  afterAll(() => server?.close());

  const exampleIn = (content: Content | undefined): unknown => {
    const [media] = Object.values(content ?? {});
    return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
  };
  const answerOf = ({ responses }: Operation) =>
    Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const fieldsOf = (media: Media | undefined): Record<string, Schema> | undefined => {
    const name = media?.schema?.$ref?.split("/").at(-1);
    return (name ? schemas[name] : media?.schema)?.properties;
  };
  const fieldsOfAnswer = (operation: Operation) => fieldsOf(answerOf(operation)?.content?.["application/json"]);
  /** Pages for browsers, and Paystack's own call. */
  const isCall = (name: string) =>
    !/ \/api\/auth\/google(\/callback)?$|webhook$/.test(name) || name.startsWith("POST /api/auth");

  it("describes each call in one line", () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const [name, { summary }] of operations) expect([name, summary]).toEqual([name, expect.stringMatching(/\w/)]);
  });

  it("takes no text that is of no kind, in a body, a query or a path", () => {
    expect(taken.length).toBeGreaterThan(100);
    expect(taken.flatMap(([name, schema]) => textsWithoutKind(schema, name))).toEqual([]);
  });

  // S389
  it("has an example of each request and answer", () => {
    for (const [name, operation] of operations.filter(([name]) => isCall(name))) {
      const example = callOf.get(name)?.examples;
      expect([name, example]).toEqual([name, expect.anything()]);
      const { requestBody } = operation;
      expect([name, exampleIn(answerOf(operation)?.content)]).toEqual([name, example?.answer]);
      const call = callOf.get(name);
      if (!requestBody || call?.isForm) continue;
      const needed = call?.body?.safeParse(undefined).success ? undefined : "an example";
      expect([name, exampleIn(requestBody.content)]).toEqual([name, example?.body ?? needed]);
    }
  });

  it("lists the Idempotency-Key header for exactly those writes that read it", async () => {
    const admin = await makePerson(server, "admin", { role: "admin" });
    const bidder = await makePerson(server, "bidder");
    const reads: string[] = [];
    const lists: string[] = [];
    for (const [name, { parameters = [] }] of operations) {
      const [method = "", path = ""] = name.split(" ");
      // A log-out would end the session of the calls that follow.
      if (method === "GET" || path.startsWith("/api/upload") || path.endsWith("/logout")) continue;
      if (parameters.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey"))) lists.push(name);
      for (const { token } of [admin, bidder]) {
        const url = path.replace(":date", "2027-01-02").replace(/:\w+/, randomUUID());
        const body = callOf.get(name)?.examples?.body;
        const headers = { "idempotency-key": "two words" };
        const answer = await server.api(method, url, { token, headers, ...(body !== undefined && { body }) });
        if (answer.body?.issues?.[0]?.path === "idempotency-key" && !reads.includes(name)) reads.push(name);
      }
    }
    expect(lists.length).toBeGreaterThan(10);
    expect(reads.sort()).toEqual(lists.sort());
  });

  it("has, in each call that writes a whole value, the field that names the value which the caller saw", () => {
    const writes = Object.keys(access).filter((name) => /^(PUT|PATCH) /.test(name));
    const where = "each PUT and PATCH has an entry in server/test/support/whole-values.ts";
    expect(
      writes.filter((name) => !wholeValues[name]),
      where,
    ).toEqual([]);
    for (const [name, rule] of Object.entries(wholeValues)) {
      const operation = operations.find(([known]) => known === name)?.[1];
      const body = operation?.requestBody?.content["application/json"];
      // The body of a setting has a form for each section.
      const [form] = body?.schema?.anyOf ?? body?.schema?.oneOf ?? [];
      const fields = form?.properties ?? fieldsOf(body);
      const seen = ["seen", "revision", "version"].filter((field) => fields && Object.hasOwn(fields, field));
      expect([name, seen]).toEqual([name, "names" in rule ? [rule.names] : []]);
    }
  });

  it("names the calls that need a token, and the length of a page", async () => {
    const operation = (name: string) => operations.find(([known]) => known === name)?.[1];
    expect(operation("POST /api/bids")?.security).toEqual([{ session: [] }]);
    expect(operation("GET /api/auctions")?.security).toEqual([{}, { session: [] }]);
    expect(operation("POST /api/auth/login")?.security).toEqual([]);
    const admin = await makePerson(server, "pager", { role: "admin" });
    let paged = 0;
    for (const [name, { parameters = [] }] of operations) {
      const limit = parameters.find((one) => one.name === "limit");
      if (!limit || name.includes(":id")) continue;
      const { body } = await server.api("GET", name.replace("GET ", ""), { token: admin.token });
      if (!body?.pagination) continue;
      paged += 1;
      expect([name, limit.schema?.default]).toEqual([name, body.pagination.limit]);
    }
    expect(paged).toBeGreaterThan(3);
  });

  it("lets a token be absent for exactly those calls without a required one that refuse a bad token", async () => {
    const reads: string[] = [];
    const allow: string[] = [];
    for (const [name, { security = [] }] of operations.filter(([name]) => isCall(name))) {
      const [method = "", path = ""] = name.split(" ");
      if (security.length === 1) continue;
      if (security.length === 2) allow.push(name);
      const body = callOf.get(name)?.examples?.body;
      // `ids` is required in one query, and ignored in the others.
      const answer = await server.api(method, `${path.replace(/:\w+/g, randomUUID())}?ids=${randomUUID()}`, {
        token: "bad",
        ...(body !== undefined && { body }),
      });
      // A log-in that fails says so in other words.
      if (answer.body?.message === refusal("UNAUTHENTICATED").message) reads.push(name);
    }
    expect(allow.length).toBeGreaterThan(10);
    expect(reads.sort()).toEqual(allow.sort());
  });

  it("states the content type and the headers that the server sends", async () => {
    const admin = await makePerson(server, "reader", { role: "admin" });
    let files = 0;
    for (const [name, operation] of operations) {
      const { content = {}, headers = {} } = answerOf(operation) ?? {};
      if (!name.startsWith("GET ") || name.includes(":") || !isCall(name)) continue;
      const answer = await server.api("GET", name.replace("GET ", ""), { token: admin.token });
      if (answer.status !== 200) continue;
      const [type = ""] = answer.headers.get("content-type")?.split(";") ?? [];
      expect([name, Object.keys(content)]).toEqual([name, [type]]);
      expect([name, Object.keys(headers)]).toEqual([name, expect.arrayContaining(["x-request-id"])]);
      expect(answer.headers.get("x-request-id")).toMatch(/\w/);
      if (type !== "application/json") files += 1;
    }
    expect(files).toBeGreaterThan(5);
    const types = operations
      .filter(([name]) => /\.\w+$/.test(name))
      .flatMap(([, operation]) => Object.keys(answerOf(operation)?.content ?? {}));
    const expected = ["application/atom+xml", "application/pdf", "application/zip", "text/calendar", "text/csv"];
    expect([...new Set(types)].sort()).toEqual(expected);
  });

  it("requires no body of a call that needs none", () => {
    const optional = operations.filter(([, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).some(({ schema }) =>
        schema?.anyOf?.some(({ type }) => type === "null"),
      ),
    );
    expect(optional.length).toBeGreaterThan(20);
    for (const [name, { requestBody }] of optional) expect([name, requestBody?.required]).toEqual([name, false]);
  });

  it("lists the Bid-Receipt header for exactly those calls whose answer has a receipt", () => {
    const gives = operations.filter(([, operation]) => "receipt" in (fieldsOfAnswer(operation) ?? {}));
    const lists = operations.filter(([, { parameters = [] }]) =>
      parameters.some(({ $ref }) => $ref?.endsWith("/BidReceipt")),
    );
    expect(gives).toHaveLength(6);
    expect(lists.map(([name]) => name)).toEqual(gives.map(([name]) => name));
  });

  it("has a total in every list but those that the guide names", () => {
    const lists = operations.filter(([, { parameters = [] }]) =>
      parameters.some((one) => one.name === "page" && one.in === "query"),
    );
    const without = lists.filter(([, operation]) => {
      const fields = fieldsOfAnswer(operation);
      return fields && !("total" in fields) && !("pagination" in fields);
    });
    const guide = readFileSync(path.join(projectRoot, "docs/rest-api.md"), "utf8").replaceAll(/\s+/g, " ");
    expect(without).toHaveLength(3);
    for (const [name] of without) expect(guide).toContain(`\`${name.replace(":id", "{id}")}\``);
  });

  it("says which calls need a fresh proof", () => {
    const says = operations.filter(([, { description = "" }]) => description.includes("PROOF_REQUIRED"));
    expect(says.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(needsFreshProof)));
  });

  it("has the largest page that the server takes, and every status of a refusal", async () => {
    const parameters = operations.find(([name]) => name === "GET /api/auctions")?.[1].parameters ?? [];
    const largest = parameters.find(({ name }) => name === "page")?.schema?.maximum ?? 0;
    expect((await server.api("GET", `/api/auctions?page=${largest}`)).status).toBe(200);
    expect((await server.api("GET", `/api/auctions?limit=${largest}`)).status).toBe(200);
    expect((await server.api("GET", `/api/auctions?page=${largest + 1}`)).status).toBe(400);
    expect(schemas.Error?.properties?.status?.enum).toEqual(
      expect.arrayContaining([...auctionStatuses, ...settlementStatuses, ...withdrawalStatuses]),
    );
  });

  it("names the roles of the staff that may make a call", () => {
    const rolesOf = (name: string) =>
      operations.find(([known]) => known === name)?.[1].description?.match(/^Roles: (.*)\.$/m)?.[1];
    expect(rolesOf("POST /api/auctions")).toBe("`cataloguer`, `manager`, `admin`");
    expect(rolesOf("POST /api/admin/withdrawals/:id/approve")).toBe("`cashier`, `manager`, `admin`");
    expect(rolesOf("PUT /api/auth/users/:id/role")).toBe("`admin`");
    expect(rolesOf("GET /api/admin/desk")).toBe("`cataloguer`, `cashier`, `manager`, `admin`");
    expect(rolesOf("POST /api/bids")).toBeUndefined();
    expect(operations.filter(([, { summary = "" }]) => /\((admins|administrators)\)/.test(summary))).toEqual([]);
  });

  const all = calls.flatMap(({ route, body, answer, examples }): [string, z.ZodMiniType, unknown][] => [
    ...(answer && examples?.answer !== undefined
      ? ([[`${route} answers`, answer, examples.answer]] as [string, z.ZodMiniType, unknown][])
      : []),
    ...(body && examples?.body
      ? ([[`${route} takes`, body, examples.body]] as [string, z.ZodMiniType, unknown][])
      : []),
  ]);
  it.each(all)("has the schema of shared for %s", (_name, schema, value) => {
    expect(schema.parse(value)).toEqual(value);
  });
});
