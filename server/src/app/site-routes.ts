// Serves /api/site: the parts of the configuration and of the site's settings that the client needs. The answer is
// public, so it must never hold a secret.
import * as calls from "@jara/shared/calls/site";
import { STAND_IN_CLIENT_ID } from "@jara/shared/google-stand-in";
import { houseNameOf, type SettingValues } from "@jara/shared/site-settings";
import { onlineTopUpOf } from "../features/payments/online-top-up.ts";
import type { RouteDeps } from "../features/route-deps.ts";
import type { SiteSettings } from "../features/site-settings/settings.ts";
import type { App } from "../platform/http/app.ts";
import { serve } from "../platform/http/serve.ts";

/** Short, so that no client shows an outdated button or account for long. */
const CACHE_CONTROL = "public, max-age=10";

export const serveSite = (
  app: App,
  { config, settings }: Pick<RouteDeps, "config"> & { readonly settings: SiteSettings },
): void => {
  const fixed = {
    brandName: config.brandName,
    googleClientId: config.google?.clientId ?? (config.hasGoogleStandIn ? STAND_IN_CLIENT_ID : null),
    googleRedirect: config.google ? config.google.secret !== null : config.hasGoogleStandIn,
    onlineTopUp: onlineTopUpOf(config),
    staffMayBid: config.staffMayBid,
    balanceRule: config.balanceRule,
    serviceWorker: config.hasServiceWorker,
    pushKey: config.push?.publicKey ?? null,
  };
  serve(app, calls.getSite, async ({ reply }) =>
    reply.header("cache-control", CACHE_CONTROL).send({ ...fixed, ...changeable(settings.current(), fixed.brandName) }),
  );
};

const changeable = (values: SettingValues, brandName: string) => ({
  houseName: houseNameOf(values, brandName),
  contact: values.contacts,
  bankAccount: values["bank-account"],
  rules: values["lot-rules"],
  categories: values.categories.map((one) => ({ ...one })),
});
