// Tests the OpenAPI document: it describes every call, with examples that fit their schemas.
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Example, examples } from "../../src/api-docs/open-api-examples.ts";
import { CLIENT_ID } from "../support/e2e-google.ts";
import { makePerson } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";

interface Content {
  readonly "application/json"?: { readonly example?: unknown; readonly examples?: Record<string, { value: unknown }> };
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { $ref?: string; name?: string; schema?: { default?: number } }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
}

describe("the OpenAPI document", () => {
  let server: TestServer;
  let operations: [string, Operation][] = [];
  beforeAll(async () => {
    const google = { clientId: CLIENT_ID, secret: "secret", issuer: "https://issuer.invalid" };
    server = await startTestServer({ database: "pglite", config: { google } });
    const { body } = await server.api("GET", "/docs/json");
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
    const json = content?.["application/json"];
    return json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
  };
  /** Pages for browsers, and Paystack's own call. */
  const isCall = (name: string) =>
    !/ \/api\/auth\/google(\/callback)?$|webhook$/.test(name) || name.startsWith("POST /api/auth");

  it("describes each call in one line", () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const [name, { summary }] of operations) expect([name, summary]).toEqual([name, expect.stringMatching(/\w/)]);
  });

  // S389
  it("has an example of each request and answer", () => {
    for (const [name, { requestBody, responses }] of operations.filter(([name]) => isCall(name))) {
      const example = examples[name];
      expect([name, example]).toEqual([name, expect.anything()]);
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
      expect([name, exampleIn(answer?.content)]).toEqual([name, example?.answer.value]);
      // Some take an empty body or none, an upload a form.
      const optional =
        /(watchlist\/:id|buy-it-now|payment-received|retry|confirm|reject|approve|cancel|withdraw-bids|second-chance|accept|decline|bidder|duplicate|relist|publish|pause|resume|end|upload\/single|imports|apply|seen)$/;
      if (requestBody && !optional.test(name))
        expect([name, exampleIn(requestBody?.content)]).toEqual([name, example?.body?.value ?? "an example"]);
    }
    expect(Object.keys(examples).filter((name) => !operations.some(([known]) => known === name))).toEqual([]);
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
        const body = examples[name]?.body?.value;
        const headers = { "idempotency-key": "two words" };
        const answer = await server.api(method, url, { token, headers, ...(body !== undefined && { body }) });
        if (answer.body?.issues?.[0]?.path === "idempotency-key" && !reads.includes(name)) reads.push(name);
      }
    }
    expect(lists.length).toBeGreaterThan(10);
    expect(reads.sort()).toEqual(lists.sort());
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
      const body = examples[name]?.body?.value;
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

  const all = Object.entries(examples).flatMap(([name, { body, answer }]): [string, Example][] => [
    [`${name} answers`, answer],
    ...(body ? ([[`${name} takes`, body]] as [string, Example][]) : []),
  ]);
  it.each(all)("has the schema of shared for %s", (_name, { schema, value }) => {
    expect(schema.parse(value)).toEqual(value);
  });
});
