// Tests browsers as people have them: translators, extensions, forbidden storage, blocked live connections, two tabs, wrong
// clocks, browsers that are too old.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { parse } from "acorn";
import { maskedName, OWN_PASSWORD, uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { passTimeUntil } from "./support/page-clock.ts";
import { projectRoot } from "./support/project-root.ts";
import { expect, signedIn, test } from "./support/test.ts";
import { translatePages } from "./support/translate.ts";

/** Longer than any pause between two attempts to connect or two reads of a price. */
const PAUSE_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
const logIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
};

test("on a translated page a bidder logs in, asks, watches, and sees the next bids", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: uniqueName("Clay pot, translated ") });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const page = await open(null, "/bidding-info");
  await translatePages(page);
  await page.goto(`/login?next=/auction/${_id}`);
  await expect(page.locator("h1 font").first()).toBeAttached();
  await logIn(page, adas.user.email);
  const ada = new AuctionPage(page);
  await ada.bid(10_500);
  await expect(ada.youLead).toBeVisible();
  await ada.expectPrice("₦10,500.00");
  await api.bid(bolas, _id, 11_000);
  await expect(ada.outbid).toBeVisible();
  await expect(ada.rail.getByText("2 bids", { exact: true })).toBeVisible();
  await ada.expectLeader(maskedName(bolas));
  await ada.setMaxBid(15_000);
  await expect(ada.youLead).toBeVisible();
  await page.getByLabel("Your question").fill("Is the lid whole?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText("Waiting for an answer")).toBeVisible();
  await page.getByRole("button", { name: /^Watch Clay/ }).click();
  await expect(page.getByRole("button", { name: /^Stop watching Clay/ })).toBeVisible();
  await expect(page.getByText("This page could not be shown")).toHaveCount(0);
});

test("extensions that add, move and remove elements of the page stop neither a log-in nor a bid", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Clay pot between extensions" });
  const adas = await api.member("ada");
  const page = await open(null, "about:blank");
  await page.addInitScript(() => {
    const decorate = (root: ParentNode): void => {
      for (const field of root.querySelectorAll("input:not([data-decorated])")) {
        // A password manager's icon beside the field, and a spelling checker's overlay around what follows.
        (field as HTMLElement).dataset.decorated = "";
        field.insertAdjacentElement("afterend", document.createElement("com-password-icon"));
        field.parentElement?.append(document.createElement("grammar-extension"));
      }
      for (const icon of root.querySelectorAll("button > svg:first-child")) {
        const box = document.createElement("span");
        icon.replaceWith(box);
        box.append(icon);
      }
      for (const message of root.querySelectorAll("[role=status]:empty")) message.remove();
    };
    document.addEventListener("DOMContentLoaded", () => {
      document.body.setAttribute("data-extension", "");
      document.head.append(document.createElement("meta"));
      document.body.prepend(document.createElement("extension-root"));
      new MutationObserver(() => decorate(document)).observe(document.body, { childList: true, subtree: true });
    });
  });
  await page.goto(`/login?next=/auction/${_id}`);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await logIn(page, adas.user.email);
  const ada = new AuctionPage(page);
  await ada.bid(10_500);
  await expect(ada.youLead).toBeVisible();
  await page.getByRole("link", { name: "Watchlist" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("This page could not be shown")).toHaveCount(0);
});

test("without any storage a bidder logs in, bids and reads what is lost", { tag: "@long" }, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Clay pot without a shelf" });
  const adas = await api.member("ada");
  const page = await open(null, "about:blank");
  await page.addInitScript(() => {
    const forbid = (name: string): void =>
      void Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) forbid(name);
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {} });
  });
  await page.goto(`/login?next=/auction/${_id}`);
  await expect(page.getByRole("button", { name: "Data saver" })).toBeVisible();
  await logIn(page, adas.user.email);
  await expect(page.getByText("This browser keeps nothing for this site")).toBeVisible();
  const ada = new AuctionPage(page);
  await ada.bid(10_500);
  await expect(ada.youLead).toBeVisible();
  await page
    .getByRole("button", { name: /^Watch/ })
    .first()
    .click();
  await page.getByRole("link", { name: "My Bids" }).first().click();
  await expect(page.getByRole("article").first()).toContainText("Clay pot without a shelf");
});

test("the page reads prices by REST, takes a bid and links the simple page where live connections are blocked", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/net::ERR_|WebSocket/);
  const { _id } = await api.createAuction({ title: "Clay pot behind a filter" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const page = await open(adas, "about:blank");
  await page.route(/\/socket\.io\//, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close({ code: 1011 }));
  await page.clock.install();
  await page.goto(`/auction/${_id}`);
  const ada = new AuctionPage(page);
  const blocked = page.getByText("Live prices do not get through here");
  await passTimeUntil(page, PAUSE_MS, (within) => expect(blocked).toBeVisible(within));
  await expect(ada.rail.locator("number-flow-react").locator("..")).toHaveCSS("opacity", "0.6");
  await expect(page.getByRole("banner").getByText("Every 10 s")).toBeVisible();
  await api.bid(bolas, _id, 10_500);
  await passTimeUntil(page, PAUSE_MS, (within) => expect(ada.bids).toHaveCount(1, within));
  await ada.expectPrice("₦10,500.00");
  await ada.bid(11_000);
  await expect(ada.youLead).toBeVisible();
  await passTimeUntil(page, PAUSE_MS, (within) => expect(ada.bids).toHaveCount(2, within));
  await page.getByRole("link", { name: "Open the simple page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Clay pot behind a filter" })).toBeVisible();
  await expect(page.getByText("Current price ₦11,000.00, 2 bids.")).toBeVisible();

  await page.goto(`/auction/${_id}`);
  await passTimeUntil(page, PAUSE_MS, (within) => expect(blocked).toBeVisible(within));
  await page.unroute(/\/socket\.io\//);
  // A jump of the clock would end the attempt that is under way.
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(blocked).toHaveCount(0);
});

test("two tabs of a browser show each other's bid, and one log-out ends both", async ({ api, open, watch }) => {
  watch.expectErrors(/401 .*\/api\//);
  const { _id } = await api.createAuction({ title: "Clay pot in two tabs" });
  const adas = await api.member("ada");
  const page = await open(adas, `/auction/${_id}`);
  const other = await page.context().newPage();
  await watch.watch(other);
  await other.goto(`/auction/${_id}`);
  const [first, second] = [new AuctionPage(page), new AuctionPage(other)];
  await first.bid(10_500);
  await expect(first.youLead).toBeVisible();
  await second.expectPrice("₦10,500.00");
  await expect(second.youLead).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(other.getByRole("banner").getByRole("button", { name: "Logout" })).toHaveCount(0);
});

test("a log-in takes values that a password manager filled in without telling the page", async ({ api, open }) => {
  const adas = await api.member("ada");
  const page = await open(null, "/login");
  // The page's late parts are there.
  await expect(page.getByRole("button", { name: /^(Prices in|Data saver)/ }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    ([email, password]) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
      set?.call(document.querySelector("input[type=email]"), email);
      set?.call(document.querySelector("input[type=password]"), password);
    },
    [adas.user.email, OWN_PASSWORD],
  );
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText(adas.user.username)).toBeVisible();
});

for (const [what, offMs] of [
  ["a day ahead", DAY_MS],
  ["a day behind", -DAY_MS],
] as const) {
  test(`with the device's clock ${what}, times left are the server's, on a lot and in a list`, {
    tag: offMs < 0 ? "@long" : [],
  }, async ({ api, open, browser, server, watch }) => {
    const title = uniqueName("Clay pot by its own clock ");
    const endTime = new Date(Date.now() + 3 * 3_600_000 - 60_000).toISOString();
    const { _id } = await api.createAuction({ title, endTime });
    const session = await api.member("ada");
    const context = await browser.newContext({ baseURL: server.url, storageState: signedIn(server.url, session) });
    const page = await context.newPage();
    await watch.watch(page);
    await page.addInitScript((off) => {
      const Right = Date;
      window.Date = class extends Right {
        constructor(...given: unknown[]) {
          super(...((given.length === 0 ? [Right.now() + off] : given) as [number]));
        }
        static override now(): number {
          return Right.now() + off;
        }
      } as DateConstructor;
    }, offMs);
    await page.goto(`/auction/${_id}`);
    const lot = new AuctionPage(page);
    await expect(lot.timer).toHaveText(/^2h 5\dm/);
    await page.goto(`/?search=${encodeURIComponent(title)}`);
    await expect(page.getByRole("article", { name: title })).toContainText(/2h 5\d/);
    await context.close();
    void open;
  });
}

test("a page that comes back from the browser's memory shows the present price", async ({ api, open, watch }) => {
  watch.expectErrors(/net::ERR_|WebSocket/);
  const { _id } = await api.createAuction({ title: "Clay pot behind Back" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const ada = new AuctionPage(await open(adas, `/auction/${_id}`));
  const { page } = ada;
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // A browser closes the connections of a page that it keeps, and gives it nothing of what happens meanwhile.
  await page.context().setOffline(true);
  await api.bid(bolas, _id, 10_500);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await ada.expectPrice("₦10,500.00");
  await expect(ada.wayToBid).toBeEnabled();

  await page.goto("/bidding-info");
  await api.bid(adas, _id, 11_000);
  await page.goBack();
  await ada.expectPrice("₦11,000.00");
  await expect(ada.youLead).toBeVisible();
});

test("a browser that is too old is led to the plain pages, where its reader finds a lot and bids", {
  tag: "@long",
}, async ({ api, open }) => {
  const title = uniqueName("Clay pot for an old phone ");
  const { _id } = await api.createAuction({ title });
  const adas = await api.member("ada");
  const page = await open(null, "about:blank");
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }));
  await page.goto(`/?search=${encodeURIComponent(title)}`);
  await page.waitForURL(/\/plain\?search=/);
  await expect(page.getByText("These simple pages are for browsers that are too old")).toBeVisible();
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.waitForURL(new RegExp(`/auction/${_id}/plain$`));
  await page.getByLabel(/^Your bid/).fill("10500");
  await page.getByRole("button", { name: "Check this bid" }).click();
  await page.getByLabel("Email").fill(adas.user.email);
  await page.getByLabel("Password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Place this bid" }).click();
  await expect(page.getByText("You lead.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the lot" }).click();
  await page.waitForURL(/\/plain$/);
  await expect(page.getByText("Current price ₦10,500.00, 1 bid.")).toBeVisible();
});

/** Functions that Chrome 111, Firefox 115 or Safari 16.4 do not have. */
const NEWER = [
  /\bPromise\.(withResolvers|try)\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bIterator\.from\b/,
  /\bURL\.(canParse|parse)\b/,
  /\bAbortSignal\.any\b/,
  /\bRegExp\.escape\b/,
  /\bIntl\.(Segmenter|DurationFormat)\b/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\.(to|is)WellFormed\(/,
  /\.setHTMLUnsafe\(/,
  /\.(values|keys|entries)\(\)\.(map|filter|toArray|some|every|find|take|drop)\(/,
];

test("the built files have no syntax and no functions that the oldest supported browsers lack", () => {
  const dist = path.join(projectRoot, "client/dist");
  const read = (file: string) => readFileSync(path.join(dist, file), "utf8");
  const assets = readdirSync(path.join(dist, "assets")).filter((file) => file.endsWith(".js"));
  expect(assets.length).toBeGreaterThan(50);
  const found: string[] = [];
  const check = (file: string, ecmaVersion: 5 | 2020 | 2022, sourceType: "module" | "script"): void => {
    const code = read(file);
    expect(() => parse(code, { ecmaVersion, sourceType }), `${file} in ECMAScript ${ecmaVersion}`).not.toThrow();
    for (const newer of NEWER)
      for (const [call] of code.matchAll(new RegExp(newer, "g"))) found.push(`${file}: ${call}`);
  };
  for (const file of assets) check(`assets/${file}`, 2022, "module");
  check("service-worker.js", 2022, "script");
  check("begin.js", 2020, "module");
  check("old-browser.js", 5, "script");
  expect(found).toEqual([]);
});
