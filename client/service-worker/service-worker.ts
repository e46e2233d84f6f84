// The service worker: what the browser runs beside the site's pages. It opens the site without a connection, and it
// never answers a call of the API: prices and bids always come from the server itself.
import { openPush, showPush } from "./push.ts";
import { installShell, keepAssets, openPage, readAsset, readNewest, removeOldShells } from "./shell.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(installShell()));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await removeOldShells();
      // The page's request leaves at once, while the browser still starts this worker.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(readAsset(event));
  else if (pathname === "/begin.js") event.respondWith(readNewest(request));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openPush(event)));

/** Pages send these requests to the worker (client/src/features/this-device). */
self.addEventListener("message", (event) => {
  const asked = event.data as { type?: unknown; addresses?: unknown } | null;
  // The person pressed "Reload" in the offer of a new version. Nothing else may end the version that pages run on.
  if (asked?.type === "take-over") event.waitUntil(self.skipWaiting());
  if (asked?.type === "keep" && Array.isArray(asked.addresses)) event.waitUntil(keepAssets(asked.addresses));
});
