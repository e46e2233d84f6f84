// /metrics, for Prometheus. It must not be public. With METRICS_TOKEN, a request without that token gets 401. Without
// METRICS_TOKEN, only a direct request from a private network is answered, never one through a proxy; all others get
// 404.
import { timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { answer } from "./errors.ts";

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/** Any of these headers shows that the request came through a proxy. */
const proxyHeaders = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

export const serveMetrics = (
  app: FastifyInstance,
  deps: { print: () => Promise<{ type: string; text: string }>; token: string | null },
): void => {
  app.get("/metrics", { schema: { hide: true }, logLevel: "warn" }, async (request, reply) => {
    if (deps.token === null && !isNear(request)) return answer(reply, refusal("NOT_FOUND"));
    if (deps.token !== null && !hasToken(request, deps.token)) return answer(reply, refusal("UNAUTHENTICATED"));
    const { type, text } = await deps.print();
    return reply.header("content-type", type).header("cache-control", "no-store").send(text);
  });
};

const isNear = ({ headers, socket }: FastifyRequest): boolean => {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const address = socket.remoteAddress ?? "";
  return privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
};

const hasToken = ({ headers }: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(headers.authorization ?? "");
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
};
