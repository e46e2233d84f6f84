// Tests that every page and every mail shows people's texts as text: no text runs, becomes an element, or breaks the
// policy or the layout.
import type { Auction } from "@jara/shared/auction";
import type { Settlements } from "@jara/shared/rest/settlements";
import { cleanLine } from "@jara/shared/text/clean";
import type { Page } from "@playwright/test";
import type { Session } from "./support/api.ts";
import { isLongRun } from "./support/everywhere.ts";
import { expectTextAlone, hostileTexts, listenForScripts } from "./support/hostile-texts.ts";
import { expect, test } from "./support/test.ts";

/** The page at the path, once it shows what it waits for. */
const look = async (page: Page, path: string, ready: () => Promise<unknown>): Promise<void> => {
  await page.goto(path);
  await ready();
  await expectTextAlone(page, path.slice(0, 80));
};
/** As `look`, but the running page goes to the screen by itself, without a load. */
const lookWithin = async (page: Page, path: string, ready: () => Promise<unknown>): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
  await ready();
  await expectTextAlone(page, path.slice(0, 80));
};
const heading = (page: Page, name?: string) => () =>
  expect(page.getByRole("heading", { level: 1, ...(name !== undefined && { name, exact: true }) })).toBeVisible();
/** Expects the page to show the text, so that it has loaded. */
const shows = (page: Page, text: string) => () =>
  expect(page.getByRole("main").getByText(text).filter({ visible: true }).first()).toBeVisible();
/** As it is stored and shown: without what nobody sees. */
const shown = cleanLine;

test.describe.configure({ mode: "default" });

/** All of them in a long run, and otherwise one for each way out of a text: an attribute, an element, a closing tag. */
let texts: readonly string[] = [];

let lots: Auction[] = [];
let seller: Session;
let ada: Session;
let bola: Session;

test.beforeAll(async ({ api }) => {
  texts = isLongRun() ? hostileTexts : hostileTexts.slice(0, 4);
  [seller, ada, bola] = await Promise.all([api.colleague("seller"), api.member("ada"), api.member("bola")]);
  const media = await api.pictures(1);
  lots = await Promise.all(
    texts.map((text) =>
      api.createAuction(
        {
          title: text,
          description: `${text}\n${text}`,
          location: text,
          buyItNowPrice: 5_000_000,
          media: media.map((picture) => ({ ...picture, originalName: text, filename: text })),
        },
        seller,
      ),
    ),
  );
  for (const { _id } of lots) {
    await api.bid(bola, _id, 10_500);
    await api.setMaxBid(bola, _id, 12_000);
    await api.bid(ada, _id, 20_000);
  }
});

test("a visitor's pages run no script of hostile texts: the list, each lot, searches and addresses", {
  tag: "@everywhere",
}, async ({ open, watch }) => {
  watch.expectErrors(/40[04] .*\/(api\/auctions|auction)\//, /40[04] .*\/api\/auth\/verify-email/);
  const page = await open(null, "/");
  await listenForScripts(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await look(page, "/", () => expect(page.getByRole("article").nth(texts.length)).toBeVisible());
  for (const [n, text] of texts.entries()) {
    const address = encodeURIComponent(text);
    await look(page, `/auction/${lots[n]?._id}`, heading(page, shown(text)));
    await lookWithin(page, `/?search=${address}`, () => expect(page.getByText(/^Found /)).toBeVisible());
    const notThere = page.getByText("Auction not found").or(page.getByText("Failed to load auction details"));
    await lookWithin(page, `/auction/${address}`, () => expect(notThere).toBeVisible());
  }
  const text = encodeURIComponent(hostileTexts[0] ?? "");
  for (const path of [
    `/verify-email?token=${text}&email=${text}`,
    `/auth/callback?error=${text}`,
    `/auth/callback?token=${text}&user=${text}`,
    `/no/such/page/${text}?${text}#${text}`,
    `/auction/${text}`,
    `/?search=${text}`,
    `/?sortBy=${text}&minPrice=${text}&currency=${text}`,
  ]) {
    await look(page, path, heading(page));
  }
});

test("a bidder's pages run no script of hostile texts, also not of pushed ones", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const page = await open(bola, "/");
  await listenForScripts(page);
  await api.call("PUT", "/api/users/profile", bola, {
    firstName: hostileTexts[0]?.slice(0, 60),
    lastName: hostileTexts[8]?.slice(0, 60),
    address: {
      street: hostileTexts[1],
      city: hostileTexts[2],
      state: "W".repeat(80),
      zipCode: "=1+1",
      country: hostileTexts[4],
    },
  });
  for (const path of ["/my-bids", "/my-max-bids"]) await look(page, path, shows(page, "onerror="));
  await look(page, "/profile", shows(page, "<script>ran("));
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expectTextAlone(page, "the profile's form");
  for (const { _id, title } of lots.slice(0, 4)) await lookWithin(page, `/auction/${_id}`, heading(page, shown(title)));
  // Outbid on every lot while looking elsewhere: the notices say the titles.
  await look(page, "/", heading(page));
  for (const { _id } of lots) await api.bid(bola, _id, 25_000);
  for (const { _id } of lots) await api.bid(ada, _id, 30_000);
  await expect(page.getByText(/outbid/i).first()).toBeVisible();
  await expectTextAlone(page, "Home with notices");
});

test("an administrator's pages run no script of hostile texts: tables, dialogs, history, users, settlements", {
  tag: "@everywhere",
}, async ({ api, open }) => {
  const [first, second] = lots;
  if (!first || !second) throw new Error("no lots");
  await api.call("PUT", `/api/auctions/admin/${first._id}`, "admin", { description: hostileTexts[4] });
  await api.setStatus(first._id, "ended");
  const owed = `/api/settlements?status=open&q=${ada.user.username}`;
  const { settlements } = await api.call<Settlements>("GET", owed, "admin");
  const note = hostileTexts.slice(0, 3).join(" ");
  await api.call("POST", `/api/settlements/${settlements[0]?._id}/waive`, "admin", { note });
  await api.setStatus(second._id, "cancelled");
  const page = await open(seller, "/");
  await listenForScripts(page);
  for (const path of [
    "/admin/auctions",
    `/admin/auctions?search=${encodeURIComponent("onerror")}`,
    `/admin/auctions/${first._id}/history`,
    "/admin/settlements?status=waived",
    "/my-auctions",
    `/auction/${first._id}`,
  ]) {
    await look(page, path, shows(page, "onerror="));
  }
  for (const path of [`/admin/auctions/${second._id}/history`, "/admin/settlements", "/create-auction"]) {
    await look(page, path, heading(page));
  }
  await look(page, `/admin?q=${bola.user.username}`, () => expect(page.getByText(bola.user.email)).toBeVisible());
  await page.goto("/admin/auctions");
  await page
    .getByRole("link", { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectTextAlone(page, "the edit dialog");
});

test("the widest names and right-to-left names do not break the layout", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  for (const [name, width] of [
    [`${"W".repeat(28)}${Date.now() % 100}`.padEnd(30, "0"), 320],
    [`\u05e9\u05dc\u05d5\u05dd.${Date.now()}`, 360],
  ] as const) {
    const email = `names-${Math.random().toString(36).slice(2)}@people.test`;
    const account = { username: name, email, password: "secret-enough" };
    const page = await open(await api.call<Session>("POST", "/api/auth/register", null, account), "/");
    await listenForScripts(page);
    await page.setViewportSize({ width, height: 780 });
    for (const path of ["/", "/profile", "/my-bids", `/auction/${lots[0]?._id}`]) await look(page, path, heading(page));
    const admin = await open(administrator, "/");
    await listenForScripts(admin);
    await admin.setViewportSize({ width, height: 780 });
    await look(admin, `/admin?q=${encodeURIComponent(email)}`, () =>
      expect(admin.getByRole("cell", { name: email })).toBeVisible(),
    );
  }
});

test("mails with hostile texts run no script, as text and as HTML", { tag: "@long" }, async ({ api, open }) => {
  const page = await open(null, "/dev/mail");
  await listenForScripts(page);
  await look(page, "/dev/mail", heading(page));
  const { mails } = await api.call<{ mails: { id: string; subject: string; text: string }[] }>(
    "GET",
    "/dev/mail.json",
    null,
  );
  const about = mails.filter(({ text }) => texts.some((hostile) => text.includes(shown(hostile))));
  expect(about.length).toBeGreaterThanOrEqual(texts.length);
  for (const { id, subject } of about) {
    expect(subject).not.toMatch(/[\r\n]/);
    await look(page, `/dev/mail/${id}`, heading(page));
    expect(await page.evaluate(() => self.origin), "a mail has no origin").toBe("null");
  }
});

test("the pages that the server makes itself obey their policies and work", { tag: "@long" }, async ({
  open,
  watch,
}) => {
  watch.expectErrors(/404 .*\/unsubscribe/);
  // By its link, because the page draws only the operations that are in view.
  const page = await open(null, "/docs#/Currency/getRates");
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.locator(".live-responses-table")).toContainText("USD_TO_NGN");

  await page.goto("/docs/socket");
  await expect(page.getByRole("heading", { level: 1, name: "The live API" })).toBeVisible();
  const style = () =>
    page.evaluate(() => getComputedStyle(document.querySelector("main, .page") ?? document.body).maxWidth);
  expect(await style(), "its style is in force").not.toBe("none");

  await page.goto("/api/mail/unsubscribe?user=x&signature=y");
  await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  expect(await style(), "its style is in force").not.toBe("none");
});
