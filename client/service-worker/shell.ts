// The shell: the files with which the site opens without a connection. Each version has a cache of its own. A page comes
// from the server as long as the server answers, so that no visit shows an old version.

declare const self: ServiceWorkerGlobalScope;
/** The shell's files, and the page's hash: the page names the code of its version. The build writes it (client/vite.config.ts). */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

const { version, files } = __SHELL__;
const PAGE = "/index.html";
const PREFIX = "shell-";
const CACHE = PREFIX + version;
/** A version has about half as many files. */
const FILES_AT_MOST = 300;
/** For a page whose server does not answer: longer than a slow line needs, shorter than people wait. */
const PAGE_WAIT_MS = 10_000;
/** A proxy's answers while no server runs behind it. */
const NO_SERVER: ReadonlySet<number> = new Set([502, 503, 504]);
/** Addresses that are no screens of the client. */
const NO_SCREEN = /^\/(api|dev|sandbox|media|assets|docs|feeds|health|log|metrics|og|sitemap|socket\.io)([/?.]|$)/;
const ANY_REQUEST = { ignoreVary: true, ignoreSearch: true };

/**
 * Stores the files of this version, all or none. While servers are replaced one after the other, one of them may send the
 * page or the files of another version. Then this version is not installed, and the browser tries again at a later visit.
 */
export const installShell = async (): Promise<void> => {
  const addresses = files.map((file) => `/${file}`);
  const answers = await Promise.all(addresses.map((address) => fetch(address)));
  const missing = answers.find(({ ok }) => !ok);
  if (missing) throw new Error(`${missing.url} answered ${missing.status}`);
  const page = (await answers[addresses.indexOf(PAGE)]?.clone().text()) ?? "";
  const code = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
  const foreign = code.find((address) => !addresses.includes(address));
  if (code.length === 0 || foreign) throw new Error(`The page is of another version: ${foreign}`);
  const cache = await caches.open(CACHE);
  await Promise.all(answers.map((answer, at) => cache.put(addresses[at] ?? "", answer)));
};

/** Keeps the version before this one, because a page that was opened with it may still load parts of it. */
export const removeOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
};

/** Answers a navigation with the server's page, or with the shell if no server answers. */
export const openPage = async (event: FetchEvent, pathname: string): Promise<Response> => {
  const fromServer = (async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))();
  if (NO_SCREEN.test(pathname)) return fromServer;
  fromServer.catch(() => {});
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_WAIT_MS));
  const page = await Promise.race([fromServer.catch(() => null), tooLate]);
  if (page && !NO_SERVER.has(page.status)) return page;
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? fromServer;
};

/** A file whose name changes with its content. */
export const readAsset = async (event: FetchEvent): Promise<Response> => {
  const kept = await caches.match(event.request, ANY_REQUEST);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request.url, answer.clone()));
  return answer;
};

/** A file whose name stays: the server's, or the kept one without a connection. */
export const readNewest = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, ANY_REQUEST);
    if (kept) return kept;
    throw error;
  }
};

/**
 * Keeps the code that a page loaded before this worker ran. The browser still has it in its own cache, so this loads
 * nothing again.
 */
export const keepAssets = async (addresses: readonly unknown[]): Promise<void> => {
  for (const address of addresses.slice(0, FILES_AT_MOST)) {
    if (typeof address !== "string" || !/^\/assets\/[\w.-]+$/.test(address)) continue;
    if (await caches.match(address, ANY_REQUEST)) continue;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) await keep(address, answer);
  }
};

const keep = async (address: string, answer: Response): Promise<void> => {
  const cache = await caches.open(CACHE);
  if ((await cache.keys()).length < FILES_AT_MOST) await cache.put(address, answer);
};
