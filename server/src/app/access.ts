// The access table: who may call each route. A server with a route that is missing from the table must not start. The
// guard runs before the request's body is read, so that a refusal never reveals what the call expects.
import type { Permission } from "@jara/shared/permissions";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Caller } from "../features/accounts/caller.ts";

/**
 * "staff": every role of the staff; the route leaves out what the role may not read. "admin": the administrator alone. A
 * permission: every role that has it (shared/permissions.ts).
 */
export type Access = "anyone" | "signed in" | "staff" | "admin" | Permission;

export const access: Readonly<Record<string, Access>> = {
  "POST /api/auth/register": "anyone",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/login-code": "anyone",
  // The challenge in the body is the log-in that waits for it.
  "POST /api/auth/login/second-factor": "anyone",
  "POST /api/auth/prove": "signed in",
  "GET /api/auth/second-factor": "signed in",
  "DELETE /api/auth/second-factor": "signed in",
  "POST /api/auth/second-factor/totp": "signed in",
  "POST /api/auth/second-factor/totp/confirm": "signed in",
  "POST /api/auth/second-factor/recovery-codes": "signed in",
  "POST /api/auth/verify-email": "anyone",
  "POST /api/auth/resend-verification": "anyone",
  "POST /api/auth/logout": "signed in",
  "GET /api/auth/sessions": "signed in",
  "DELETE /api/auth/sessions": "signed in",
  "DELETE /api/auth/sessions/:id": "signed in",
  "GET /api/auth/passkeys": "signed in",
  "POST /api/auth/passkeys": "signed in",
  "POST /api/auth/passkeys/options": "signed in",
  "PATCH /api/auth/passkeys/:id": "signed in",
  "DELETE /api/auth/passkeys/:id": "signed in",
  "POST /api/auth/passkeys/log-in-options": "anyone",
  // The passkey's signature says whose it is.
  "POST /api/auth/passkeys/log-in": "anyone",
  "POST /api/auth/passkeys/prove-options": "signed in",
  "POST /api/auth/passkeys/prove": "signed in",
  "POST /api/auth/forgot-password": "anyone",
  // The link in the mail carries its own secret, here and for the change of an e-mail address.
  "POST /api/auth/reset-password": "anyone",
  "POST /api/auth/change-password": "signed in",
  "POST /api/auth/change-email": "signed in",
  "GET /api/auth/change-email": "signed in",
  "POST /api/auth/confirm-email-change": "anyone",
  "POST /api/auth/undo-email-change": "anyone",
  "GET /api/auth/google": "anyone",
  "POST /api/auth/google": "anyone",
  "GET /api/auth/google/callback": "anyone",
  "GET /api/auth/profile": "signed in",
  "GET /api/auth/users": "users:read",
  "PUT /api/auth/users/:id/role": "roles:change",

  "GET /api/users/profile": "signed in",
  "PUT /api/users/profile": "signed in",
  "GET /api/users/admin/search": "users:read",
  "PUT /api/users/admin/role/:id": "roles:change",
  "PUT /api/users/admin/balance/:id": "balances:change",
  "GET /api/users/admin/:id/ledger": "users:read",
  "GET /api/admin/users/:id": "users:read",
  "GET /api/admin/users/:id/bids": "users:read",
  "GET /api/admin/users/:id/actions": "users:read",
  "GET /api/admin/users/:id/sessions": "users:suspend",
  "DELETE /api/admin/users/:id/sessions": "users:suspend",
  "GET /api/admin/users/:id/notes": "users:read",
  "POST /api/admin/users/:id/notes": "users:suspend",
  "GET /api/admin/users/:id/suspend-preview": "users:suspend",
  "POST /api/admin/users/:id/suspend": "users:suspend",
  "POST /api/admin/users/:id/restore": "users:suspend",
  "GET /api/admin/users/:id/receipts": "users:read",
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
  "GET /api/users/admin/refused-usernames": "users:read",

  // The link in the mail carries its own secret. A token is read if there is one.
  "POST /api/auth/accept-invitation": "anyone",
  "GET /api/admin/staff": "staff:invite",
  "GET /api/admin/invitations": "staff:invite",
  "POST /api/admin/invitations": "staff:invite",
  "DELETE /api/admin/invitations/:id": "staff:invite",

  // The route checks the permission that the kind of each change needs.
  "GET /api/admin/approvals": "settlements:book",
  "POST /api/admin/approvals/:id/approve": "settlements:book",
  "POST /api/admin/approvals/:id/refuse": "settlements:book",
  "DELETE /api/admin/approvals/:id": "settlements:book",

  "GET /api/auctions": "anyone",
  "GET /api/auctions/facets": "anyone",
  "GET /api/auctions/:id": "anyone",
  "GET /api/auctions/:id/buy-it-now-status": "anyone",
  "POST /api/auctions/:id/buy-it-now": "signed in",
  "GET /api/auctions/:id/win": "signed in",
  "POST /api/auctions": "lots:edit",
  "POST /api/auctions/:id/duplicate": "lots:edit",
  "POST /api/auctions/:id/relist": "lots:edit",
  "GET /api/lot-drafts": "lots:edit",
  "GET /api/lot-drafts/:id": "lots:edit",
  "PUT /api/lot-drafts/:id": "lots:edit",
  "DELETE /api/lot-drafts/:id": "lots:edit",
  "GET /api/auctions/:id/changes": "anyone",
  "POST /api/auctions/:id/addenda": "lots:edit",
  "GET /api/auctions/:id/questions": "anyone",
  "POST /api/auctions/:id/questions": "signed in",
  "GET /api/admin/questions": "lots:edit",
  "PUT /api/admin/questions/:id/answer": "lots:edit",
  "POST /api/admin/questions/:id/hide": "lots:edit",
  "POST /api/admin/questions/:id/show": "lots:edit",
  "GET /api/auctions/:id/bidders": "bids:read",
  "GET /api/auctions/:id/void-bids/preview": "bids:read",
  "POST /api/auctions/:id/void-bids": "bids:void",
  "POST /api/auctions/:id/withdraw-bids": "signed in",
  "POST /api/admin/users/:id/void-bids": "bids:void",
  "POST /api/maxbids/:id/confirm": "signed in",
  "PUT /api/auctions/:id": "lots:edit",
  "DELETE /api/auctions/:id": "lots:edit",
  "PATCH /api/auctions/:id/cancel": "auctions:run",
  "GET /api/auctions/user/my-auctions": "lots:edit",
  "GET /api/auctions/user/my-auctions/counts": "lots:edit",
  "GET /api/auctions/admin/all": "lots:edit",
  "PUT /api/auctions/admin/:id": "lots:edit",
  "PATCH /api/auctions/admin/:id/status": "lots:edit",
  "GET /api/auctions/admin/:id/history": "bids:read",
  "GET /api/auctions/admin/:id/history.csv": "bids:read",
  "GET /api/auctions/admin/:id/complaint": "bids:read",
  "POST /api/upload/single": "lots:edit",

  "GET /api/settlements": "settlements:read",
  "GET /api/settlements.csv": "settlements:read",
  "GET /api/settlements/:id": "settlements:read",
  "POST /api/settlements/:id/payment-received": "settlements:book",
  "POST /api/settlements/:id/waive": "settlements:waive",
  "POST /api/settlements/:id/retry": "settlements:book",
  // Their own for everybody; transfers and cash for staff who book payments, which the route checks.
  "POST /api/settlements/:id/payments": "signed in",
  "POST /api/settlements/:id/extend": "settlements:book",
  "POST /api/settlements/:id/reverse": "settlements:book",
  "POST /api/settlements/:id/second-chance": "settlements:waive",
  "POST /api/settlements/:id/ready": "settlements:book",
  "POST /api/settlements/:id/handed-over": "settlements:book",
  "POST /api/settlements/:id/pardon": "settlements:waive",
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": "auctions:run",
  "GET /api/users/purchases": "signed in",
  "GET /api/users/second-chances": "signed in",
  "POST /api/second-chances/:id/accept": "signed in",
  "POST /api/second-chances/:id/decline": "signed in",
  "GET /api/admin/users/:id/payer-record": "settlements:read",
  "GET /api/admin/audit-log": "audit:read",
  "GET /api/admin/audit-log.csv": "audit:read",
  "GET /api/admin/desk": "staff",
  "PUT /api/admin/desk/alerts": "staff",
  "GET /api/admin/reports": "settlements:read",
  "GET /api/admin/reports.csv": "settlements:read",
  "GET /api/admin/takings": "settlements:read",
  "GET /api/admin/takings.csv": "settlements:read",
  "GET /api/admin/holidays": "site:settings",
  "PUT /api/admin/holidays/:date": "site:settings",
  "DELETE /api/admin/holidays/:date": "site:settings",
  "GET /api/admin/exchange-rate": "site:settings",
  "POST /api/admin/exchange-rate/:id/confirm": "site:settings",
  "POST /api/admin/exchange-rate/:id/reject": "site:settings",

  "GET /api/bids/auction/:id": "anyone",
  "GET /api/bids/auction/:id/highest": "anyone",
  "POST /api/bids": "signed in",
  "GET /api/bids/user/my-bids": "signed in",
  "GET /api/bids/user/my-auctions": "signed in",
  "GET /api/admin/lots.csv": "lots:edit",
  "GET /api/admin/imports": "lots:edit",
  "POST /api/admin/imports": "lots:edit",
  "GET /api/admin/imports/:id": "lots:edit",
  "POST /api/admin/imports/:id/apply": "lots:edit",
  "POST /api/admin/imports/:id/cancel": "lots:edit",
  "GET /api/sales": "anyone",
  "GET /api/sales/:id": "anyone",
  "GET /api/sales/:id/lots": "anyone",
  "GET /api/auctions/:id/sale": "anyone",
  "GET /api/sales/:id/terms": "anyone",
  "POST /api/sales/:id/accept-terms": "signed in",
  "GET /api/auctions/:id/calendar.ics": "anyone",
  "GET /api/sales/:id/calendar.ics": "anyone",
  "POST /api/sales": "lots:edit",
  "PUT /api/sales/:id": "lots:edit",
  "PUT /api/sales/:id/lots": "lots:edit",
  "POST /api/sales/:id/publish": "lots:edit",
  "POST /api/sales/:id/pause": "auctions:run",
  "POST /api/sales/:id/resume": "auctions:run",
  "POST /api/sales/:id/shift": "auctions:run",
  "POST /api/sales/:id/end": "auctions:run",

  "GET /api/watchlist": "signed in",
  "POST /api/watchlist": "signed in",
  "GET /api/watchlist/ids": "signed in",
  "GET /api/watchlist/lots": "anyone",
  "PUT /api/watchlist/:id": "signed in",
  "DELETE /api/watchlist/:id": "signed in",

  "GET /api/notifications": "signed in",
  "POST /api/notifications/read": "signed in",
  "GET /api/notifications/preferences": "signed in",
  "PUT /api/notifications/preferences": "signed in",

  "POST /api/maxbids": "signed in",
  "GET /api/maxbids/user/active": "signed in",
  "GET /api/maxbids/auction/:id": "signed in",
  "GET /api/maxbids/auction/:id/all": "signed in",
  "DELETE /api/maxbids/:id": "signed in",

  "GET /api/currency/rates": "anyone",
  "POST /api/currency/convert": "anyone",
  "POST /api/currency/format": "anyone",
  "GET /api/site": "anyone",
  "GET /api/legal/:page": "anyone",
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
  "GET /api/admin/withdrawals": "withdrawals:decide",
  "POST /api/admin/withdrawals/:id/approve": "withdrawals:decide",
  "POST /api/admin/withdrawals/:id/refuse": "withdrawals:decide",

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
  // The pages for bidding without scripts call the API with the session of their own cookie.
  "GET /auction/:id/bid": "anyone",
  "POST /auction/:id/bid": "anyone",
  "POST /auction/:id/log-in": "anyone",
  "POST /auction/:id/log-out": "anyone",
  "GET /api/notifications/push-subscriptions": "signed in",
  "POST /api/notifications/push-subscriptions": "signed in",
  "DELETE /api/notifications/push-subscriptions": "signed in",
  "DELETE /api/notifications/push-subscriptions/:id": "signed in",
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
  const guardOf = (needed: Access): ((request: FastifyRequest) => Promise<unknown>) | null => {
    if (needed === "anyone") return null;
    if (needed === "signed in") return caller.signedIn;
    if (needed === "staff") return caller.staff;
    return needed === "admin" ? caller.admin : (request) => caller.permitted(request, needed);
  };

  app.addHook("onRoute", (route) => {
    for (const key of keysOf(route)) {
      const needed = Object.hasOwn(access, key) ? access[key] : undefined;
      if (!needed) throw new Error(`${key}: the table in app/access.ts does not name it`);
      const guard = guardOf(needed);
      if (guard) route.onRequest = [...hooksOf(route), async (request) => void (await guard(request))];
    }
  });
};

export const keysOf = ({ method, url }: Pick<RouteOptions, "method" | "url">): Set<string> =>
  new Set([method].flat().map((one) => `${one === "HEAD" ? "GET" : one} ${url}`));

const hooksOf = ({ onRequest }: Pick<RouteOptions, "onRequest">) => [onRequest ?? []].flat();
