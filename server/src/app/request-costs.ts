// The cost of each route, in milliseconds of the thread that answers bids, as measured on a lot with 60 bids and a market
// of 120 lots, rounded up. Ordinary calls below /api/ have a cost by their method; every other route is named in pages.ts,
// or the server does not start. What an answer takes by its size is charged afterwards, so lists need no entry.
import { drawing, other, read } from "@jara/shared/calls/costs";
import { calls } from "@jara/shared/calls/list";
import type { RouteOptions } from "fastify";
import type { RouteCost } from "../platform/http/route-cost.ts";
import { keysOf } from "./access.ts";
import { pages } from "./pages.ts";

const READ = read(2);
const WRITE = other(3);
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
  ...pages,
};

const costOfKey = (key: string): RouteCost => {
  if (Object.hasOwn(named, key)) return named[key] as RouteCost;
  const [method, path = ""] = key.split(" ");
  if (!path.startsWith("/api/")) throw new Error(`${key}: app/pages.ts does not name its cost`);
  if (method !== "GET") return WRITE;
  return FILES_MADE.find(([end]) => path.endsWith(end))?.[1] ?? READ;
};

/** The dearest of the route's methods. */
export const costOfRoute = (route: Pick<RouteOptions, "method" | "url">): RouteCost =>
  [...keysOf(route)].map(costOfKey).reduce((dearest, cost) => (cost.ms > dearest.ms ? cost : dearest));
