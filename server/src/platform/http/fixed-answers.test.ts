// Tests that fixed answers are made once for each encoding, and are the same as before.
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import compress from "@fastify/compress";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { keepFixedAnswers } from "./fixed-answers.ts";

const TEXT = "a document of the API ".repeat(500);

const start = async () => {
  const app = fastify();
  await app.register(compress, { globalCompression: true });
  keepFixedAnswers(app, (route, rest) => route === "/docs" || rest.startsWith("assets/"));
  let made = 0;
  app.get("/docs", async (_request, reply) => {
    made += 1;
    return reply.header("content-security-policy", "default-src 'none'").type("application/json").send(TEXT);
  });
  app.get("/*", async (request, reply) => {
    made += 1;
    const name = (request.params as { "*": string })["*"];
    if (name === "assets/none.js") return reply.code(404).send({});
    return reply
      .header("etag", '"1"')
      .type("text/javascript")
      .send(Readable.from([TEXT]));
  });
  const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url, headers });
  return { get, made: () => made };
};

describe("a fixed answer", () => {
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("is made and compressed once as %s, with the headers of its route", async (encoding, decompress) => {
    const { get, made } = await start();
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push(await get("/docs", { "accept-encoding": encoding }));
    expect(made()).toBe(1);
    for (const { statusCode, headers, rawPayload } of answers) {
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        "content-encoding": encoding,
        "content-type": "application/json; charset=utf-8",
        "content-security-policy": "default-src 'none'",
        "content-length": `${rawPayload.length}`,
      });
      expect(headers.vary).toContain("accept-encoding");
      expect(decompress(rawPayload).toString()).toBe(TEXT);
    }
  });

  it("is sent as it is to a client that accepts no encoding or rules it out", async () => {
    const { get, made } = await start();
    for (const headers of [{}, { "accept-encoding": "br;q=0, gzip;q=0" }, {}]) {
      const answer = await get("/docs", headers as Record<string, string>);
      expect([answer.headers["content-encoding"], answer.body]).toEqual([undefined, TEXT]);
    }
    expect(made()).toBe(1);
  });

  it("is made once for many that ask at the same time, and refusals keep nobody waiting", async () => {
    const { get, made } = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/assets/main.js")));
    expect(answers.map(({ body }) => body === TEXT)).not.toContain(false);
    expect(made()).toBe(1);
    const refused = await Promise.all(Array.from({ length: 3 }, () => get("/assets/none.js")));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  it("is shared by other spellings and queries of its address, also if its route streams it", async () => {
    const { get, made } = await start();
    for (const url of ["/assets/main.js", "/assets/main.js?x=1", "/%61ssets/main.js"]) {
      expect((await get(url)).body).toBe(TEXT);
    }
    expect(made()).toBe(1);
  });

  it("is answered with 304 if the client has it, and without a body to HEAD", async () => {
    const { get } = await start();
    await get("/assets/main.js");
    const known = await get("/assets/main.js", { "if-none-match": '"1"' });
    expect([known.statusCode, known.body]).toEqual([304, ""]);
    const head = await get("/assets/main.js", {}, "HEAD");
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", `${TEXT.length}`]);
  });

  it("is not kept if it is a refusal, or belongs to another route", async () => {
    const { get, made } = await start();
    for (const url of ["/assets/none.js", "/assets/none.js", "/index.html", "/index.html"]) await get(url);
    expect(made()).toBe(4);
  });
});
