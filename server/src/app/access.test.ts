// Checks the access table: a server with a route that is missing from the table does not start, and every route is
// guarded, however it is requested.
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import type { Account } from "../features/accounts/account.ts";
import type { Caller } from "../features/accounts/caller.ts";
import { serveErrors } from "../platform/http/errors.ts";
import { refuse } from "../platform/http/refused.ts";
import { guardRoutes } from "./access.ts";

const open: FastifyInstance[] = [];
const guarded = (): FastifyInstance => {
  const app = Fastify();
  open.push(app);
  serveErrors(app);
  const no = async (): Promise<Account> => refuse("UNAUTHENTICATED");
  guardRoutes(app, { signedIn: no, admin: no, permitted: no } as unknown as Caller);
  return app;
};
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

describe("a route that the access table does not name", () => {
  it.each([
    ["GET", "/api/everything"],
    ["POST", "/api/auctions/:id"],
    ["GET", "/api/auctions/:auctionId"],
    ["DELETE", "/api/auth/login"],
    ["GET", "/everything"],
    ["GET", "/admin/everything"],
    ["GET", "/constructor"],
    ["POST", "/health/live"],
  ] as const)("stops the start: %s %s", (method, url) => {
    const add = () => guarded().route({ method, url, handler: () => "all" });
    expect(add).toThrow(`${method} ${url}: neither shared/src/calls nor app/pages.ts names it`);
  });

  it("stops the start also inside a scope of its own and beside a route that is named", async () => {
    const app = guarded();
    app.register(async (scope) => void scope.get("/api/everything", () => "all"));
    await expect(app.ready()).rejects.toThrow("GET /api/everything");
    const both = () => guarded().route({ method: ["GET", "PUT"], url: "/api/auctions", handler: () => "all" });
    expect(both).toThrow("PUT /api/auctions");
  });
});

it("guards a route whose handler checks nothing, and treats HEAD like GET", async () => {
  const app = guarded();
  app.get("/api/auth/users", () => "all users");
  app.get("/api/site", () => "the site");
  for (const method of ["GET", "HEAD"] as const) {
    expect((await app.inject({ method, url: "/api/auth/users" })).statusCode).toBe(401);
    expect((await app.inject({ method, url: "/api/site" })).statusCode).toBe(200);
  }
});
