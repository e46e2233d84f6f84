// The access table: who may call each route, by shared/src/calls or by the entries here. A server with a route that is
// missing from the table must not start. The guard runs before the request's body is read, so that a refusal never reveals
// what the call expects. It is long because the table has an entry for each route that is no call.
import type { Access } from "@jara/shared/calls/call";
import { calls } from "@jara/shared/calls/list";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Account, SignedIn } from "../features/accounts/account.ts";
import type { Caller } from "../features/accounts/caller.ts";

export const access: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(calls.map(({ route, access }) => [route, access])),

  // The link in the mail carries its own signature.
  "GET /api/mail/unsubscribe": "anyone",
  "POST /api/mail/unsubscribe": "anyone",

  "GET /health/live": "anyone",
  "GET /health/ready": "anyone",
  // With METRICS_TOKEN, requests need the token. Without it, they must come directly from a private network.
  "GET /metrics": "anyone",
  "GET /media/:name": "anyone",
  "GET /media/demo/*": "anyone",
  "GET /docs": "anyone",
  "GET /docs/": "anyone",
  "GET /docs/json": "anyone",
  "GET /docs/yaml": "anyone",
  "GET /docs/static/index.html": "anyone",
  "GET /docs/static/swagger-initializer.js": "anyone",
  "GET /docs/static/*": "anyone",
  "GET /docs/socket": "anyone",
  "GET /docs/socket.json": "anyone",
  "GET /docs/guide/*": "anyone",
  "GET /*": "anyone",
  // The pages that the server fills show what a visitor may see.
  "GET /": "anyone",
  "GET /auction/:id": "anyone",
  "GET /plain": "anyone",
  "GET /auction/:id/plain": "anyone",
  // The pages for bidding without scripts call the API with the session of their own cookie.
  "GET /auction/:id/bid": "anyone",
  "POST /auction/:id/bid": "anyone",
  "POST /auction/:id/log-in": "anyone",
  "POST /auction/:id/log-out": "anyone",
  "GET /log": "anyone",
  "GET /log/:log/checkpoint": "anyone",
  "GET /log/:log/checkpoint/witnessed": "anyone",
  "GET /log/:log/tile/*": "anyone",
  "GET /log/verdicts/:date": "anyone",
  "GET /log/:log/verdicts/:number": "anyone",
  "GET /manifest.webmanifest": "anyone",
  "GET /service-worker.js": "anyone",
  "GET /robots.txt": "anyone",
  "GET /sitemap.xml": "anyone",
  "GET /sitemap/:page": "anyone",
  "GET /og/site.jpg": "anyone",
  "GET /og/auction/:file": "anyone",
  // The plain WebSocket's own hooks check its origin, token and limits.
  "GET /ws": "anyone",
  // Development only.
  "GET /dev/mail": "anyone",
  "GET /dev/mail.json": "anyone",
  "GET /dev/mail/:id": "anyone",
  "GET /dev/mail/:id/:file": "anyone",
  "GET /sandbox/google": "anyone",
  "POST /sandbox/google": "anyone",
  "POST /sandbox/google/credential": "anyone",
  // The sandbox's API checks its key itself.
  "POST /sandbox/paystack/transaction/initialize": "anyone",
  "GET /sandbox/paystack/transaction/verify/:reference": "anyone",
  "GET /sandbox/paystack/bank": "anyone",
  "GET /sandbox/paystack/bank/resolve": "anyone",
  "POST /sandbox/paystack/transferrecipient": "anyone",
  "POST /sandbox/paystack/transfer": "anyone",
  "GET /sandbox/paystack/transfer/verify/:reference": "anyone",
  "GET /sandbox/paystack/:reference": "anyone",
  "POST /sandbox/paystack/:reference": "anyone",
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
      if (!needed) throw new Error(`${key}: the table in app/access.ts does not name it`);
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
