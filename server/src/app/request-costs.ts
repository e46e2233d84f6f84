// The cost of each route, in milliseconds of the thread that answers bids, as measured on a lot with 60 bids and a market
// of 120 lots, rounded up. Ordinary calls below /api/ have a cost by their method; every other route is named here, or
// the server does not start. What an answer takes by its size is charged afterwards, so lists need no entry.
import { command, drawing, LOG_IN, other, read } from "@jara/shared/calls/costs";
import { calls } from "@jara/shared/calls/list";
import type { RouteOptions } from "fastify";
import type { RouteCost } from "../platform/http/route-cost.ts";
import { keysOf } from "./access.ts";

const READ = read(2);
const WRITE = other(3);
const FILE = other(0.5);
const PAGE = read(2);
/** By the end of the path: what draws a document or writes a whole table. */
const FILES_MADE: readonly (readonly [end: string, cost: RouteCost])[] = [
  // A statement has up to 2,000 entries, which are read and copied here.
  ["/statement.pdf", drawing(30)],
  [".pdf", drawing(10)],
  [".csv", read(12)],
  [".zip", read(50)],
];

const named: Readonly<Record<string, RouteCost>> = {
  ...Object.fromEntries(calls.flatMap(({ route, cost }) => (cost ? [[route, cost]] : []))),
  "POST /auction/:id/bid": command(3),

  "POST /auction/:id/log-in": LOG_IN,
  "POST /auction/:id/log-out": WRITE,

  "GET /": PAGE,
  "GET /auction/:id": PAGE,
  "GET /auction/:id/bid": PAGE,
  "GET /plain": PAGE,
  "GET /auction/:id/plain": PAGE,
  "GET /sitemap.xml": read(5),
  "GET /sitemap/:page": read(5),
  // Draws and compresses a picture.
  "GET /og/auction/:file": drawing(20),
  "GET /og/site.jpg": drawing(2),
  "GET /log": read(1),
  "GET /log/:log/checkpoint": read(1),
  "GET /log/:log/checkpoint/witnessed": read(1),
  "GET /log/:log/tile/*": read(3),
  "GET /log/verdicts/:date": read(1),
  "GET /log/:log/verdicts/:number": read(1),

  // A page asks for some forty of these.
  "GET /*": FILE,
  "GET /media/:name": other(1),
  "GET /media/demo/*": FILE,
  "GET /manifest.webmanifest": FILE,
  "GET /service-worker.js": FILE,
  "GET /robots.txt": FILE,

  "GET /docs": FILE,
  "GET /docs/": FILE,
  "GET /docs/static/index.html": FILE,
  "GET /docs/static/swagger-initializer.js": FILE,
  "GET /docs/static/*": other(2),
  "GET /docs/json": other(2),
  "GET /docs/yaml": other(2),
  "GET /docs/socket": other(2),
  "GET /docs/socket.json": other(2),
  "GET /docs/guide/*": other(2),

  "GET /health/live": FILE,
  "GET /health/ready": other(1),
  "GET /metrics": other(5),
  // Its connections are limited and admitted by live/transports.
  "GET /ws": { ms: 0.3, bulkhead: null },

  "GET /dev/mail": PAGE,
  "GET /dev/mail.json": PAGE,
  "GET /dev/mail/:id": PAGE,
  "GET /dev/mail/:id/:file": PAGE,
};

/** The sandboxes stand in for other sites, and calls of ours wait for them. */
const ofSandbox = (path: string): boolean => path.startsWith("/sandbox/");

const costOfKey = (key: string): RouteCost => {
  if (Object.hasOwn(named, key)) return named[key] as RouteCost;
  const [method, path = ""] = key.split(" ");
  if (ofSandbox(path)) return command(1);
  if (!path.startsWith("/api/")) throw new Error(`${key}: app/request-costs.ts does not name its cost`);
  if (method !== "GET") return WRITE;
  return FILES_MADE.find(([end]) => path.endsWith(end))?.[1] ?? READ;
};

/** The dearest of the route's methods. */
export const costOfRoute = (route: Pick<RouteOptions, "method" | "url">): RouteCost =>
  [...keysOf(route)].map(costOfKey).reduce((dearest, cost) => (cost.ms > dearest.ms ? cost : dearest));
