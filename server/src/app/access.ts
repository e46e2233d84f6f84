// The access table: who may call each route, by shared/src/calls and pages.ts. A server with a route that is missing from the
// table must not start. The guard runs before the request's body is read, so that a refusal never reveals what the call
// expects.
import type { Access } from "@jara/shared/calls/call";
import { calls } from "@jara/shared/calls/list";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Account, SignedIn } from "../features/accounts/account.ts";
import type { Caller } from "../features/accounts/caller.ts";
import { pages } from "./pages.ts";

export const access: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(calls.map(({ route, access }) => [route, access])),
  ...Object.fromEntries(Object.keys(pages).map((route) => [route, "anyone"] as const)),
};

/** Register before the routes. Guards each route added afterwards as the table says, and HEAD like its GET. */
export const guardRoutes = (app: FastifyInstance, caller: Caller): void => {
  app.decorateRequest("account", null);
  const guardOf = (needed: Access): ((request: FastifyRequest) => Promise<SignedIn>) | null => {
    if (needed === "anyone") return null;
    if (needed === "signed in") return caller.signedIn;
    if (needed === "staff") return caller.staff;
    return (request) => caller.permitted(request, needed);
  };

  app.addHook("onRoute", (route) => {
    for (const key of keysOf(route)) {
      const needed = Object.hasOwn(access, key) ? access[key] : undefined;
      if (!needed) throw new Error(`${key}: neither shared/src/calls nor app/pages.ts names it`);
      const guard = guardOf(needed);
      if (!guard) continue;
      const hook = async (request: FastifyRequest) => {
        request.account = (await guard(request)) as Account;
      };
      route.onRequest = [...hooksOf(route), hook];
    }
  });
};

export const keysOf = ({ method, url }: Pick<RouteOptions, "method" | "url">): Set<string> =>
  new Set([method].flat().map((one) => `${one === "HEAD" ? "GET" : one} ${url}`));

const hooksOf = ({ onRequest }: Pick<RouteOptions, "onRequest">) => [onRequest ?? []].flat();
