// Tests push messages in a browser: a real service worker gets what the server really sent to a push service on this machine.
// Chromium's own push service cannot be reached here. So a test subscribes with keys of its own, and hands the worker what it
// has decrypted, as Chromium would.
import { existsSync } from "node:fs";
import type { Browser, Page, Worker } from "@playwright/test";
import {
  type LocalPush,
  openTestBrowser,
  startLocalPush,
  type TestBrowser,
} from "../../server/test/support/local-push.ts";
import type { Api, Session } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test as siteTest } from "./support/test.ts";

/** RFC 8291, appendix A: the keys of the application server. */
const VAPID = {
  publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
};

const test = siteTest.extend<object, { push: LocalPush; server: AuctionServer }>({
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const push = await startLocalPush(VAPID.publicKey);
      await use(push);
      await push.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ push }, use) => {
      const server = await AuctionServer.open({ VAPID_PRIVATE_KEY: VAPID.privateKey, PUSH_HOSTS: push.origin });
      await use(server);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// The shell shows no notifications. The whole browser does, also without windows.
const executablePath = process.env.WHOLE_CHROMIUM_PATH ?? "/usr/bin/chromium";
test.skip(!existsSync(executablePath), "The whole Chromium is not installed; `npm test` says so.");
test.use({
  launchOptions: {
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking", "--headless=new"],
  },
});

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow" } as const;

/** Chromium's part of subscribing, with the keys of `device`. The person has not been asked yet. */
const subscribesAs = (page: Page, { subscription }: TestBrowser): Promise<unknown> =>
  page.addInitScript((given) => {
    const isOn = () => localStorage.getItem("of-the-test") !== null;
    const fake = {
      endpoint: given.endpoint,
      options: { applicationServerKey: null as ArrayBuffer | null },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem("of-the-test");
        return true;
      },
    };
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer> | undefined;
      fake.options.applicationServerKey = key?.buffer ?? null;
      localStorage.setItem("of-the-test", "");
      return fake as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => (isOn() ? (fake as unknown as PushSubscription) : null);
    Object.defineProperty(Notification, "permission", { get: () => (isOn() ? "granted" : "default") });
    Notification.requestPermission = async () => {
      document.documentElement.setAttribute("data-asked", "");
      return "granted";
    };
  }, subscription);

const openPhone = async (browser: Browser, server: AuctionServer, { token, user }: Session, device: TestBrowser) => {
  const context = await browser.newContext({ ...phone, baseURL: server.url, permissions: ["notifications"] });
  const page = await context.newPage();
  await subscribesAs(page, device);
  await page.goto("/bidding-info");
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("token", token ?? "");
      localStorage.setItem("user", user ?? "");
    },
    [token, JSON.stringify(user)],
  );
  return page;
};

const bidOnPhone = async (page: Page, path: string, amount: number): Promise<void> => {
  await page.goto(path);
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(/^Your bid/).fill(String(amount));
  await sheet.getByRole("button", { name: "Place Bid" }).click();
  await expect(sheet.getByText(/You lead at/)).toBeVisible();
};

/** The question comes only after the person has left the lot. */
const leaveLot = async (page: Page): Promise<void> => {
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Back to Auctions" }).click();
};

const askDialog = (page: Page) => page.getByRole("dialog", { name: "Get a message when you are outbid?" });

/** Hands the worker a message as Chromium does when its push service delivers one. */
const deliver = async (page: Page, message: unknown): Promise<void> => {
  const chrome = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    chrome.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await chrome.send("ServiceWorker.enable");
  const [registrationId, origin] = [await registered, new URL(page.url()).origin];
  await chrome.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) });
  await chrome.detach();
};

const notificationsOf = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    // The types of the client's code do not know those of workers.
    const scope = globalThis as unknown as EventTarget & {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("nothing is shown");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });

const messagesOf = async (device: TestBrowser, count: number) => {
  await expect.poll(() => device.messages().length, { timeout: 20_000 }).toBe(count);
  return device.messages();
};
const browsersOf = async (api: Api, person: Session) =>
  (await api.call<{ browsers: { _id: string }[] }>("GET", "/api/notifications/push-subscriptions", person)).browsers;

test("asks after the first bid, shows an outbid message, and a tap opens the sheet with the next bid without placing it", async ({
  api,
  browser,
  server,
  push,
}) => {
  const [adas, bolas] = [await api.member("ada"), await api.member("bola")];
  const { _id } = await api.createAuction({ title: "Talking drum on a phone" });
  const device = openTestBrowser(push);
  const page = await openPhone(browser, server, adas, device);
  await page.clock.install();
  await bidOnPhone(page, `/auction/${_id}`, 10_500);
  // The question does not come in the middle of bidding.
  await page.clock.runFor(10_000);
  await expect(askDialog(page)).toHaveCount(0);
  await leaveLot(page);
  await expect(askDialog(page)).toBeVisible();
  await expectAccessible(page, "the question about push messages");
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
  await askDialog(page).getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByText("This device will tell you when you are outbid")).toBeVisible();
  await expect.poll(async () => (await browsersOf(api, adas)).length).toBe(1);

  // As if the page had been left before it recorded for the worker whose messages these are. The next page records it.
  await page.evaluate(() => caches.delete("push-owner"));
  await page.goto("/");
  const isOwnerNoted = () =>
    page.evaluate(async () => (await caches.match("/push-owner", { cacheName: "push-owner" })) !== undefined);
  await expect.poll(isOwnerNoted).toBe(true);
  await api.bid(bolas, _id, 11_000);
  const [message] = await messagesOf(device, 1);
  await deliver(page, message);
  await expect
    .poll(() => notificationsOf(page))
    .toEqual([
      {
        title: "You have been outbid",
        body: "“Talking drum on a phone” is at ₦11,000.00. The minimum bid is ₦11,500.00.",
        tag: `outbid:${_id}`,
      },
    ]);

  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no service worker");
  await tap(worker);
  await expect(page).toHaveURL(`${server.url}/auction/${_id}`);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Bid ₦11,500.00" })).toBeVisible();
  expect(await notificationsOf(page)).toEqual([]);
  const { auction } = await api.call<{ auction: { bidCount: number } }>("GET", `/api/auctions/${_id}`, null);
  expect(auction.bidCount).toBe(2);
  expect(push.wrong).toEqual([]);
  await page.context().close();
});

test("shows no words of a message for somebody else, and nothing of a person after the log-out", {
  tag: "@long",
}, async ({ api, browser, server, push }) => {
  const [adas, bolas] = [await api.member("ada"), await api.member("bola")];
  const { _id } = await api.createAuction({ title: "Calabash on a shared phone" });
  const device = openTestBrowser(push);
  const page = await openPhone(browser, server, adas, device);
  await bidOnPhone(page, `/auction/${_id}`, 10_500);
  await leaveLot(page);
  await askDialog(page).getByRole("button", { name: "Yes, tell me" }).click();
  await expect.poll(async () => (await browsersOf(api, adas)).length).toBe(1);
  // On the lot's page the person would have read it at once.
  await page.goto("/bidding-info");
  await api.bid(bolas, _id, 11_000);
  const [message] = await messagesOf(device, 1);

  const news = [{ title: "There is news for you", body: "Open the site to read it.", tag: "news" }];
  await deliver(page, { ...message, for: crypto.randomUUID() });
  await expect.poll(() => notificationsOf(page)).toEqual(news);
  await deliver(page, "no message of ours");
  await expect.poll(() => notificationsOf(page)).toEqual(news);

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => page.evaluate(() => caches.has("push-owner"))).toBe(false);
  // A message that was already on its way.
  await deliver(page, message);
  await expect.poll(() => notificationsOf(page)).toEqual(news);
  expect(await page.evaluate(() => localStorage.getItem("of-the-test"))).toBeNull();
  await page.context().close();
});

test("does not ask again after Not now", { tag: "@long" }, async ({ api, browser, server, push }) => {
  const adas = await api.member("ada");
  const { _id } = await api.createAuction({ title: "Lamp that nobody asks about" });
  const page = await openPhone(browser, server, adas, openTestBrowser(push));
  await page.clock.install();
  await bidOnPhone(page, `/auction/${_id}`, 10_500);
  await leaveLot(page);
  await askDialog(page).getByRole("button", { name: "Not now" }).click();
  await expect(askDialog(page)).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
  const other = await api.createAuction({ title: "Another lamp" });
  await bidOnPhone(page, `/auction/${other._id}`, 10_500);
  await leaveLot(page);
  await page.clock.runFor(10_000);
  await expect(askDialog(page)).toHaveCount(0);
  expect(await browsersOf(api, adas)).toEqual([]);
  await page.context().close();
});

test("is switched on and off for each device in the preferences", { tag: "@long" }, async ({
  api,
  browser,
  server,
  push,
}) => {
  const adas = await api.member("ada");
  const login = { email: adas.user.email, password: "secret-enough" };
  const elsewhere = await api.call<Session>("POST", "/api/auth/login", null, login);
  const { subscription } = openTestBrowser(push);
  await api.call("POST", "/api/notifications/push-subscriptions", elsewhere, subscription);
  const page = await openPhone(browser, server, adas, openTestBrowser(push));
  await page.goto("/notifications/preferences");
  const here = page.getByRole("switch", { name: /Tell me on this device/ });
  await expect(here).not.toBeChecked();
  await here.click();
  await expect.poll(async () => (await browsersOf(api, adas)).length).toBe(2);
  await page.reload();
  await expect(here).toBeChecked();
  await page.getByRole("button", { name: /^Switch off / }).click();
  await expect(page.getByRole("button", { name: /^Switch off / })).toHaveCount(0);
  await here.click();
  await expect(here).not.toBeChecked();
  await expect.poll(async () => (await browsersOf(api, adas)).length).toBe(0);
  await page.context().close();
});
