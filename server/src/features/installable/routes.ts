// Serves the files that make the site an app on a phone: the web app manifest, with the brand's name, and the service
// worker. With SERVICE_WORKER=off, browsers get a worker that removes itself and everything that an earlier one stored.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyReply } from "fastify";
import type { Config } from "../../config.ts";
import type { App } from "../../platform/http/app.ts";
import { WORKER_POLICY } from "../../platform/http/browser-policy.ts";
import { manifestOf } from "./manifest.ts";

const WORKER = "service-worker.js";

/** Replaces a broken worker in every browser that asks for an update, which each visit of a page does. */
const REMOVAL = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** `site`: the folder of the built client. */
export const serveInstallable = (
  app: App,
  { config, site }: { readonly config: Pick<Config, "brandName" | "hasServiceWorker">; readonly site: string },
): void => {
  const hidden = { schema: { hide: true } };
  const manifest = JSON.stringify(manifestOf(config.brandName));
  // The file changes only with a build.
  const worker = config.hasServiceWorker ? readFileSync(path.join(site, WORKER), "utf8") : REMOVAL;

  app.get("/manifest.webmanifest", hidden, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("application/manifest+json").send(manifest),
  );
  app.get(
    `/${WORKER}`,
    hidden,
    (_request, reply): FastifyReply =>
      reply
        .headers({ "cache-control": "no-cache", "content-security-policy": WORKER_POLICY })
        .type("text/javascript; charset=utf-8")
        .send(worker),
  );
};
