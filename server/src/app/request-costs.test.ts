// Checks that every route has a cost: a server with a route that has none does not start.
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { costOf, declareCosts } from "../platform/http/route-cost.ts";
import { access } from "./access.ts";
import { costOfRoute } from "./request-costs.ts";

const open: FastifyInstance[] = [];
const priced = (): FastifyInstance => {
  const app = Fastify();
  open.push(app);
  declareCosts(app, costOfRoute);
  return app;
};
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

it.each([
  ["GET", "/everything"],
  ["POST", "/robots.txt"],
  ["GET", "/constructor"],
] as const)("stops the start at a route without a cost: %s %s", (method, url) => {
  const add = () => priced().route({ method, url, handler: () => "all" });
  expect(add).toThrow(`${method} ${url}: app/pages.ts does not name its cost`);
});

it("gives every route of the access table a cost above zero", () => {
  for (const key of Object.keys(access)) {
    const [method = "", url = ""] = key.split(" ");
    expect(costOfRoute({ method, url }).ms).toBeGreaterThan(0);
  }
});

it("gives HEAD the cost of GET, and a path without a route a cost too", async () => {
  const app = priced();
  const seen: number[] = [];
  app.addHook("onRequest", async (request) => void seen.push(costOf(request).ms));
  app.get("/og/auction/:file", () => "all");
  await app.inject({ method: "HEAD", url: "/og/auction/1.jpg" });
  await app.inject({ method: "GET", url: "/nothing" });
  expect(seen).toEqual([20, 0.5]);
});

it("keeps what bids, payments and log-ins need apart from reads", () => {
  for (const key of [
    "POST /api/bids",
    "POST /api/maxbids",
    "POST /api/settlements/:id/payments",
    "POST /api/auth/login",
  ]) {
    const [method = "", url = ""] = key.split(" ");
    expect(costOfRoute({ method, url }).bulkhead).toBe("commands");
  }
});
