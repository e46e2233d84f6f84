// Checks who may read /metrics: each kind of request from each kind of address.
import Fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { serveMetrics } from "./metrics-routes.ts";

const TOKEN = "a-token-of-sixteen-or-more";
const print = async () => ({ type: "text/plain; version=0.0.4; charset=utf-8", text: "jara_queue_commands 0\n" });
const open = (token: string | null) => {
  const app = Fastify();
  serveMetrics(app, { print, token });
  afterAll(() => app.close());
  return async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: "/metrics", remoteAddress, headers })).statusCode;
};

describe("/metrics without an operator's token", () => {
  const ask = open(null);

  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "172.18.0.4", "::ffff:192.168.1.9", "fd00::7"])(
    "is readable from %s",
    async (address) => expect(await ask(address)).toBe(200),
  );

  it.each(["8.8.8.8", "::ffff:8.8.8.8", "172.32.0.1", "2001:4860::8888"])("answers 404 to %s", async (address) =>
    expect(await ask(address)).toBe(404),
  );

  it.each(["x-forwarded-for", "X-Forwarded-Host", "x-real-ip", "forwarded", "via"])(
    "answers 404 through a proxy (%s), wherever the proxy is",
    async (header) => expect(await ask("127.0.0.1", { [header]: "10.0.0.1" })).toBe(404),
  );
});

describe("/metrics with an operator's token", () => {
  const ask = open(TOKEN);

  it("is readable with the token from anywhere", async () => {
    expect(await ask("8.8.8.8", { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "9.9.9.9" })).toBe(200);
  });

  it.each([{}, { authorization: `Bearer ${TOKEN}x` }, { authorization: TOKEN }, { authorization: "Bearer " }])(
    "answers 401 without the right token, also to this machine: %o",
    async (headers) => expect(await ask("127.0.0.1", headers as Record<string, string>)).toBe(401),
  );
});
