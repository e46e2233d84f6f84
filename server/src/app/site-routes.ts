// /api/site: the parts of the server's configuration that the client needs. It is public, so it must never hold a
// secret.
import { siteAnswer } from "@jara/shared/rest/site";
import { onlineTopUpOf } from "../features/payments/online-top-up.ts";
import type { RouteDeps } from "../features/route-deps.ts";
import type { App } from "../platform/http/app.ts";

/** Settings change only with a restart. One minute, so that no client shows a button long after it was switched off. */
const CACHE_CONTROL = "public, max-age=60";

export const serveSite = (app: App, { config }: Pick<RouteDeps, "config">): void => {
  const site = {
    brandName: config.brandName,
    contact: { whatsapp: config.contact.whatsapp, email: config.contact.email },
    googleClientId: config.google?.clientId ?? null,
    googleRedirect: config.google !== null && config.google.secret !== null,
    onlineTopUp: onlineTopUpOf(config),
    bankAccount: config.bankAccount,
    staffMayBid: config.staffMayBid,
    balanceRule: config.balanceRule,
    serviceWorker: config.hasServiceWorker,
    pushKey: config.push?.publicKey ?? null,
  };
  app.get(
    "/api/site",
    { schema: { tags: ["Site"], summary: "The site's own facts", response: { 200: siteAnswer } } },
    async (_request, reply) => reply.header("cache-control", CACHE_CONTROL).send(site),
  );
};
