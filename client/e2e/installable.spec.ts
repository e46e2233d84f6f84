// Tests the installed site with a real service worker: what it shows without a server, what it never keeps, how a new
// version comes, and how a worker is switched off. It is long because all tests of the worker share the helpers at its
// top.
import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { openProxiedServer } from "./support/proxy.ts";
import { expect, test } from "./support/test.ts";

const withWorker = { serviceWorkers: "allow" } as const;
/** Browsers log each failed request; here they are what is tested. */
const noServer = /net::ERR_|Failed to load resource|WebSocket connection to|WebSocket is closed|Failed to fetch/;
const BACK_MS = 30_000;

const untilWorkerRuns = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** As when the person leaves the page for another app: what was seen is stored. */
const leave = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

const storage = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(localStorage));

test("opens without a server and shows the lots seen last with their time, then goes live by itself", async ({
  api,
  open,
  server,
  watch,
}) => {
  watch.expectErrors(noServer);
  const title = "Calabash seen from a tunnel";
  const { _id } = await api.createAuction({ title });
  const adas = await api.member("ada");
  await api.bid(adas, _id, 10_500);
  const page = await open(adas, `/auction/${_id}`, withWorker);
  const ada = new AuctionPage(page);
  await expect(ada.youLead).toBeVisible();
  await untilWorkerRuns(page);
  await leave(page);
  // A screen that was opened once opens again.
  await page.goto("/watchlist");
  await expect(page.getByText("You watch no lots yet.")).toBeVisible();

  // The worker's server: no other test uses it meanwhile.
  await server.kill();
  try {
    await page.goto(`/auction/${_id}`);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText("₦10,500.00")).toBeVisible();
    await expect(
      page.getByText("You can bid as soon as the price is live again; no bid waits to be sent."),
    ).toBeVisible();
    // Nothing to bid with, no time left and no lead that may be lost.
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /bid/i })).toHaveCount(0);
    await expect(page.getByRole("timer")).toHaveCount(0);
    await expect(page.getByText(/You lead|Leading|Live$/)).toHaveCount(0);

    const card = page.getByRole("link", { name: title });
    await page.goto("/watchlist");
    await expect(page.getByText("Failed to fetch your watchlist")).toBeVisible();
    await expect(card).toContainText(/₦10,500\.00\s*as of \d\d:\d\d/);

    await page.goto("/");
    await expect(page.getByText("Failed to fetch auctions")).toBeVisible();
    await expect(card).toContainText(/₦10,500\.00\s*as of \d\d:\d\d/);
    await card.click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await markDocument(page);
  } finally {
    await server.start();
  }
  await api.bid(await api.member("bola"), _id, 11_000);
  await expect(ada.outbid).toBeVisible({ timeout: BACK_MS });
  await ada.expectPrice("₦11,000.00");
  await expect(page.getByText(/as of/)).toHaveCount(0);
  await expectSameDocument(page);
});

test("keeps no answer of the API, and nothing of a person after the log-out", async ({ api, open, watch }) => {
  const { _id } = await api.createAuction({ title: "Mortar that nobody is told of" });
  const adas = await api.member("ada");
  const page = await open(adas, `/auction/${_id}`, withWorker);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await untilWorkerRuns(page);
  await page.goto("/");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await leave(page);
  expect(await storage(page)).toContain("Mortar that nobody is told of");
  const files = await kept(page);
  expect(files).toContain("/index.html");
  expect(files.filter((path) => !/^\/(index\.html|begin\.js|assets\/[\w.-]+)$/.test(path))).toEqual([]);

  watch.expectErrors(noServer);
  await page.context().setOffline(true);
  expect(
    await page.evaluate(() =>
      fetch("/api/auctions").then(
        () => "answered",
        () => "no answer",
      ),
    ),
  ).toBe("no answer");
  await page.context().setOffline(false);

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  // The code that removes them loads after the page.
  await expect.poll(() => storage(page)).not.toContain("Mortar that nobody is told of");
  expect(await storage(page)).not.toContain(adas.user.username);
});

/** A signed-in bidder's page of a lot on a server of the test's own, behind a proxy. */
const openBehindProxy = async (browser: Browser) => {
  const server = await openProxiedServer();
  const api = new Api(server.url);
  const { _id } = await api.createAuction({ title: "Lamp of two versions" });
  const { token, user } = await api.member("ada");
  const context = await browser.newContext({ baseURL: server.url, ...withWorker });
  const page = await context.newPage();
  await page.goto("/bidding-info");
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("token", token ?? "");
      localStorage.setItem("user", user ?? "");
    },
    [token, JSON.stringify(user)],
  );
  await page.clock.install();
  await page.goto(`/auction/${_id}`);
  await untilWorkerRuns(page);
  const close = async () => {
    await context.close();
    await server.close();
  };
  return { server, page, path: `/auction/${_id}`, close };
};

test("offers a new version, but not while the person is busy, and reloads only on request", { tag: "@long" }, async ({
  browser,
}) => {
  const { server, page, close } = await openBehindProxy(browser);
  try {
    const ada = new AuctionPage(page);
    await ada.openForm();
    await ada.amount.fill("10500");
    await markDocument(page);
    server.change(/^\/service-worker\.js/, (body) => `${body}// the next version`);
    const stateOfNext = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        return registration.waiting?.state ?? null;
      });
    await expect.poll(stateOfNext).toBe("installed");
    const offer = page.getByText("A new version is ready");
    // The offer looks for a free moment every second.
    await page.clock.runFor(10_000);
    await expect(offer).toHaveCount(0);
    await ada.placeBid.click();
    await expect(ada.youLead).toBeVisible();
    await expect(offer).toBeVisible();
    // Typing hides it again.
    await ada.openForm();
    await ada.amount.fill("12000");
    await expect(offer).toHaveCount(0);
    await ada.amount.fill("");
    await expect(offer).toBeVisible();
    await expectSameDocument(page);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-same-document");
    await expect(ada.youLead).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  } finally {
    await close();
  }
});

test("the code that a page has loaded opens later, although the server has no longer got it", { tag: "@long" }, async ({
  browser,
}) => {
  const { server, page, path, close } = await openBehindProxy(browser);
  try {
    await expect.poll(async () => (await kept(page)).some((file) => /auction-detail/.test(file))).toBe(true);
    // A page without code, so that nothing is still being loaded.
    await page.goto("about:blank");
    const asked: string[] = [];
    server.change(/^\/assets\//, (_, path) => {
      asked.push(path);
      return null;
    });
    await page.goto(path);
    await expect(new AuctionPage(page).wayToBid).toBeVisible();
    expect(asked).toEqual([]);
  } finally {
    await close();
  }
});

test("a version of which the server sends only a part is not installed", { tag: "@long" }, async ({ browser }) => {
  const { server, page, close } = await openBehindProxy(browser);
  try {
    // As while servers are replaced: the worker of the next version, but the page of another one.
    server.change(/^\/service-worker\.js/, (body) => `${body}// the next version`);
    server.change(/^\/index\.html/, (body) => body.replace(/\/assets\/index-[\w-]+\.js/, "/assets/index-other.js"));
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const installed = new Promise<string>((resolve) => {
        registration.addEventListener("updatefound", () => {
          const next = registration.installing;
          next?.addEventListener("statechange", () => resolve(next.state));
        });
      });
      await registration.update().catch(() => {});
      return await installed;
    });
    expect(outcome).toBe("redundant");
    await page.reload();
    await expect(new AuctionPage(page).wayToBid).toBeVisible();
    expect(await kept(page)).toContain("/index.html");
  } finally {
    await close();
  }
});

test("a server with the worker switched off removes it from browsers that have it", { tag: "@long" }, async ({
  browser,
}) => {
  const server = await AuctionServer.open();
  const context = await browser.newContext({ baseURL: server.url, ...withWorker });
  try {
    const page = await context.newPage();
    await page.goto("/");
    await page.goto("/auction/00000000-0000-4000-8000-000000000000");
    await untilWorkerRuns(page);
    expect(await kept(page)).toContain("/index.html");
    await server.restartWith({ SERVICE_WORKER: "off" });
    await page.goto("/");
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await page.goto("/");
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    // The first visit's page may still have been loading files through the old worker, which stored them.
    await expect.poll(() => kept(page)).toEqual([]);
    await expect(page.getByRole("heading", { name: "Every bid is public" })).toBeVisible();
  } finally {
    await context.close();
    await server.close();
  }
});

test("can be installed: Chromium reads the manifest without an error and finds every icon", async ({ open }) => {
  const page = await open(null, "/", withWorker);
  const chrome = await page.context().newCDPSession(page);
  const manifest = await chrome.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  const { name, start_url, display, icons } = JSON.parse(manifest.data ?? "{}");
  expect({ name, start_url, display }).toEqual({ name: "Jara", start_url: "/", display: "standalone" });
  for (const { src, sizes } of icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
  }
  // A browser context of a test counts as a private window.
  const { installabilityErrors } = await chrome.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});

test("suggests the installation from the second visit on, and not again after a refusal", async ({ open }) => {
  const page = await open(null, "/", withWorker);
  await page.clock.install();
  const visits = () => page.evaluate(() => JSON.parse(localStorage.getItem("visits") ?? "{}"));
  /** Opens the page again, as the visit with this number, and lets its clock pass the time after which it may hint. */
  const visit = async (number: number) => {
    const { lastAt } = await visits();
    await page.reload();
    // The page notes its visit when it decides whether it will hint.
    await expect.poll(async () => (await visits()).lastAt).not.toBe(lastAt);
    expect((await visits()).count).toBe(number);
    const isKept = await offerInstall();
    await page.clock.runFor(10_000);
    return isKept;
  };
  const offerInstall = () =>
    page.evaluate(() => {
      const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => {
          document.documentElement.setAttribute("data-asked", "");
          return { outcome: "dismissed" };
        },
      });
      window.dispatchEvent(offer);
      return offer.defaultPrevented;
    });
  const hint = page.getByText("Put Jara on your home screen");
  // The browser's own question does not come either.
  expect(await visit(1)).toBe(true);
  await expect(hint).toHaveCount(0);

  const comeBack = async (number: number) => {
    await page.evaluate(() => {
      const { lastAt, ...visit } = JSON.parse(localStorage.getItem("visits") ?? "{}");
      localStorage.setItem("visits", JSON.stringify({ ...visit, lastAt: lastAt - 3_600_000 }));
      // A hint that got no answer may come again after a week. Make the last one older than that.
      const hints = JSON.parse(localStorage.getItem("install-hint") ?? "null");
      if (hints) localStorage.setItem("install-hint", JSON.stringify({ ...hints, at: hints.at - 8 * 86_400_000 }));
    });
    await visit(number);
  };
  await comeBack(2);
  await expect(hint).toBeVisible();
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-asked");
  await comeBack(3);
  await expect(hint).toHaveCount(0);
});
