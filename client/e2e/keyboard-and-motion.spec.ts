// Tests the way from the search to My Bids by the keyboard alone, and that nothing moves for a reader who asked for
// reduced motion.
import type { Locator, Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { tabTo } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";

test("the keyboard alone leads through search, filters, the lot, its pictures and a bid to My Bids", {
  tag: "@long",
}, async ({ api, open }) => {
  const word = uniqueName("kora");
  const lot = { startingPrice: 10_000, bidIncrement: 500 };
  await api.createAuction({ ...lot, title: `Old ${word}`, location: "Bompai, Kano" });
  const title = `New ${word}`;
  await api.createAuction({ ...lot, title, location: "Ikeja, Lagos", media: await api.pictures(3) });
  const page = await open(await api.member("ada"), "/");
  const unseen: string[] = [];
  const go = async (target: Locator, key?: "Shift+Tab") => {
    unseen.push(...(await tabTo(page, target, key)));
  };

  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await go(page.getByRole("searchbox", { name: "Search auctions" }));
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(2);
  await go(page.getByRole("button", { name: "More Filters" }));
  await page.keyboard.press("Enter");
  const lagos = page.getByRole("button", { name: "Lagos 1 lot" });
  await expect(lagos).toBeVisible();
  await go(lagos);
  await page.keyboard.press("Space");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(lagos, "the choice keeps the focus").toBeFocused();
  await go(page.getByRole("article", { name: title }).getByRole("link"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  const gallery = page.getByRole("region", { name: "Pictures" });
  await go(gallery.getByRole("button", { name: "Next picture" }));
  await page.keyboard.press("Enter");
  await expect(gallery.getByText("2 / 3")).toBeVisible();
  await go(gallery.getByRole("button", { name: "Show image 3 of" }));
  await page.keyboard.press("Enter");
  await expect(gallery.getByText("1 / 3")).toBeVisible();

  const auction = new AuctionPage(page);
  await go(auction.amount);
  await page.keyboard.type("10500");
  await page.keyboard.press("Enter");
  await expect(auction.youLead).toBeVisible();

  await go(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Bids" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "My Bids" })).toBeVisible();
  const row = page.getByRole("article").filter({ hasText: title });
  await expect(row.getByText("Leading")).toBeVisible();
  await go(row.getByRole("link", { name: title }));
  expect(unseen, "the focus can be seen at every stop").toEqual([]);
});

test("the keyboard alone leads through the profile: a changed name, the money, and a question about a withdrawal", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/403 .*\/api\/users\/withdrawals/);
  const ada = await api.member("ada");
  await api.call("PUT", "/api/users/profile", ada, { firstName: "Ada", lastName: "Okafo" });
  const page = await open(ada, "/profile");
  const unseen: string[] = [];
  const go = async (target: Locator) => {
    // A stop can only be found once the page has loaded.
    await expect(target).toBeVisible();
    // Past the end of the page the browser's own controls have the focus, and the page's body stands for them.
    unseen.push(...(await tabTo(page, target)).filter((stop) => !stop.startsWith("<body")));
  };
  const edit = page.getByRole("button", { name: "Edit Profile" });
  await go(edit);
  await page.keyboard.press("Enter");
  await go(page.getByLabel("Last Name"));
  await page.keyboard.type("Okafor");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(edit, "the focus comes back to where it was").toBeFocused();

  const account = { bankCode: "001", accountNumber: "0123456780", password: "secret-enough" };
  await api.call("POST", "/api/users/bank-accounts", ada, account);
  await page.goto("/profile/money");
  await go(page.getByRole("link", { name: "Withdraw money" }));
  await page.keyboard.press("Enter");
  await go(page.getByLabel("Amount (₦)"));
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Withdraw this amount?" });
  await go(question.getByRole("button", { name: "Withdraw ₦500.00" }));
  await page.keyboard.press("Enter");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(proof.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("secret-enough");
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  const cancel = page.getByRole("button", { name: "Cancel the withdrawal of ₦500.00" });
  await expect(cancel).toBeVisible();
  await go(cancel);
  expect(unseen, "the focus can be seen at every stop").toEqual([]);
});

test("Tab goes through the header in the order seen, and two skip links lead to the bid", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Coral ring" });
  const page = await open(await api.member("ada"), `/auction/${_id}`);
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const focusedAt = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  const skip = page.getByRole("link", { name: "Skip to the bid" });
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const stops: number[] = [];
  do {
    await page.keyboard.press("Tab");
    stops.push(await focusedAt());
  } while (stops.length < 30 && !(await bell.evaluate((element) => element === document.activeElement)));
  expect(stops.length).toBeGreaterThan(5);
  expect(stops).toEqual(stops.toSorted((one, other) => one - other));

  await page.goto(`/auction/${_id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(skip).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("complementary", { name: "Bidding" }).locator(":focus")).toBeVisible();
});

test("the keyboard alone buys a lot at once, goes to the payment, and checks the lot", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  // The buyer has no bid to prove.
  watch.expectErrors(/404 .*\/api\/users\/proof\//);
  const { _id } = await api.createAuction({ title: "Kora to buy at once", buyItNowPrice: 90_000 });
  const page = await open(await api.member("chidi"), `/auction/${_id}`);
  const unseen: string[] = [];
  const press = async (target: Locator) => {
    unseen.push(...(await tabTo(page, target)));
    await page.keyboard.press("Enter");
  };
  const dialog = page.getByRole("dialog");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await press(page.getByRole("button", { name: "Buy It Now" }));
  await press(dialog.getByRole("button", { name: "Confirm Purchase" }));
  await expect(dialog.getByRole("button", { name: "I Understand - Close" })).toBeVisible();
  await press(dialog.getByRole("button", { name: "Pay ₦76,500.00 now" }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: /^Payment due by/ })).toBeInViewport();
  await press(page.getByRole("link", { name: "Check this auction" }));
  await expect(page.getByRole("heading", { name: "Your device found no mistake" })).toBeVisible();
  await press(page.getByText("For experts", { exact: true }).locator("xpath=ancestor::summary"));
  await expect(page.getByText("Check it without us", { exact: true })).toBeVisible();
  expect(unseen, "the focus can be seen at every stop").toEqual([]);
});

/** From now on the page notes the longest movement (ms) on it, also inside the price. */
const noteMovements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let longest = 0;
    const look = () => {
      const roots: (Document | ShadowRoot)[] = [document];
      for (const element of document.querySelectorAll("number-flow-react")) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
      }
      for (const animation of roots.flatMap((root) => root.getAnimations())) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        if (animation.playState === "running") longest = Math.max(longest, Number(duration) || 0);
      }
      document.documentElement.dataset.longestMovement = String(longest);
      requestAnimationFrame(look);
    };
    look();
  });
const longestMovement = async (page: Page): Promise<number> =>
  Number(await page.locator("html").getAttribute("data-longest-movement"));

test("a new price, a new bid and the loss of the lead move nothing for somebody who wants no motion", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Kora, at rest", media: await api.pictures(3) });
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(ada, _id, 10_500);
  const still = await open(ada, `/auction/${_id}`, { reducedMotion: "reduce" });
  const moving = await open(ada, `/auction/${_id}`, { reducedMotion: "no-preference" });
  for (const page of [still, moving]) await expect(new AuctionPage(page).youLead).toBeVisible();
  for (const page of [still, moving]) await noteMovements(page);
  await api.bid(bola, _id, 11_000);
  await new AuctionPage(moving).expectPrice("₦11,000.00");
  await expect(new AuctionPage(moving).outbid).toBeVisible();
  await expect.poll(() => longestMovement(moving), "it moves for everybody else").toBeGreaterThan(100);
  await new AuctionPage(still).expectPrice("₦11,000.00");
  await expect(new AuctionPage(still).outbid).toBeVisible();
  expect(await longestMovement(still)).toBeLessThanOrEqual(1);
});
