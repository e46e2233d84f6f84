// The cost of each route, in milliseconds of the thread that answers bids, as measured on a lot with 60 bids and a market
// of 120 lots, rounded up. Ordinary calls below /api/ have a cost by their method; every other route is named here, or
// the server does not start. What an answer takes by its size is charged afterwards, so lists need no entry.
import type { RouteOptions } from "fastify";
import type { RouteCost } from "../platform/http/route-cost.ts";
import { keysOf } from "./access.ts";

/** Bids, payments and log-ins. They have a budget and a share of the thread of their own. */
const command = (ms: number): RouteCost => ({ ms, lane: "commands" });
/** Reads from the database. Few of them run at a time. */
const read = (ms: number): RouteCost => ({ ms, lane: "reads" });
/** Waits for another thread that draws. */
const drawing = (ms: number): RouteCost => ({ ms, lane: "drawings" });
/** Writes, files, and reads that wait for another site and would block the lane of reads. */
const other = (ms: number): RouteCost => ({ ms, lane: "others" });

const READ = read(2);
const WRITE = other(3);
const BID = command(2);
/** Compares passwords, or checks a signature of another site. */
const LOG_IN = command(4);
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
  "POST /api/bids": BID,
  "POST /api/maxbids": BID,
  "DELETE /api/maxbids/:id": BID,
  "POST /api/maxbids/:id/confirm": BID,
  "POST /api/auctions/:id/buy-it-now": BID,
  "POST /api/auctions/:id/withdraw-bids": BID,
  // They sign a request to the payment provider, and wait for its answer.
  "POST /api/settlements/:id/payments": command(8),
  "POST /api/second-chances/:id/accept": BID,
  "POST /api/second-chances/:id/decline": BID,
  "POST /api/payments/top-ups": command(5),
  "POST /api/payments/paystack/webhook": BID,
  "POST /auction/:id/bid": command(3),

  "POST /api/auth/login": LOG_IN,
  "POST /api/auth/login-code": LOG_IN,
  "POST /api/auth/login/second-factor": LOG_IN,
  "POST /api/auth/passkeys/log-in-options": LOG_IN,
  "POST /api/auth/passkeys/log-in": LOG_IN,
  "POST /api/auth/google": LOG_IN,
  "GET /api/auth/google": LOG_IN,
  "GET /api/auth/google/callback": LOG_IN,
  "POST /auction/:id/log-in": LOG_IN,
  "POST /auction/:id/log-out": WRITE,
  // They compare or hash a password, or write a mail.
  "POST /api/auth/register": other(8),
  "POST /api/auth/reset-password": other(8),
  "POST /api/auth/change-password": other(8),
  "POST /api/auth/forgot-password": other(8),
  "POST /api/auth/resend-verification": other(8),
  "POST /api/auth/accept-invitation": other(8),
  "POST /api/auth/change-email": other(6),
  "POST /api/users/withdrawals": other(6),
  "POST /api/users/bank-accounts": other(5),
  "DELETE /api/users/deletion": other(6),

  // They may wait ten seconds for Paystack.
  "GET /api/payments/top-ups/:reference": other(2),
  "GET /api/banks": other(2),

  // A search whose words no lot has compares up to six of them with 20,000 words (2 ms), and asks the database twice more.
  "GET /api/auctions": read(3),
  "GET /api/auctions/facets": read(3),
  "GET /api/auctions/admin/all": read(4),

  // Hashes the tree of a lot's whole history, if it is not kept from an earlier call.
  "GET /api/auctions/:id/proof": read(20),
  "GET /api/users/proof/:id": read(5),
  "GET /api/users/deletion": read(4),
  "GET /api/users/purchases": read(4),
  "GET /api/sales/:id/lots": read(4),
  "GET /api/watchlist/lots": read(4),
  "GET /api/auctions/admin/:id/history": read(5),
  "GET /api/admin/desk": read(4),
  "GET /api/admin/audit-log": read(5),
  "GET /api/admin/reports": read(4),
  "GET /api/legal/:page": read(2),
  "POST /api/upload/single": other(20),
  "POST /api/admin/imports": other(50),
  "POST /api/admin/imports/preview": other(20),

  "GET /": PAGE,
  "GET /auction/:id": PAGE,
  "GET /auction/:id/bid": PAGE,
  "GET /plain": PAGE,
  "GET /auction/:id/plain": PAGE,
  "GET /feeds/auctions.atom": read(3),
  "GET /sitemap.xml": read(5),
  "GET /sitemap/:page": read(5),
  // Draws and compresses a picture.
  "GET /og/auction/:file": drawing(20),
  "GET /og/site.jpg": drawing(2),
  "GET /log": read(1),
  "GET /log/:log/checkpoint": read(1),
  "GET /log/:log/checkpoint/witnessed": read(1),
  "GET /log/:log/tile/*": read(3),
  "GET /log/verdicts": read(1),
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
  "GET /ws": { ms: 0.3, lane: null },

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
