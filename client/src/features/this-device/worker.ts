// The service worker of this browser: registers it once the page is loaded, tells it which code to keep, and removes it
// if the server says so. Only the built site has one.
const ADDRESS = "/service-worker.js";
const CHECK_EVERY_MS = 60 * 60_000;

/** Null where there is none: an old browser, a private window, or a server that did not answer. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | null> => {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return null;
  await untilLoaded();
  try {
    const registration = await navigator.serviceWorker.register(ADDRESS, { updateViaCache: "none" });
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: "keep", addresses: loaded() }));
    return registration;
  } catch {
    return null;
  }
};

/** Removes the worker and everything that it stored, also what it stored while an earlier visit removed it. */
export const removeWorker = async (): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  for (const registration of registrations) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
};

/** A page that stays open asks for a new version when the person comes back to it, at most once an hour. */
export const checkForUpdates = (registration: ServiceWorkerRegistration): (() => void) => {
  let checkedAt = performance.now();
  const check = () => {
    if (document.visibilityState !== "visible" || performance.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = performance.now();
    void registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", check);
  return () => document.removeEventListener("visibilitychange", check);
};

const untilLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else window.addEventListener("load", () => resolve(), { once: true });
  });

/** The code and fonts that this page has loaded. */
const loaded = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
