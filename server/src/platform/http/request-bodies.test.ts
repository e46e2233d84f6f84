// Tests how request bodies are read: zero bytes, JSON, other content types, and unknown fields of calls without a body.
import http from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { App } from "./app.ts";
import { serveErrors } from "./errors.ts";
import { serveForms } from "./forms.ts";
import { readBodies } from "./request-bodies.ts";

let app: App;
let port: number;

beforeAll(async () => {
  app = Fastify({ bodyLimit: 1000 }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  serveErrors(app);
  readBodies(app);
  const echo = async ({ body }: { readonly body: unknown }) => ({ body: body === undefined ? "none" : body });
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) app.route({ method, url: "/api/bare", handler: echo });
  app.post("/api/needs", { schema: { body: z.strictObject({ amount: z.number() }) } }, echo);
  app.post("/page", echo);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/api/raw", async ({ body }) => ({ bytes: String(body) }));
  });
  await serveForms(app, "Send a form.", (scope) =>
    scope.post("/api/form", async (request) => ({ isForm: request.isMultipart() })),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

interface Sent {
  readonly method?: string;
  readonly type?: string | undefined;
  readonly encoding?: string;
  readonly bytes?: string;
  /** Sent without a content length. */
  readonly isChunked?: boolean;
}

const send = (path: string, { method = "POST", type, encoding, bytes = "", isChunked = false }: Sent) =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what it must be
  new Promise<{ status: number; connection: string | undefined; body: any }>((resolve, reject) => {
    const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": Buffer.byteLength(bytes) };
    const headers = {
      ...(type !== undefined && { "content-type": type }),
      ...(encoding !== undefined && { "content-encoding": encoding }),
      ...length,
      connection: "keep-alive",
    };
    const request = http.request({ port, host: "127.0.0.1", path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const body = JSON.parse(Buffer.concat(parts).toString());
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body });
      });
    });
    request.on("error", reject);
    if (bytes !== "") request.write(bytes);
    request.end();
  });

const types = [
  undefined,
  "application/json",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "text/plain;charset=UTF-8",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
];
const ways = types.flatMap((type) => [false, true].map((isChunked) => [type, isChunked] as const));

describe("zero bytes", () => {
  it.each(ways)("are no body, with the content type %s (chunked: %s)", async (type, isChunked) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, body } = await send("/api/bare", { method, type, isChunked });
      expect([method, status, body]).toEqual([method, 200, { body: "none" }]);
    }
  });

  it.each(ways)(
    "are INVALID where a body is needed, with the content type %s (chunked: %s)",
    async (type, isChunked) => {
      const { status, body } = await send("/api/needs", { type, isChunked });
      expect([status, body.code, body.issues]).toEqual([400, "INVALID", [{ path: "", message: expect.any(String) }]]);
    },
  );
});

describe("a body", () => {
  it.each([false, true])(
    "gets 415 if it has another content type, and the connection stays open (chunked: %s)",
    async (isChunked) => {
      for (const type of types.filter((one) => one?.startsWith("application/json") === false)) {
        for (const path of ["/api/bare", "/api/needs", "/page"]) {
          const { status, body, connection } = await send(path, { type, isChunked, bytes: '{"amount":1}' });
          expect([type, path, status, body.code]).toEqual([type, path, 415, "UNSUPPORTED_MEDIA_TYPE"]);
          expect(connection).toBe("keep-alive");
        }
      }
      expect((await send("/api/bare", { isChunked, bytes: "x" })).status).toBe(415);
    },
  );

  it.each([false, true])("gets 415 if it is compressed, whatever its content type (chunked: %s)", async (isChunked) => {
    const sent = { isChunked, encoding: "gzip" };
    const form = "multipart/form-data; boundary=x";
    for (const [type, path] of [
      ...["/api/bare", "/api/needs"].flatMap((one) =>
        ["application/json", "text/plain", form].map((two) => [two, one]),
      ),
      [form, "/api/form"],
    ] as [string, string][]) {
      const { status, body } = await send(path, { ...sent, type, bytes: '{"amount":1}' });
      expect([type, path, status, body.message]).toEqual([
        type,
        path,
        415,
        "Send the body without a content encoding.",
      ]);
    }
    const json = { type: "application/json", bytes: '{"amount":1}', isChunked };
    expect((await send("/api/needs", { ...json, encoding: "identity" })).status).toBe(200);
    expect((await send("/api/none", { ...json, encoding: "gzip" })).status).toBe(404);
  });

  it("to an unknown address gets 404, whatever its content type", async () => {
    for (const type of ["text/plain", "application/json"]) {
      expect((await send("/api/none", { type, bytes: "{}" })).status).toBe(404);
      expect((await send("/api/none", { type })).status).toBe(404);
    }
  });

  it.each([
    ["{", " ", "undefined", "{'a':1}"],
    ['{"amount":1,"__proto__":{"x":1}}', '{"amount":1,"constructor":{"prototype":{"x":1}}}'],
  ])("that is not JSON, or would replace a prototype, gets 400: %s", async (...texts) => {
    for (const bytes of texts) {
      for (const path of ["/api/bare", "/api/needs", "/page"]) {
        const { status, body } = await send(path, { type: "application/json", bytes });
        expect([bytes, status, body.code, body.issues.length]).toEqual([bytes, 400, "INVALID", 1]);
      }
    }
  });

  it("above the limit gets 413", async () => {
    const bytes = `"${"x".repeat(1000)}"`;
    for (const isChunked of [false, true]) {
      expect((await send("/api/needs", { type: "application/json", bytes, isChunked })).status).toBe(413);
    }
  });

  it("is left to its route, if that reads raw bytes or a form", async () => {
    expect((await send("/api/raw", { type: "application/json", bytes: '{"a": 1}' })).body).toEqual({
      bytes: '{"a": 1}',
    });
    expect((await send("/api/raw", { type: "text/plain", bytes: "a" })).body).toEqual({ bytes: "a" });
    expect((await send("/api/raw", { type: "application/json" })).body).toEqual({ bytes: "" });
    const type = "multipart/form-data; boundary=x";
    expect((await send("/api/form", { type, bytes: "--x--\r\n" })).body).toEqual({ isForm: true });
    const wrong = await send("/api/form", { type: "application/json", bytes: "{}" });
    expect([wrong.status, wrong.body.message]).toEqual([415, "Send a form."]);
  });
});

describe("a call that needs no body", () => {
  const json = (bytes: string, method = "POST") => send("/api/bare", { method, type: "application/json", bytes });

  it("refuses unknown fields, and values that are no object, with every method", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (const bytes of ['{"status":"ended","x":1}', "[]", "5", '"text"', "true", "false", '""']) {
        const { status, body } = await json(bytes, method);
        expect([bytes, status, body.code]).toEqual([bytes, 400, "INVALID"]);
        expect(body.issues).toEqual([{ path: "", message: expect.stringMatching(/\w/) }]);
      }
    }
  });

  it("takes an empty object and null", async () => {
    for (const bytes of ["{}", "null"]) expect((await json(bytes)).status).toBe(200);
  });
});
