// Tests text twice as large, and names and texts that are written from right to left: nothing is cut off, covered or
// turned around.
import type { Locator, Page } from "@playwright/test";
import { type Api, OWN_PASSWORD, type Session } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { doubleText, expectNoSidewaysScroll, expectNothingCutOrCovered } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

const SIZES = { "360 px": { width: 360, height: 780 }, "1280 px": { width: 1280, height: 800 } };

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.slow();

/** The page in both sizes, as it stands. */
const expectReadable = async (page: Page, what: string, sizes: readonly (keyof typeof SIZES)[]): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoSidewaysScroll(page, `${what}, ${size}`);
    await expectNothingCutOrCovered(page, `${what}, ${size}`);
  }
};
const both = ["360 px", "1280 px"] as const;

test("with text twice as large, the public pages cut nothing off and cover nothing", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/404 .*\/6f1f3c1e/);
  const { _id } = await api.createAuction({
    title: "Toyota Corolla 2015, one owner, first body",
    startingPrice: 3_200_000,
    bidIncrement: 50_000,
    buyItNowPrice: 5_500_000,
    location: "Surulere, Lagos",
    media: await api.pictures(3),
  });
  const page = await open(null, "/");
  await doubleText(page);
  for (const [path, ready] of [
    ["/", page.getByRole("article").first()],
    ["/?search=nothing-is-called-this", page.getByText("No auctions found matching your search criteria.")],
    [`/auction/${_id}`, page.getByRole("heading", { name: "Before you bid" })],
    ["/auction/6f1f3c1e-8a52-4c56-b7b1-0000000000ff", page.getByRole("heading", { name: "Ending soon" })],
    ["/no-such-page", page.getByRole("heading", { name: "Ending soon" })],
    ["/login", page.getByRole("button", { name: "Login" })],
    ["/register", page.getByRole("button", { name: "Register" })],
    ["/bidding-info", page.getByRole("heading", { level: 1 })],
    ["/sales", page.getByRole("heading", { level: 1 })],
    ["/sell", page.getByRole("heading", { level: 1 })],
    ["/terms", page.getByText(/^Version of/)],
    ["/support", page.getByRole("heading", { name: "Make a complaint" })],
  ] as const) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    await expectReadable(page, path, both);
  }
  await page.goto("/?search=Corolla");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectReadable(page, "the order of the results", both);
  await page.goto("/");
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByRole("button", { name: /^Lagos/ })).toBeVisible();
  await expectReadable(page, "the filters", both);
});

test("with text twice as large, a bidder's pages cut nothing off and cover nothing", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  const lot = (title: string) => api.createAuction({ title, startingPrice: 3_200_000, bidIncrement: 50_000 });
  const [open1, won] = await Promise.all([lot("Sewing machine with iron stand"), lot("Generator that ada won")]);
  const toBuy = await api.createAuction({ title: "Sofa set to buy at once", buyItNowPrice: 3_000_000 });
  await api.setMaxBid(ada, open1._id, 3_400_000);
  await api.bid(bola, open1._id, 3_500_000);
  await api.bid(ada, won._id, 3_300_000);
  await api.call("PUT", `/api/watchlist/${open1._id}`, ada);
  await api.setStatus(won._id, "ended");
  const auction = new AuctionPage(await open(ada, `/auction/${open1._id}`));
  const { page } = auction;
  await doubleText(page);
  await expect(auction.outbid).toBeVisible();
  await expectReadable(page, "outbid", both);
  await auction.chooseAutoBid();
  await expectReadable(page, "the maximum", ["1280 px"]);
  await page.setViewportSize(SIZES["360 px"]);
  await page.getByRole("button", { name: /^Bid ₦/ }).click();
  await expect(page.getByRole("dialog", { name: "Is this amount right?" })).toBeVisible();
  await expectReadable(page, "the question about the maximum", ["360 px"]);
  await page.getByRole("button", { name: "Change amount" }).click();
  await expect(page.getByLabel(/^New maximum/)).toBeVisible();
  await expectReadable(page, "the sheet, the maximum", ["360 px"]);
  await page.getByRole("tab", { name: "Bid now" }).click();
  await expectReadable(page, "the sheet, outbid", ["360 px"]);
  await page.getByRole("button", { name: "Bid another amount" }).click();
  await expectReadable(page, "the sheet, the form", ["360 px"]);
  await auction.amount.fill("9000000");
  await auction.placeBid.click();
  await expect(page.getByRole("dialog", { name: "Is this amount right?" })).toBeVisible();
  await expectReadable(page, "the question", both);
  await page.goto(`/auction/${toBuy._id}`);
  await page
    .getByRole("button", { name: /^Buy It Now/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Confirm Purchase" })).toBeVisible();
  await expectReadable(page, "the dialog of Buy It Now", both);
  for (const [path, ready] of [
    ["/my-bids", page.getByRole("article").first()],
    ["/my-max-bids", page.getByRole("article").first()],
    ["/watchlist", page.getByRole("button", { name: /^Remind me if still below/ })],
    ["/saved-searches", page.getByRole("heading", { level: 1 })],
    ["/notifications", page.getByRole("main").getByRole("listitem").first()],
    ["/notifications/preferences", page.getByRole("radio").first()],
    ["/purchases", page.getByRole("button", { name: "Pay from balance" })],
    [`/auction/${won._id}`, page.getByRole("button", { name: "Pay from balance" })],
    [`/verify?auction=${won._id}`, page.getByRole("heading", { name: "Your device found no mistake" })],
    ["/profile", page.getByRole("button", { name: "Edit Profile" })],
    ["/profile/security", page.getByRole("heading", { level: 1 })],
    ["/profile#edit", page.getByLabel("First Name")],
    ["/profile/money", page.getByText("Still to be paid").first()],
    ["/profile/withdraw", page.getByText("Sandbox: no money moves")],
    ["/profile/settings", page.getByRole("link", { name: "Your data" })],
    ["/profile/statement", page.getByRole("row", { name: /Deposit for a won lot/ })],
    ["/profile/statement?tab=receipts", page.getByRole("button", { name: /^Download PDF of/ })],
  ] as const) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    await expectReadable(page, path, both);
  }
});

const ARABIC = "مولد كهرباء 3500 واط";
const HEBREW = "מכונת תפירה 1950";

/**
 * The parts in the order in which they are seen, line by line from left to right. The end of a right-to-left name must
 * not pull the number or sign behind it to the name's other side.
 */
const seenOrder = (line: Locator, parts: readonly string[]): Promise<string[]> =>
  line.evaluate((element, wanted) => {
    const places = wanted.map((part) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(part) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        const { left, top } = range.getBoundingClientRect();
        return { part, left, line: Math.round(top / 10) };
      }
      throw new Error(`"${part}" is not there`);
    });
    return places.toSorted((a, b) => a.line - b.line || a.left - b.left).map(({ part }) => part);
  }, parts);

const memberNamed = async (api: Api, username: string): Promise<Session> => {
  const email = `rtl-${Math.random().toString(36).slice(2)}@people.test`;
  const account = { username, email, password: OWN_PASSWORD };
  const session = await api.call<Session>("POST", "/api/auth/register", null, account);
  const [mail] = await api.mailsTo(email);
  const token = new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token");
  await api.call("POST", "/api/auth/verify-email", null, { token, email });
  await api.call("PUT", `/api/users/admin/balance/${session.user._id}`, "admin", { balance: 900_000, action: "set" });
  return session;
};

test("names, titles and texts from right to left leave the numbers and signs beside them where they are", {
  tag: "@long",
}, async ({ api, open }) => {
  const suffix = Date.now() % 100_000;
  const winner = await memberNamed(api, `שלום.כהן${suffix}`);
  const loser = await memberNamed(api, `محمد.علي${suffix}`);
  const lot = await api.createAuction({
    title: `${HEBREW} ${suffix}`,
    description: `${HEBREW}: 12, 34 (50%).`,
    location: "תל אביב 12",
  });
  const other = await api.createAuction({ title: `${ARABIC} ${suffix}`, description: ARABIC });
  await api.bid(loser, lot._id, 10_500);
  await api.setMaxBid(winner, lot._id, 30_000);
  await api.bid(loser, other._id, 10_500);

  const page = await open(loser, `/auction/${lot._id}`);
  const auction = new AuctionPage(page);
  await expect(auction.outbid).toBeVisible();
  const masked = (await auction.bids.first().locator("bdi").textContent()) ?? "";
  expect(masked, "another bidder's name is masked").toMatch(/^ש\*+\d$/);
  const leading = auction.rail.getByText(/^leading:/).locator("..");
  expect(await seenOrder(leading, [masked, "leading: "])).toEqual(["leading: ", masked]);
  const facts = page.getByText(/sells this lot itself/).locator("../..");
  expect(await seenOrder(facts, ["sells this lot itself", "תל אביב 12", "Collect it in"])).toEqual([
    "Collect it in",
    "תל אביב 12",
    "sells this lot itself",
  ]);
  for (const text of [page.getByRole("heading", { level: 1 }), page.getByText(`${HEBREW}: 12, 34 (50%).`)]) {
    await expect(text).toHaveCSS("direction", "rtl");
  }

  await page.goto(`/?search=${suffix}`);
  await expect(page.getByRole("article")).toHaveCount(2);
  for (const title of await page.getByRole("article").getByRole("heading").all()) {
    await expect(title).toHaveCSS("direction", "rtl");
  }
  await page.goto("/my-bids");
  await expect(page.getByRole("article").getByRole("link", { name: HEBREW }).first()).toHaveCSS("direction", "rtl");

  await api.setStatus(lot._id, "ended");
  const visitor = new AuctionPage(await open(null, `/auction/${lot._id}`));
  const sentence = visitor.rail.getByText(/Won by/).locator("..");
  expect(await seenOrder(sentence, ["₦11,000.00", "at ", masked])).toEqual([masked, "at ", "₦11,000.00"]);
  const purchases = await open(winner, "/purchases");
  await expect(purchases.getByRole("heading", { name: HEBREW })).toHaveCSS("direction", "rtl");
});
