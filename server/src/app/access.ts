// The access table: who may call each route. A server with a route that is missing from the table must not start. The
// guard runs before the request's body is read, so that a refusal never reveals what the call expects.
import type { FastifyInstance, RouteOptions } from "fastify";
import type { Caller } from "../features/accounts/caller.ts";

export type Access = "anyone" | "signed in" | "admin";

export const access: Readonly<Record<string, Access>> = {
  "POST /api/auth/register": "anyone",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/login-code": "anyone",
  "POST /api/auth/verify-email": "anyone",
  "POST /api/auth/resend-verification": "anyone",
  "POST /api/auth/logout": "signed in",
  "GET /api/auth/sessions": "signed in",
  "DELETE /api/auth/sessions": "signed in",
  "DELETE /api/auth/sessions/:id": "signed in",
  "POST /api/auth/forgot-password": "anyone",
  // The link in the mail carries its own secret, here and for the change of an e-mail address.
  "POST /api/auth/reset-password": "anyone",
  "POST /api/auth/change-password": "signed in",
  "POST /api/auth/change-email": "signed in",
  "POST /api/auth/confirm-email-change": "anyone",
  "POST /api/auth/undo-email-change": "anyone",
  "GET /api/auth/google": "anyone",
  "POST /api/auth/google": "anyone",
  "GET /api/auth/google/callback": "anyone",
  "GET /api/auth/profile": "signed in",
  "GET /api/auth/users": "admin",
  "PUT /api/auth/users/:id/role": "admin",

  "GET /api/users/profile": "signed in",
  "PUT /api/users/profile": "signed in",
  "GET /api/users/admin/search": "admin",
  "PUT /api/users/admin/role/:id": "admin",
  "PUT /api/users/admin/balance/:id": "admin",
  "GET /api/users/admin/:id/ledger": "admin",
  "GET /api/admin/users/:id": "admin",
  "GET /api/admin/users/:id/bids": "admin",
  "GET /api/admin/users/:id/actions": "admin",
  "GET /api/admin/users/:id/sessions": "admin",
  "DELETE /api/admin/users/:id/sessions": "admin",
  "GET /api/admin/users/:id/notes": "admin",
  "POST /api/admin/users/:id/notes": "admin",
  "GET /api/admin/users/:id/suspend-preview": "admin",
  "POST /api/admin/users/:id/suspend": "admin",
  "POST /api/admin/users/:id/restore": "admin",
  "GET /api/admin/users/:id/receipts": "admin",
  "GET /api/users/deletion": "signed in",
  "POST /api/users/deletion": "signed in",
  "DELETE /api/users/deletion": "signed in",
  "GET /api/users/consents": "signed in",
  "POST /api/users/consents": "signed in",
  "GET /api/users/my-data.zip": "signed in",
  "GET /api/users/receipts": "signed in",
  "GET /api/users/receipts/:id.pdf": "signed in",
  "GET /api/users/statement": "signed in",
  "GET /api/users/statement.csv": "signed in",
  "GET /api/users/statement.pdf": "signed in",
  "GET /api/users/admin/refused-usernames": "admin",

  "GET /api/auctions": "anyone",
  "GET /api/auctions/:id": "anyone",
  "GET /api/auctions/:id/buy-it-now-status": "anyone",
  "POST /api/auctions/:id/buy-it-now": "signed in",
  "GET /api/auctions/:id/win": "signed in",
  "POST /api/auctions": "admin",
  "GET /api/auctions/:id/changes": "anyone",
  "GET /api/auctions/:id/bidders": "admin",
  "GET /api/auctions/:id/void-bids/preview": "admin",
  "POST /api/auctions/:id/void-bids": "admin",
  "POST /api/auctions/:id/withdraw-bids": "signed in",
  "POST /api/admin/users/:id/void-bids": "admin",
  "POST /api/maxbids/:id/confirm": "signed in",
  "PUT /api/auctions/:id": "admin",
  "DELETE /api/auctions/:id": "admin",
  "PATCH /api/auctions/:id/cancel": "admin",
  "GET /api/auctions/user/my-auctions": "admin",
  "GET /api/auctions/admin/all": "admin",
  "PUT /api/auctions/admin/:id": "admin",
  "PATCH /api/auctions/admin/:id/status": "admin",
  "GET /api/auctions/admin/:id/history": "admin",
  "GET /api/auctions/admin/:id/history.csv": "admin",
  "POST /api/upload/single": "admin",

  "GET /api/settlements": "admin",
  "GET /api/settlements.csv": "admin",
  "GET /api/settlements/:id": "admin",
  "POST /api/settlements/:id/payment-received": "admin",
  "POST /api/settlements/:id/waive": "admin",
  "POST /api/settlements/:id/retry": "admin",
  // Their own for everybody; transfers and cash for administrators, which the route checks.
  "POST /api/settlements/:id/payments": "signed in",
  "POST /api/settlements/:id/extend": "admin",
  "POST /api/settlements/:id/reverse": "admin",
  "POST /api/settlements/:id/second-chance": "admin",
  "POST /api/settlements/:id/ready": "admin",
  "POST /api/settlements/:id/handed-over": "admin",
  "POST /api/settlements/:id/pardon": "admin",
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": "admin",
  "GET /api/users/purchases": "signed in",
  "GET /api/users/second-chances": "signed in",
  "POST /api/second-chances/:id/accept": "signed in",
  "POST /api/second-chances/:id/decline": "signed in",
  "GET /api/admin/users/:id/payer-record": "admin",
  "GET /api/admin/audit-log": "admin",
  "GET /api/admin/audit-log.csv": "admin",
  "GET /api/admin/takings": "admin",
  "GET /api/admin/takings.csv": "admin",
  "GET /api/admin/holidays": "admin",
  "PUT /api/admin/holidays/:date": "admin",
  "DELETE /api/admin/holidays/:date": "admin",
  "GET /api/admin/exchange-rate": "admin",
  "POST /api/admin/exchange-rate/:id/confirm": "admin",
  "POST /api/admin/exchange-rate/:id/reject": "admin",

  "GET /api/bids/auction/:id": "anyone",
  "GET /api/bids/auction/:id/highest": "anyone",
  "POST /api/bids": "signed in",
  "GET /api/bids/user/my-bids": "signed in",
  "POST /api/maxbids": "signed in",
  "GET /api/maxbids/user/active": "signed in",
  "GET /api/maxbids/auction/:id": "signed in",
  "GET /api/maxbids/auction/:id/all": "signed in",
  "DELETE /api/maxbids/:id": "signed in",

  "GET /api/currency/rates": "anyone",
  "POST /api/currency/convert": "anyone",
  "POST /api/currency/format": "anyone",
  "GET /api/site": "anyone",
  // The link in the mail carries its own signature.
  "GET /api/mail/unsubscribe": "anyone",
  "POST /api/mail/unsubscribe": "anyone",

  "POST /api/payments/top-ups": "signed in",
  "GET /api/payments/top-ups": "signed in",
  "GET /api/payments/top-ups/:reference": "signed in",
  // The body carries Paystack's signature.
  "POST /api/payments/paystack/webhook": "anyone",

  "GET /api/banks": "signed in",
  "GET /api/users/bank-accounts": "signed in",
  "POST /api/users/bank-accounts": "signed in",
  "POST /api/users/bank-accounts/resolve": "signed in",
  "DELETE /api/users/bank-accounts/:id": "signed in",
  "GET /api/users/withdrawals": "signed in",
  "POST /api/users/withdrawals": "signed in",
  "POST /api/users/withdrawals/:id/cancel": "signed in",
  "GET /api/admin/withdrawals": "admin",
  "POST /api/admin/withdrawals/:id/approve": "admin",
  "POST /api/admin/withdrawals/:id/refuse": "admin",

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
  // The plain WebSocket's own hooks check its origin, token and limits.
  "GET /ws": "anyone",
  // Development only.
  "GET /dev/mail": "anyone",
  "GET /dev/mail.json": "anyone",
  "GET /dev/mail/:id": "anyone",
  "GET /dev/mail/:id/:file": "anyone",
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
  const guards = {
    anyone: null,
    "signed in": caller.signedIn,
    admin: caller.admin,
  } as const;

  app.addHook("onRoute", (route) => {
    for (const key of keysOf(route)) {
      const needed = Object.hasOwn(access, key) ? access[key] : undefined;
      if (!needed) throw new Error(`${key}: the table in app/access.ts does not name it`);
      const guard = guards[needed];
      if (guard) route.onRequest = [...hooksOf(route), async (request) => void (await guard(request))];
    }
  });
};

const keysOf = ({ method, url }: Pick<RouteOptions, "method" | "url">): Set<string> =>
  new Set([method].flat().map((one) => `${one === "HEAD" ? "GET" : one} ${url}`));

const hooksOf = ({ onRequest }: Pick<RouteOptions, "onRequest">) => [onRequest ?? []].flat();
