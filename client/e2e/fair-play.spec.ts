// Tests fair play as people see it: late bids extend a lot, a changed lot asks for consent, and voided bids take the
// price back.
import { maskedName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectSameDocument, markDocument, untilListFollowed } from "./support/page-watch.ts";
import { expect, test, testWithOwnServer } from "./support/test.ts";

const SECOND = 1000;

// It has a server of its own, because it shifts the clock.
// S325
testWithOwnServer(
  "a late bid extends the lot on all three screens, and it ends at the extended time",
  async ({ api, open, server }) => {
    const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
    const pages = await Promise.all([
      open(adas, "/bidding-info"),
      open(bolas, "/bidding-info"),
      open(null, "/bidding-info"),
    ]);
    const [ada, bola, visitor] = pages.map((page) => new AuctionPage(page)) as [AuctionPage, AuctionPage, AuctionPage];
    const everyone = [ada, bola, visitor];
    const softClose = { windowSeconds: 120, capMinutes: 5 };
    const endTime = new Date(Date.now() + 110 * SECOND).toISOString();
    const { _id } = await api.createAuction({ title: "Talking drum that is fought over", endTime, softClose });
    await Promise.all(pages.map((page) => page.goto(`/auction/${_id}`)));
    for (const screen of everyone) {
      await expect(
        screen.rail.getByText(/^A bid in the last 2 minutes moves the end, until .*\d\d:\d\d at the latest$/),
      ).toBeVisible();
      await markDocument(screen.page);
    }
    const before = await visitor.closesAt();

    await ada.bid(10_500);
    await expect(ada.youLead).toBeVisible();
    for (const screen of everyone) {
      await expect(screen.rail.getByText(/^Ends \d+ .* later$/)).toBeVisible();
      await expect.poll(() => screen.closesAt()).toBeGreaterThan(before);
    }
    const extended = await visitor.closesAt();
    for (const screen of everyone) expect(await screen.closesAt()).toBe(extended);

    await test.step("it is still open when it would have ended", async () => {
      await server.shiftClock(before - Date.now() + SECOND);
      await bola.bid(11_000);
      await expect(bola.youLead).toBeVisible();
    });
    await expect.poll(() => visitor.closesAt()).toBeGreaterThan(extended);
    await server.shiftClock(5 * 60 * SECOND);
    for (const screen of everyone) await expect(screen.timer).toHaveText("Auction ended");
    await expect(bola.rail.getByText("You won this auction!")).toBeVisible();
    await expect(ada.rail.getByText("You did not win.", { exact: true })).toBeVisible();
    await expect(ada.outcome).toHaveText(/^Your last bid.*Your moneyNothing was taken\./);
    for (const screen of everyone) await expectSameDocument(screen.page);
  },
);

// S329
test("when a lot's text changes, the owner of a maximum is notified, reads the change and confirms it", async ({
  api,
  open,
  watch,
}) => {
  const { _id } = await api.createAuction({ title: "iPhone 16 Pro" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(bolas, _id, 10_500);
  await api.setMaxBid(adas, _id, 50_000);
  const path = `/auction/${_id}`;
  const [ada, bola, mine] = [
    new AuctionPage(await open(adas, path)),
    new AuctionPage(await open(bolas, path)),
    await open(adas, "/my-max-bids"),
  ];
  await ada.chooseAutoBid();
  await expect(ada.page.getByRole("heading", { name: "Auto-bidding Active" })).toBeVisible();
  await ada.page.getByRole("tab", { name: "Bid now" }).click();
  await expect(mine.getByRole("article", { name: "iPhone 16 Pro" })).toBeVisible();
  await expect(mine.getByText("Live", { exact: true })).toBeVisible();
  for (const { page } of [ada, bola]) await markDocument(page);

  const card = mine.getByRole("article", { name: "(empty box)" });
  // The notices are loaded after the page itself.
  await mine.waitForLoadState("networkidle");
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", { title: "(empty box)" });
  await expect(
    mine.getByRole("region", { name: "Notifications" }).getByText("Your maximum is suspended"),
  ).toBeVisible();

  await test.step("everybody sees the old and the new text", async () => {
    for (const { page } of [ada, bola]) {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("(empty box)");
      const changes = page.getByRole("region", { name: "Changes of this lot" });
      await changes
        .getByText(/^Changed \d+ \w+, \d\d:\d\d: title$/)
        .first()
        .click();
      await expect(changes.locator("del")).toHaveText("iPhone 16 Pro");
      await expect(changes.locator("ins")).toHaveText("(empty box)");
    }
    await expect(card.getByText("Suspended: the lot changed")).toBeVisible();
  });

  await test.step("a bid on the old text is refused and repeated at one tap; the suspended maximum does not answer", async () => {
    watch.expectErrors(/409/);
    await bola.bid(12_000);
    await expect(bola.rail.getByText("This lot has changed")).toBeVisible();
    await bola.rail.getByRole("button", { name: "Bid ₦12,000.00 on it as it is now" }).click();
    await expect(bola.youLead).toBeVisible();
    await ada.expectPrice("₦12,000.00");
    await expect(ada.outbid).toBeVisible();
  });

  await test.step("its owner confirms, and it bids again", async () => {
    await expect(ada.page.getByText("Your maximum is suspended because the lot changed")).toBeVisible();
    await ada.autoBid.page().getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(ada.page.getByText("Your maximum is confirmed")).toBeVisible();
    await expect(ada.youLead).toBeVisible();
    await bola.expectPrice("₦12,500.00");
    await expect(bola.outbid).toBeVisible();
    await expect(card.getByText("Suspended: the lot changed")).toBeHidden();
  });
  for (const { page } of [ada, bola]) await expectSameDocument(page);
});

// S330
test("a bidder withdraws the bids after the lot's text changed", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Sealed box of cloth" });
  const [chidis, dayos] = await Promise.all([api.member("chidi"), api.member("dayo")]);
  await api.bid(chidis, _id, 10_500);
  await api.bid(dayos, _id, 11_000);
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", { description: "Two yards, not six." });
  const dayo = new AuctionPage(await open(dayos, `/auction/${_id}`));
  await expect(dayo.youLead).toBeVisible();
  await dayo.page.getByRole("button", { name: "Withdraw my bids" }).click();
  const question = dayo.page.getByRole("dialog", { name: "Withdraw your bids?" });
  await expect(question).toContainText("The price and the leader change to what they would be without your bids");
  await question.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(dayo.page.getByText("Your bids on this lot are withdrawn")).toBeVisible();
  await dayo.expectPrice("₦10,500.00");
  await expect(dayo.youLead).toBeHidden();
  await expect(dayo.bids.filter({ hasText: "₦11,000.00" })).toContainText("no longer counts: withdrawn by the bidder");
  await expect(dayo.page.getByRole("button", { name: "Withdraw my bids" })).toBeHidden();
});

// S335
test("an administrator voids a troll's bid, and the price returns on all screens", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Benin plaque with a troll";
  const { _id } = await api.createAuction({ title });
  const [adas, bolas, emekas] = await Promise.all([api.member("ada"), api.member("bola"), api.member("emeka")]);
  await api.bid(adas, _id, 10_500);
  await api.setMaxBid(bolas, _id, 15_000);
  await api.bid(emekas, _id, 90_000);
  const path = `/auction/${_id}`;
  const [adminPage, lot, home, mine] = await Promise.all([
    open(administrator, path),
    open(bolas, path),
    open(null, "/?search=troll"),
    open(emekas, "/my-bids"),
  ]);
  const [admin, bola] = [new AuctionPage(adminPage), new AuctionPage(lot)];
  const card = home.getByRole("article", { name: title });
  const trolls = mine.getByRole("article", { name: title });
  await bola.expectPrice("₦90,000.00");
  await expect(card.getByText("₦90,000.00")).toBeVisible();
  await expect(trolls.getByText("Leading")).toBeVisible();
  await untilListFollowed(home, "/api/auctions");
  await expect(mine.getByText("Live", { exact: true })).toBeVisible();
  await expect(admin.page.getByText("Staff do not bid on this site.")).toBeVisible();
  await expect(admin.placeBid).toBeHidden();
  for (const page of [adminPage, lot, home, mine]) await markDocument(page);

  await admin.controls.getByRole("button", { name: "Void bids" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Void somebody's bids" });
  await dialog.getByLabel("Bidder").selectOption({ label: `${emekas.user.username}: 1 bid, up to ₦90,000.00, leads` });
  const cellsOf = (name: string) => dialog.getByRole("row", { name }).getByRole("cell");
  await expect(cellsOf("Now")).toHaveText(["₦90,000.00", emekas.user.username]);
  await expect(cellsOf("After")).toHaveText(["₦11,000.00", bolas.user.username]);
  await dialog.getByLabel("Reason").selectOption("Other");
  await dialog.getByRole("button", { name: "Void 1 bid" }).click();
  await expect(dialog.getByText("Please give the reason in a sentence")).toBeVisible();
  await dialog.getByLabel("Reason").selectOption("Fraud");
  await dialog.getByRole("button", { name: "Void 1 bid" }).click();
  await expect(dialog).toBeHidden();

  for (const screen of [admin, bola]) await screen.expectPrice("₦11,000.00");
  await expect(bola.youLead).toBeVisible();
  await expect(lot.getByText(`The bids of ${maskedName(emekas)} no longer count: fraud`)).toBeVisible();
  await expect(bola.bids.filter({ hasText: "₦90,000.00" })).toContainText("no longer counts: fraud");
  await expect(card.getByText("₦11,000.00")).toBeVisible();
  await expect(trolls.getByText("₦11,000.00")).toBeVisible();
  await expect(trolls.getByText("Leading")).toBeHidden();
  await trolls.getByText("Your bid", { exact: true }).click();
  await expect(trolls.getByRole("listitem")).toContainText("no longer counts: fraud");
  for (const page of [adminPage, lot, home, mine]) await expectSameDocument(page);
});

// S268
test("a cancelled lot reports on its page, in My Bids and in toasts that nothing is to be paid", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Cracked gourd" });
  const dayo = await api.member("dayo");
  await api.bid(dayo, _id, 10_500);
  const [elsewhere, mine] = [await open(dayo, "/bidding-info"), await open(dayo, "/my-bids")];
  const lot = new AuctionPage(await open(dayo, `/auction/${_id}`));
  await expect(lot.youLead).toBeVisible();
  const gourd = mine.getByRole("article", { name: "Cracked gourd" });
  await expect(gourd.getByText("Leading")).toBeVisible();
  await expect(mine.getByText("Live", { exact: true })).toBeVisible();
  await expect(elsewhere.getByText("Live", { exact: true })).toBeVisible();
  await elsewhere.waitForLoadState("networkidle");
  await api.setStatus(_id, "cancelled");
  await expect(lot.rail.getByText("All bids are cancelled, and you pay nothing.")).toBeVisible();
  await expect(lot.rail.getByText("1 bid, cancelled")).toBeVisible();
  await expect(lot.bids.first()).toContainText("no longer counts: auction cancelled");
  await expect(gourd.getByText("Cancelled: you pay nothing")).toBeVisible();
  await expect(gourd.getByText("Leading")).toBeHidden();
  const notices = elsewhere.getByRole("region", { name: "Notifications" });
  await expect(notices.getByText("Cracked gourd", { exact: true })).toBeVisible();
  await expect(notices.getByText("Cancelled. You pay nothing.")).toBeVisible();
});

test("staff void somebody's bids from one bid on in the lot's history, and the earlier ones stay", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/404 .*\/void-bids\/preview/);
  const title = "Drum with a bid of too many zeros";
  const { _id } = await api.createAuction({ title });
  const ada = await api.member("ada-zeros");
  await api.bid(ada, _id, 10_500);
  await api.bid(ada, _id, 1_200_000);
  const page = await open(administrator, `/admin/auctions/${_id}/history`);
  const entry = page.getByRole("row").filter({ hasText: "₦1,200,000.00" });
  await entry.getByRole("button", { name: "Void from this bid on" }).click();
  const dialog = page.getByRole("dialog", { name: `Void ${ada.user.username}'s bids from bid 2 on` });
  await expect(dialog.getByRole("row", { name: /^After/ })).toContainText("₦10,500.00");
  await dialog.getByRole("button", { name: "Void from bid 2 on" }).click();
  await expect(page.getByText(`voided ${ada.user.username}'s bids from bid 2 on`)).toBeVisible();
  // The bid is void already.
  await entry.getByRole("button", { name: "Void from this bid on" }).click();
  await expect(dialog.getByText("This person has no bid of this number that counts.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Void from bid 2 on" })).toBeDisabled();
  await page.goto(`/auction/${_id}`);
  await expect(page.getByRole("main")).toContainText("₦10,500.00");
});
