// Tests the listing: finding lots by an address that can be shared, and lots that change while somebody looks at them.
import type { Page } from "@playwright/test";
import { expectSameDocument, markDocument, untilListFollowed } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const card = (page: Page, title: string) => page.getByRole("article", { name: title });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search auctions" });
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" }).getByRole("listitem");

// S037
test("Enter searches, and the address, the chips and the browser's Back follow", async ({ api, open }) => {
  await api.createAuction({ title: "Quartz kettle", startingPrice: 4000 });
  await api.createAuction({ title: "Quartz clock", startingPrice: 90_000 });
  const page = await open(null, "/");
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(card(page, "Quartz kettle")).toBeVisible();
  await markDocument(page);

  await searchBox(page).fill("quartz");
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL(/\/\?search=quartz$/);
  await expect(page.getByRole("heading", { name: "Search Results" })).toBeVisible();
  await expect(page.getByText("Found 2 auction(s) for “quartz”")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(chips(page)).toHaveText(["“quartz”"]);

  await page.getByRole("button", { name: "More Filters" }).click();
  await page.getByLabel("Min price").fill("5000");
  await page.getByLabel("Min price").press("Enter");
  await expect(page).toHaveURL(/search=quartz&minPrice=5000$/);
  await expect(page.getByText("Found 1 auction(s) for “quartz”")).toBeVisible();
  await expect(card(page, "Quartz kettle")).toBeHidden();
  await page.getByLabel("Sort by").selectOption("Title");
  await expect(page).toHaveURL(/sortBy=title$/);
  await expect(page.getByLabel("Sort by")).toHaveValue("title");
  await expect(chips(page)).toHaveText(["“quartz”", "From ₦5,000.00"]);

  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(/\/\?search=quartz$/);
  await expect(card(page, "Quartz kettle")).toBeVisible();
  await expect(searchBox(page)).toHaveValue("quartz");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(searchBox(page)).toHaveValue("");
  await expectSameDocument(page);
});

test("a link with filters applies them, and the chips and Clear remove them", { tag: "@long" }, async ({
  api,
  open,
}) => {
  await api.createAuction({ title: "Opal ring in naira", startingPrice: 2000 });
  await api.createAuction({ title: "Opal ring in dollars", startingPrice: 20, currency: "USD" });
  const page = await open(null, "/?search=opal&currency=USD&maxPrice=500");
  await expect(chips(page)).toHaveText(["“opal”", "Up to $500.00", "Dollar ($)"]);
  await expect(card(page, "Opal ring in dollars").getByText("$20.00")).toBeVisible();
  await expect(card(page, "Opal ring in naira")).toBeHidden();
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("USD");

  await page.getByRole("button", { name: "Remove filter: Dollar ($)" }).click();
  await page.getByRole("button", { name: "Remove filter: Up to $500.00" }).click();
  await expect(page).toHaveURL(/\/\?search=opal$/);
  await expect(card(page, "Opal ring in naira")).toBeVisible();

  await searchBox(page).fill("nothing-so-called");
  await searchBox(page).press("Enter");
  await expect(page.getByText("No auctions found matching your search criteria.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Ending soon" })).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(card(page, "Opal ring in naira")).toBeVisible();
});

// S062
test("a card shows a new price, the lead, the loss of the lead and the end live", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Amber beads" });
  const [chidi, dayo] = await Promise.all([api.member("chidi"), api.member("dayo")]);
  const page = await open(chidi, "/");
  const beads = card(page, "Amber beads");
  await expect(beads.getByText("₦10,000.00")).toBeVisible();
  await expect(beads.getByText("0 bids")).toBeVisible();
  await untilListFollowed(page, "/api/auctions");
  await markDocument(page);

  await api.bid(chidi, _id, 10_500);
  await expect(beads.getByText("₦10,500.00")).toBeVisible();
  await expect(beads.getByText("1 bid", { exact: true })).toBeVisible();
  await expect(beads.getByText("Leading")).toBeVisible();
  await api.bid(dayo, _id, 11_000);
  await expect(beads.getByText("₦11,000.00")).toBeVisible();
  await expect(beads.getByText("Outbid")).toBeVisible();
  await expect(page.getByText("Outbid: ₦11,000.00 now")).toBeVisible();
  await expect(page.getByText("Bid at least ₦11,500.00 to lead.")).toBeVisible();

  await api.setStatus(_id, "ended");
  await expect(beads.getByText("Ended", { exact: true }).first()).toBeVisible();
  await expect(beads.getByText("Active", { exact: true })).toBeHidden();
  await expectSameDocument(page);
});

test("a loss of the lead that comes before the code of the notices is loaded is still reported", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Agate pendant" });
  const [chidi, dayo] = await Promise.all([api.member("chidi"), api.member("dayo")]);
  const page = await open(chidi, "/login");
  let load = (): void => undefined;
  const wanted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/late-parts-[^/]*\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto("/");
  await untilListFollowed(page, "/api/auctions");
  await api.bid(chidi, _id, 10_500);
  await api.bid(dayo, _id, 11_000);
  await expect(card(page, "Agate pendant").getByText("Outbid")).toBeVisible();
  load();
  await expect(page.getByText("Outbid: ₦11,000.00 now")).toBeVisible();
});

// S076
test("a card opens its auction, and shows after the return the bids that were placed meanwhile", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Brass bowl" });
  const page = await open("chidi", "/");
  const bowl = card(page, "Brass bowl");
  await expect(bowl.getByText("₦10,000.00")).toBeVisible();
  await markDocument(page);

  await bowl.getByRole("link", { name: "View Details" }).click();
  await expect(page).toHaveURL(new RegExp(`/auction/${_id}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Brass bowl" })).toBeVisible();
  await api.bid(await api.member("dayo"), _id, 10_500);
  await page.getByRole("button", { name: "Back to Auctions" }).click();
  await expect(bowl.getByText("₦10,500.00")).toBeVisible();
  await expect(bowl.getByText("1 bid", { exact: true })).toBeVisible();
  await expectSameDocument(page);
});

test("a new auction is announced and appears only on request, so that the list does not move", {
  tag: "@long",
}, async ({ api, open }) => {
  const page = await open(null, "/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await untilListFollowed(page, "/api/auctions", "visitor");
  await markDocument(page);
  await api.createAuction({ title: "Fresh from the workshop" });
  const announced = page.getByRole("button", { name: /new auctions? — show$/ });
  await expect(announced).toBeVisible();
  await expect(card(page, "Fresh from the workshop")).toBeHidden();
  await announced.click();
  await expect(card(page, "Fresh from the workshop")).toBeVisible();
  await expect(announced).toBeHidden();
  await expectSameDocument(page);
});

test("a page opened by its address begins at its top, and a reload stays where it was", async ({ open }) => {
  const page = await open(null, "/");
  const scrolled = () => page.evaluate(() => window.scrollY);
  const scrollTo = async (y: number) => {
    // While pictures and rails load, the browser moves the page with what is seen.
    await page.waitForLoadState("networkidle");
    await page.evaluate((to) => window.scrollTo(0, to), y);
    await expect.poll(scrolled).toBe(y);
  };
  const cards = page.getByRole("article");
  await expect(cards.nth(8)).toBeVisible();
  await scrollTo(300);
  await page.goto("/?sortBy=title");
  await expect(cards.nth(8)).toBeVisible();
  // The router restores a position with the page.
  await page.waitForLoadState("networkidle");
  expect(await scrolled()).toBe(0);
  await scrollTo(200);
  await page.reload();
  await expect(cards.nth(8)).toBeVisible();
  await expect.poll(scrolled).toBe(200);
});

test("a bidder's Home begins with what there is to do, which changes live and takes no room", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Copper tray with a rim of beaten flowers, and its own stand" });
  const later = await api.createAuction({ title: "Copper jug" });
  const [chidi, dayo] = await Promise.all([api.member("chidi"), api.member("dayo")]);
  const viewport = { width: 360, height: 780 };
  const page = await open(chidi, "/", { viewport });
  await untilListFollowed(page, "/api/auctions");
  const top = (of = page) =>
    of.getByRole("searchbox").evaluate(async (box) => {
      // Another font could break the line above it.
      await document.fonts.ready;
      return box.getBoundingClientRect().top + window.scrollY;
    });
  const before = await top();
  await api.bid(chidi, _id, 10_500);
  await api.bid(dayo, _id, 11_000);
  const outbid = page.getByRole("link", { name: "Outbid 1" });
  await expect(outbid).toBeVisible();
  expect(await top()).toBe(before);
  await outbid.click();
  await expect(page).toHaveURL(/\/my-bids\?tab=action$/);
  await api.setStatus(_id, "ended");
  await api.bid(dayo, later._id, 10_500);
  await api.setStatus(later._id, "ended");
  const winner = await open(dayo, "/", { viewport });
  const strip = winner.getByRole("region", { name: "To pay" });
  await expect(strip).toContainText(/2 lots to pay₦17,200\.00first due in .*Pay/);
  expect(await top(winner)).toBe(before);
  await strip.getByRole("link", { name: "Pay" }).click();
  await expect(winner).toHaveURL(/\/purchases$/);
});

for (const [device, width, height] of [
  ["desktop", 1280, 800],
  ["phone", 360, 740],
] as const) {
  test(`the list of active auctions begins in the first window of a ${device}, below one small row`, {
    tag: device === "desktop" ? "@long" : [],
  }, async ({ open }) => {
    const page = await open(null, "/", { viewport: { width, height } });
    const row = page.getByRole("region", { name: "Ending soon" });
    await expect(row.getByRole("listitem").nth(2)).toBeVisible();
    const heading = page.getByRole("heading", { name: "Active Auctions" });
    const card = page.getByRole("article").first();
    await expect(card).toBeVisible();
    await page.waitForLoadState("networkidle");
    const [above, title, first] = await Promise.all([row.boundingBox(), heading.boundingBox(), card.boundingBox()]);
    expect(above?.height ?? height).toBeLessThan(130);
    expect((above?.y ?? height) + (above?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
    // At least half of the first card's picture is in sight.
    expect((first?.y ?? height) + (first?.width ?? 0) / 3).toBeLessThan(height);
  });
}

test("the row of lots that end soon leads to its lots and to its whole list, and Back finds the place again", async ({
  open,
}) => {
  const page = await open(null, "/");
  const rail = page.getByRole("region", { name: "Ending soon" });
  await expect(rail.getByRole("listitem").nth(2)).toBeVisible();
  // The click is on the picture, because the title's link covers the whole card.
  await rail
    .getByRole("listitem")
    .first()
    .click({ position: { x: 30, y: 30 } });
  await expect(page).toHaveURL(/\/auction\//);
  await page.goBack();
  await rail.getByRole("link", { name: "See all: Ending soon" }).click();
  await expect(page).toHaveURL(/\/\?sortBy=endTime$/);
  await expect(page.getByLabel("Order of the list").locator("option:checked")).toHaveText("Ending soonest");
  await page.goBack();
  await expect(rail).toBeVisible();

  const scrolled = () => page.evaluate(() => window.scrollY);
  const last = page.getByRole("article").nth(9);
  await last.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(500);
  await last.getByRole("link").click();
  await expect(page).toHaveURL(/\/auction\//);
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(scrolled).toBe(before);
});

test("filters apply at once with their numbers, and prices of both currencies are compared by worth", async ({
  api,
  open,
}) => {
  const tools = { categories: ["tools" as const], condition: "fair" as const, location: "Bompai, Kano" };
  await api.createAuction({ title: "Zircon hand plough", startingPrice: 90_000, ...tools });
  await api.createAuction({ title: "Zircon steam plough", startingPrice: 150, currency: "USD", ...tools });
  await api.createAuction({ title: "Zircon toy plough", startingPrice: 900, location: "Ikeja, Lagos" });
  // The words are in another order.
  const page = await open(null, "/?search=plough+zircon");
  await expect(page.getByText("Found 3 auction(s) for “plough zircon”")).toBeVisible();
  await page.getByLabel("Order of the list").selectOption("Price: high to low");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([
    "Zircon steam plough",
    "Zircon hand plough",
    "Zircon toy plough",
  ]);
  await searchBox(page).fill("zircon");
  await searchBox(page).press("Enter");
  await page.getByRole("button", { name: "More Filters" }).click();
  await page.getByRole("button", { name: "Kano 2 lots" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByLabel("Max price (₦)").fill("100k");
  await page.getByLabel("Max price (₦)").blur();
  await expect(page).toHaveURL(/maxPrice=100000/);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Zircon hand plough"]);
  await expect(chips(page)).toHaveText(["“zircon”", "Up to ₦100,000.00", "Kano"]);
});
