// Checks the API's documents with the tools that other companies use: linters find nothing, and generators make named
// types, against which a sample client compiles.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { auctionStatuses } from "@jara/shared/auction";
import { buyItNowReasons } from "@jara/shared/rest/buy-it-now";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_VERSION, RELEASED_API } from "../../src/api-docs/api-version.ts";
import { projectRoot } from "../../src/config.ts";
import { hashOfMeaning } from "../support/api-meaning.ts";
import { CLIENT_ID } from "../support/e2e-google.ts";
import { startTestServer } from "../support/e2e-server.ts";

const tools = path.join(projectRoot, "tools/api-lint");
/** Here Node finds the types of Node that the sample client needs. */
const folder = path.join(projectRoot, "server/node_modules/.cache/api-documents");
const tsc = path.join(projectRoot, "node_modules/.bin/tsc");
const STRICT = [
  "--ignoreConfig",
  "--noEmit",
  "--strict",
  "--target",
  "es2022",
  "--module",
  "nodenext",
  "--types",
  "node",
];

/** Ends with the exit code and everything printed. It must not block this worker, because it takes many seconds. */
const run = (command: string, args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
    child.on("error", reject).on("close", (status) => resolve(`${status} ${printed}`.trim()));
  });

const compile = (...files: readonly string[]): Promise<string> => run(tsc, [...STRICT, ...files], folder);

describe("the API's documents", () => {
  let checked = "";

  // The generators load large packages.
  beforeAll(async () => {
    if (!existsSync(path.join(tools, "node_modules")))
      throw new Error("The checkers are not installed: npm run setup:api-lint");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const server = await startTestServer({
      config: {
        publicUrl: "https://jara.test",
        google: { clientId: CLIENT_ID, secret: "secret", issuer: "https://issuer.invalid" },
        paystack: { secretKey: "sk_test_0", url: "https://paystack.invalid" },
      },
    });
    for (const [url, file] of [
      ["/docs/json", "openapi.json"],
      ["/docs/socket.json", "asyncapi.json"],
    ] as const) {
      writeFileSync(path.join(folder, file), (await server.api("GET", url)).text);
    }
    await server.close();
    checked = await run(process.execPath, ["check.mjs", folder], tools);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("pass Redocly's and AsyncAPI's linters without a warning, and name every generated model", async () => {
    expect(checked).toBe("0");
  });

  it("have another version than the last release if they say something else", () => {
    const read = (...file: string[]) => readFileSync(path.join(...file), "utf8");
    const [, release] = /^## (\d+\.\d+\.\d+),/m.exec(read(projectRoot, "CHANGELOG.md")) ?? [];
    const now = {
      openApi: hashOfMeaning(JSON.parse(read(folder, "openapi.json"))),
      asyncApi: hashOfMeaning(JSON.parse(read(folder, "asyncapi.json"))),
    };
    // Fails after a release, with the values that `RELEASED_API` needs then.
    if (RELEASED_API.release !== release) expect(RELEASED_API).toEqual({ release, version: API_VERSION, ...now });
    // Fails if the documents changed and need a new version.
    if (API_VERSION === RELEASED_API.version) expect(RELEASED_API).toEqual({ ...RELEASED_API, ...now });
    const versions = read(projectRoot, "docs/api-versions.md");
    const [, newest, date] = [...versions.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \|/gm)].at(-1) ?? [];
    expect([newest, date === "not released yet"]).toEqual([API_VERSION, API_VERSION !== RELEASED_API.version]);
    for (const file of ["openapi.json", "asyncapi.json"])
      expect(JSON.parse(read(folder, file)).info.version).toBe(API_VERSION);
  });

  it("give OpenAPI types that the sample REST client compiles with", async () => {
    cpSync(path.join(projectRoot, "docs/clients/rest.mts"), path.join(folder, "rest.mts"));
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
    expect(await compile("rest.mts")).toBe("0");
  });

  it("give OpenAPI types that have refusals, times and the idempotency key, and refuse a wrong field", async () => {
    const uses = (bid: string, code: string) => `
      import type { components, operations } from "./openapi.js";
      const body: operations["placeBid"]["requestBody"]["content"]["application/json"] = ${bid};
      const key: NonNullable<operations["placeBid"]["parameters"]["header"]> = { "Idempotency-Key": "x" };
      type Refusal = operations["placeBid"]["responses"]["4XX"]["content"]["application/json"];
      const code: Refusal["code"] = ${code};
      const status: components["schemas"]["Auction"]["status"] = "active";
      export { body, key, code, status };`;
    writeFileSync(path.join(folder, "right.ts"), uses('{ auctionId: "a", amount: 1 }', '"BID_TOO_LOW"'));
    writeFileSync(path.join(folder, "wrong.ts"), uses('{ auctionId: "a", amount: "1" }', '"NO_SUCH_CODE"'));
    expect(await compile("right.ts")).toBe("0");
    expect((await compile("wrong.ts")).match(/error TS\d+/g)).toHaveLength(2);
  });

  it("give AsyncAPI models that compile, with enums for statuses and reasons", async () => {
    expect(await compile("asyncapi.ts")).toBe("0");
    const models = readFileSync(path.join(folder, "asyncapi.ts"), "utf8");
    const union = (values: readonly string[]) => values.map((value) => `"${value}"`).join(" | ");
    expect(models).toContain(`export type AuctionStatus = ${union(auctionStatuses)};`);
    expect(models).toContain(`export type BuyItNowReason = ${union(buyItNowReasons)};`);
    expect(models).toContain('export type SessionEndedEventReason = "expired" | "withdrawn";');
    expect(models).toMatch(/interface Error \{[^}]*status\?: AuctionStatus;[^}]*reason\?: BuyItNowReason;/s);
  });

  it("are checked by tools that do find a mistake", async () => {
    const spoilt = path.join(folder, "spoilt");
    mkdirSync(spoilt);
    const info = { title: "Spoilt", version: "1" };
    const responses = { 200: { description: "Done." } };
    const openApi = { openapi: "3.1.0", info, paths: { "/a": { get: { responses } } } };
    writeFileSync(path.join(spoilt, "openapi.json"), JSON.stringify(openApi));
    const payload = {
      type: "object",
      properties: { seller: { type: "object", properties: { a: { type: "string" } } } },
    };
    const channels = { c: { address: "/c", messages: { m: { payload } } } };
    const operations = { o: { action: "send", channel: { $ref: "#/channels/c" } } };
    writeFileSync(
      path.join(spoilt, "asyncapi.json"),
      JSON.stringify({ asyncapi: "3.0.0", info, channels, operations }),
    );
    const found = await run(process.execPath, ["check.mjs", spoilt], tools);
    expect(found).toMatch(/^1 [\s\S]*operation-operationId[\s\S]*a model without a name/);
  }, 300_000);
});
