// The routes that are no calls: pages, files, documents, the plain WebSocket and the sandboxes. Anyone may ask for them; the
// cost of each is measured as request-costs.ts says.
import { command, drawing, LOG_IN, other, read } from "@jara/shared/calls/costs";
import type { RouteCost } from "../platform/http/route-cost.ts";

const FILE = other(0.5);
const PAGE = read(2);
/** The sandboxes stand in for other sites, and calls of ours wait for them. */
const SANDBOX = command(1);

export const pages: Readonly<Record<string, RouteCost>> = {
  // The link in the mail carries its own signature.
  "GET /api/mail/unsubscribe": read(2),
  "POST /api/mail/unsubscribe": other(3),

  // The pages for bidding without scripts call the API with the session of their own cookie.
  "POST /auction/:id/bid": command(3),
  "POST /auction/:id/log-in": LOG_IN,
  "POST /auction/:id/log-out": other(3),

  // The pages that the server fills show what a visitor may see.
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
  // With METRICS_TOKEN, requests need the token. Without it, they must come directly from a private network.
  "GET /metrics": other(5),
  // Its own hooks check its origin and token; its connections are limited and admitted by live/transports.
  "GET /ws": { ms: 0.3, bulkhead: null },

  // Development only.
  "GET /dev/mail": PAGE,
  "GET /dev/mail.json": PAGE,
  "GET /dev/mail/:id": PAGE,
  "GET /dev/mail/:id/:file": PAGE,
  "GET /dev/sms": PAGE,
  "GET /dev/sms.json": PAGE,
  "GET /sandbox/google": SANDBOX,
  "POST /sandbox/google": SANDBOX,
  "POST /sandbox/google/credential": SANDBOX,
  // The sandbox's API checks its key itself.
  "POST /sandbox/paystack/transaction/initialize": SANDBOX,
  "GET /sandbox/paystack/transaction/verify/:reference": SANDBOX,
  "GET /sandbox/paystack/bank": SANDBOX,
  "GET /sandbox/paystack/bank/resolve": SANDBOX,
  "POST /sandbox/paystack/transferrecipient": SANDBOX,
  "POST /sandbox/paystack/transfer": SANDBOX,
  "GET /sandbox/paystack/transfer/verify/:reference": SANDBOX,
  "GET /sandbox/paystack/:reference": SANDBOX,
  "POST /sandbox/paystack/:reference": SANDBOX,
};
