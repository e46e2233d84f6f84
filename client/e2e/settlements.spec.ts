// Tests the screen of settlements with two administrators: a debt appears as it comes up, and both see that one of them
// closed it.
import type { Settlements } from "@jara/shared/rest/settlements";
import type { Page } from "@playwright/test";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { chooseMore } from "./support/choose-more.ts";
import { goOffline } from "./support/go-offline.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const PATH = "/admin/settlements";

/** Part of a title could be part of another lot's title, which another test made. */
const named = (title: string) => `q=${encodeURIComponent(title)}`;
const winsOf = (title: string) => `${PATH}?${named(title)}`;
/** Browsers log each failed connection; here they are what is tested. */
const noConnection = /net::ERR_|WebSocket connection to|WebSocket is closed/;
const CAUGHT_UP_MS = 30_000;
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const live = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();

// S193
test("a win appears at its end, an administrator confirms its payment, and the winner and another administrator see it", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Copper horn, won and paid";
  const { _id } = await api.createAuction({ title });
  const winner = await api.member("ada");
  await api.call("PUT", "/api/users/profile", winner, { firstName: "Ada", lastName: "Obi", phone: "+2348012345678" });
  await api.bid(winner, _id, 40_000);
  const kemi = await api.colleague("kemi");
  const [admin, other, ada] = await Promise.all([
    open(administrator, winsOf(title)),
    open(kemi, winsOf(title)),
    open(winner, `/auction/${_id}`),
  ]);
  for (const page of [admin, other]) {
    await expect(page.getByText("No settlements match these filters.")).toBeVisible();
  }
  for (const page of [admin, other, ada]) {
    await live(page);
    await markDocument(page);
  }

  await test.step("it ends by the clock: owed by the winner, who is told until when", async () => {
    await api.call("PUT", `/api/auctions/${_id}`, "admin", { endTime: new Date(Date.now() + 1500).toISOString() });
    for (const page of [admin, other]) {
      const owed = row(page, title);
      for (const text of ["Won", "Ada Obi", "₦40,000.00", "₦4,000.00", "Open", "+234 801 234 5678"]) {
        await expect(owed).toContainText(text);
      }
      await expect(owed.getByRole("timer")).toHaveText(/^\d+d \d+h \d+m$/);
      await expect(owed.getByRole("link", { name: winner.user.email })).toHaveAttribute("href", /^mailto:/);
    }
    const shownDue = await row(admin, title).locator("time").getAttribute("datetime");
    const rail = new AuctionPage(ada).rail;
    await expect(rail.getByText("You won this auction!")).toBeVisible();
    const due = rail.getByRole("region", { name: /^Payment due by / });
    await expect(due).toContainText("Remaining 80% to pay₦32,000.00");
    await expect(due.locator("time")).toHaveAttribute("datetime", shownDue ?? "");
  });

  await test.step("the confirmation names amount and buyer; the colleague's open question learns of it", async () => {
    await chooseMore(row(other, title), "Waive");
    await expect(other.getByRole("dialog")).toContainText("The auction stays ended.");
    await chooseMore(row(admin, title), "Payment received");
    await expect(admin.getByRole("dialog")).toContainText(
      `₦32,000.00 from ${winner.user.username} (Ada Obi) for ${title} has arrived, and nothing remains due.`,
    );
    await admin.getByRole("dialog").getByRole("button", { name: "Payment received" }).click();
    await expect(row(admin, title)).toContainText(`Payment confirmed by ${administrator.user.username}`);
    await expect(row(admin, title)).toBeFocused();
    await expect(row(other, title)).toContainText(`Payment confirmed by ${administrator.user.username}`);
    await expect(other.getByRole("dialog")).toContainText("It was closed in the meantime.");
    await other.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("the auction is sold, and the winner is told that the payment is confirmed", async () => {
    await new AuctionPage(ada).expectStatus("Sold");
    await expect(ada.getByText("Your payment is confirmed")).toBeVisible();
    await expect(ada.getByText(/is due by/)).toHaveCount(0);
    for (const page of [admin, other, ada]) await expectSameDocument(page);
    await row(admin, title).getByRole("link", { name: title, exact: true }).click();
    await expect(admin).toHaveURL(new RegExp(`/auction/${_id}$`));
    await new AuctionPage(admin).expectStatus("Sold");
  });
});

// S196
test("an administrator waives a Buy It Now with a note, its buyer is notified, and the auction goes on", {
  tag: "@long",
}, async ({ administrator, api, open }) => {
  const title = "Bronze mask, bought by mistake";
  const { _id } = await api.createAuction({ title, buyItNowPrice: 90_000 });
  const [buyer, bolas] = await Promise.all([api.member("chidi"), api.member("bola")]);
  const [admin, other, chidi, bola] = await Promise.all([
    open(administrator, winsOf(title)),
    open(administrator, winsOf(title)),
    open(buyer, `/auction/${_id}`),
    open(bolas, `/auction/${_id}`),
  ]);
  for (const page of [admin, other, chidi, bola]) await live(page);
  await api.call("POST", `/api/auctions/${_id}/buy-it-now`, buyer);
  const owed = row(admin, title);
  for (const text of ["Buy It Now", "₦94,500.00", "₦90,000.00", "₦4,500.00", "₦9,000.00", buyer.user.email]) {
    await expect(owed).toContainText(text);
  }
  await expect(owed.getByRole("timer")).toHaveText(/^(59m \d+s|1h 0m 0s)$/);
  await new AuctionPage(bola).expectStatus("Paused");

  await chooseMore(owed, "Waive");
  const dialog = admin.getByRole("dialog");
  await expect(dialog).toContainText("No penalty is taken (₦9,000.00).");
  await expect(dialog).toContainText("The purchase is void and the auction resumes");
  await dialog.getByLabel(/^Note/).fill("Pressed by mistake");
  await expectAccessible(admin, "the question before a waiver");
  await dialog.getByRole("button", { name: "Waive" }).click();
  for (const page of [admin, other]) {
    await expect(row(page, title)).toContainText(`Waived by ${administrator.user.username}, no penalty taken`);
    await expect(row(page, title)).toContainText("Pressed by mistake");
  }
  await expect(chidi.getByText("You do not have to pay")).toBeVisible();
  for (const page of [chidi, bola]) await new AuctionPage(page).expectStatus("Active");
  await api.bid(bolas, _id, 10_500);
  await new AuctionPage(bola).expectPrice("₦10,500.00");
});

// S187
test("the address keeps filters, search and pages, and Back restores them", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Copper bell, ended often";
  const { _id } = await api.createAuction({ title });
  await api.bid(await api.member("dayo"), _id, 10_500);
  // Each reopening voids what the end before had opened.
  for (let ends = 0; ends < 21; ends += 1) {
    if (ends > 0) await api.setStatus(_id, "active");
    await api.setStatus(_id, "ended");
  }
  const page = await open(administrator, PATH);
  await page.getByLabel("Search settlements").fill("copper bell");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=copper\+bell$/);
  await expect(page.getByLabel("Search settlements")).toBeFocused();
  await expect(page.getByText("Page 1 of 2 (21 total)")).toBeVisible();
  await expect(row(page, title).first(), "open ones first").toContainText("Open");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?q=copper\+bell&page=2$/);
  await expect(row(page, title)).toHaveCount(1);
  await expect(row(page, title)).toContainText("Void");

  await page.getByLabel("Status").selectOption("Open");
  await expect(page).toHaveURL(/\?status=open&q=copper\+bell$/);
  await expect(row(page, title)).toHaveCount(1);
  await expect(row(page, title).getByRole("button", { name: /^Record payment/ })).toBeVisible();
  await page.getByLabel("What").selectOption("Buy It Now");
  await expect(page.getByText("No settlements match these filters.")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("What")).toHaveValue("");
  await expect(row(page, title)).toHaveCount(1);
  await page.goBack();
  await expect(page.getByText("Page 2 of 2 (21 total)")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Page 2 of 2 (21 total)")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page).toHaveURL(/\/admin\/settlements$/);
});

// S204
test("settlements that others close while the page is offline appear after the reconnect", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(noConnection);
  const title = "Bronze cup, seen from a tunnel";
  const { _id } = await api.createAuction({ title });
  await api.bid(await api.member("dayo"), _id, 10_500);
  await api.setStatus(_id, "ended");
  const page = await open(administrator, winsOf(title));
  await expect(row(page, title)).toContainText("Open");
  await live(page);
  await markDocument(page);
  await goOffline(page);
  await expect(page.getByText("Reconnecting…", { exact: true })).toBeVisible();
  await api.setStatus(_id, "sold");
  await expect(row(page, title)).toContainText("Open");
  await page.context().setOffline(false);
  await expect(row(page, title)).toContainText("Payment confirmed by admin", {
    timeout: CAUGHT_UP_MS,
  });
  await expectSameDocument(page);
});

// S199
test("an administrator without a connection is told that another one was first, and sees the outcome", {
  tag: "@long",
}, async ({ administrator, api, open, watch }) => {
  watch.expectErrors(noConnection, /409 .*\/api\/settlements\//);
  const title = "Bronze key, closed before";
  const { _id } = await api.createAuction({ title });
  await api.bid(await api.member("dayo"), _id, 10_500);
  await api.setStatus(_id, "ended");
  const page = await open(administrator, "about:blank");
  await page.route("**/socket.io/**", (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.goto(winsOf(title));
  await chooseMore(row(page, title), "Payment received");
  const { settlements } = await api.call<Settlements>("GET", `/api/settlements?${named(title)}`, "admin");
  await api.call("POST", `/api/settlements/${settlements[0]?._id}/waive`, "admin", { note: "First" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Payment received" }).click();
  await expect(dialog.getByRole("alert")).toContainText(/^This payment was already waived by admin on /);
  await expect(dialog.getByRole("button", { name: "Payment received" })).toHaveCount(0);
  await expect(row(page, title)).toContainText("Waived by admin, no penalty taken");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
});

// S211
test("on a phone each settlement is a card, and an administrator can confirm a payment", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Bronze ring, by thumb";
  const { _id } = await api.createAuction({ title });
  const winner = await api.member("bola");
  await api.bid(winner, _id, 12_000);
  await api.setStatus(_id, "ended");
  const page = await open(administrator, winsOf(title), {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const card = row(page, title);
  await expect(card.getByRole("timer")).toBeVisible();
  for (const control of await card.getByRole("button").or(card.getByRole("link")).all()) {
    const box = await control.boundingBox();
    expect(box?.height, (await control.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await chooseMore(card, "Payment received");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`₦9,600.00 from ${winner.user.username}`);
  const received = dialog.getByRole("button", { name: "Payment received" });
  // A tap so soon after the one that opened the dialog, and near it, is dropped as its second half.
  await expect(async () => {
    if (await received.isVisible()) await received.tap();
    await expect(card).toContainText(`Payment confirmed by ${administrator.user.username}`, { timeout: 2000 });
  }).toPass();
  const { settlements } = await api.call<Settlements>("GET", `/api/settlements?status=paid&${named(title)}`, "admin");
  expect(settlements).toHaveLength(1);
});

// S218
test("an administrator adds, renames and deletes holidays, and other users are redirected to Home", {
  tag: "@long",
}, async ({ administrator, open }) => {
  const page = await open(administrator, PATH);
  await page.getByRole("link", { name: "Holidays" }).click();
  await expect(page).toHaveURL(/\/admin\/settlements\/holidays$/);
  const year = page.getByRole("region", { name: "2031" });
  const form = page.getByRole("form", { name: "Add a holiday" });
  await form.getByLabel("Date").fill("2031-10-01");
  await form.getByLabel("Name").fill("Independence Day");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await expect(year).toContainText("Independence Day");
  await expect(year).toContainText("Wed, 1 Oct");
  await expect(form.getByLabel("Date"), "the next can be typed at once").toBeFocused();
  await form.getByLabel("Date").fill("2031-10-01");
  await form.getByLabel("Name").fill("Another");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await expect(page.getByText("Independence Day is on this date already.", { exact: false })).toBeVisible();

  await year.getByRole("button", { name: /^Rename/ }).click();
  await page.keyboard.type("National Day");
  await page.keyboard.press("Enter");
  await expect(year).toContainText("National Day");
  await page.reload();
  await expect(year).toContainText("National Day");
  await year.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(year).toHaveCount(0);

  const ada = await open("ada", "/admin/settlements/holidays");
  await expect(ada).toHaveURL(/\/$/);
  const visitor = await open(null, PATH);
  await expect(visitor).toHaveURL(/\/login/);
});
