// Tests the lot's page as a whole: what a desktop's window shows without scrolling, and the gallery in a real browser.
import type { Page } from "@playwright/test";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { doubleText } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

/** The panel, measured in the window, and whether anything in it scrolls on its own. */
const panel = (page: Page) =>
  page.getByRole("complementary", { name: "Bidding" }).evaluate((aside) => {
    const box = aside.firstElementChild?.getBoundingClientRect();
    const scrolls = [...aside.querySelectorAll("*")].filter(
      (part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY),
    );
    return { bottom: Math.ceil(box?.bottom ?? 0), scrolls: scrolls.length };
  });

test("a window of 800 px shows the whole panel to everybody who can bid, and none of it scrolls on its own", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({
    title: "Corolla, seen whole",
    startingPrice: 10_200_000,
    bidIncrement: 50_000,
    buyItNowPrice: 13_500_000,
    softClose: { windowSeconds: 120, capMinutes: 30 },
  });
  const [adas, bolas, chidis] = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
  await api.bid(bolas, _id, 10_250_000);
  await api.setMaxBid(adas, _id, 10_900_000);
  for (const person of [adas, bolas, chidis]) {
    const auction = new AuctionPage(await open(person, `/auction/${_id}`));
    await expect(auction.wayToBid).toBeEnabled();
    // Wait until the page shows the new balance, because a note about too little money makes the panel higher.
    await expect(auction.page.getByRole("banner").getByText("₦10,000,000.00")).toBeVisible();
    for (const segment of ["Bid now", "Your maximum"]) {
      await auction.page.getByRole("tab", { name: segment }).click();
      const { bottom, scrolls } = await panel(auction.page);
      expect([person.user.username, segment, scrolls]).toEqual([person.user.username, segment, 0]);
      expect(bottom, `${person.user.username}, ${segment}`).toBeLessThanOrEqual(800);
    }
  }
});

test("a panel that is taller than the window scrolls with the page until its end is seen", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Corolla, seen in parts", buyItNowPrice: 13_500_000 });
  const viewport = { width: 1280, height: 500 };
  const auction = new AuctionPage(await open(await api.member("ada"), `/auction/${_id}`, { viewport }));
  await expect(auction.wayToBid).toBeEnabled();
  const { bottom, scrolls } = await panel(auction.page);
  expect([bottom > viewport.height, scrolls]).toEqual([true, 0]);
  await auction.page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect.poll(async () => (await panel(auction.page)).bottom).toBeLessThanOrEqual(viewport.height);
});

test("a thumbnail moves to the front, arrows go through the pictures, and full screen gives the focus back", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Four views of a drum", media: await api.pictures(4) });
  const page = await open(null, `/auction/${_id}`);
  const gallery = page.getByRole("region", { name: "Pictures" });
  const sources = () =>
    gallery
      .getByRole("button", { name: /^Show image/ })
      .evaluateAll((thumbnails) => thumbnails.map((thumbnail) => thumbnail.querySelector("img")?.getAttribute("src")));
  await expect(gallery.getByRole("button", { name: /^Show image/ })).toHaveCount(4);
  const [first, second, third, fourth] = await sources();
  await gallery.getByRole("button", { name: "Show image 3 of Four views of a drum" }).click();
  await expect.poll(sources).toEqual([third, first, second, fourth]);
  await expect(gallery.getByText("1 / 4")).toBeVisible();

  await gallery.getByRole("button", { name: "Next picture" }).click();
  await expect(gallery.getByText("2 / 4")).toBeVisible();
  expect(await sources(), "the order stays").toEqual([third, first, second, fourth]);

  const large = gallery.getByRole("listitem", { name: "2 of 4" }).getByRole("button", { name: /open in full screen$/ });
  await large.focus();
  await page.keyboard.press("Enter");
  const fullScreen = page.getByRole("dialog", { name: "Pictures of Four views of a drum" });
  await expect(fullScreen.getByText("2 / 4")).toBeVisible();
  await expectAccessible(page, "the pictures in full screen");
  await page.keyboard.press("ArrowRight");
  await expect(fullScreen.getByText("3 / 4")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(fullScreen).toBeHidden();
  await expect(large).toBeFocused();
});

test("on a phone a toast stands above a sheet and above a dialog, and covers nothing of them", async ({
  api,
  open,
}) => {
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const [here, there] = await Promise.all([
    api.createAuction({ title: "Drum that ada looks at", buyItNowPrice: 90_000 }),
    api.createAuction({ title: "Drum with a long name on which somebody outbids ada while she reads another one" }),
  ]);
  await api.bid(adas, there._id, 10_500);
  const page = await open(adas, `/auction/${here._id}`, { viewport: { width: 360, height: 780 }, hasTouch: true });
  const toast = page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Outbid: ₦/)
    .locator("../../..");
  const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
  const expectApart = async (dialog: string, amount: number) => {
    await api.bid(bolas, there._id, amount);
    await expect(toast).toBeVisible();
    const [above, below] = await Promise.all([toast.boundingBox(), page.getByRole("dialog").last().boundingBox()]);
    expect(bottomOf(above), dialog).toBeLessThanOrEqual(below?.y ?? 0);
    await expectAccessible(page, `${dialog} below a toast`);
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await api.bid(adas, there._id, amount + 500);
  };
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await expectApart("the sheet", 11_000);
  await doubleText(page);
  await expectApart("the sheet with large text", 12_000);
  await page.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("button", { name: /^Buy It Now/ })
    .first()
    .click();
  await expectApart("the dialog of Buy It Now with large text", 13_000);
});
