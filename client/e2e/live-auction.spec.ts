// Tests the product's promise: everybody who watches a lot sees at once what one person does, without a reload.
import type { Page } from "@playwright/test";
import { maskedName, OWN_PASSWORD } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

/** Digits that occur in nothing else that the page receives. */
const SECRET_MAXIMUM = 23_457;
const SECRET = /23[,.\s]?457/;
/** Removes ids, because an id may have these digits by chance. */
const withoutIds = (text: string): string => text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");

/** Everything that the page receives, by REST or live. */
const overhear = (page: Page): string[] => {
  const heard: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  page.on("response", async (response) => {
    if (new URL(response.url()).pathname.startsWith("/api/")) heard.push(await response.text().catch(() => ""));
  });
  return heard;
};

// S066
test("two bidders and a visitor see bids, auto-bids, a pause and the end on all screens at once", async ({
  administrator,
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Brass horse of Benin" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const path = `/auction/${_id}`;
  const heard: string[][] = [];

  const [ada, bola, visitor] = await test.step("all open the auction, ada through the login page", async () => {
    const opened = await Promise.all([open(null, "about:blank"), open(bolas, path), open(null, "about:blank")]);
    const [adaPage, , visitorPage] = opened;
    heard.push(overhear(adaPage), overhear(visitorPage));
    await visitorPage.goto(path);
    await adaPage.goto(`/login?next=${path}`);
    await adaPage.getByLabel("Email").fill(adas.user.email);
    await adaPage.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
    await adaPage.getByRole("button", { name: "Login" }).click();
    await expect(adaPage).toHaveURL(new RegExp(`${path}$`));
    return opened.map((page) => new AuctionPage(page)) as [AuctionPage, AuctionPage, AuctionPage];
  });
  const everyone = [ada, bola, visitor];
  for (const screen of everyone) {
    await screen.expectPrice("₦10,000.00");
    await expect(screen.page.getByText("No bids yet.", { exact: true })).toBeVisible();
    await expect(screen.rail.getByText("3 looking now")).toBeVisible();
    await markDocument(screen.page);
  }
  await expect(visitor.page.getByText("Log in to place a bid")).toBeVisible();

  await test.step("ada bids by hand", async () => {
    await ada.bidForm.getByRole("button", { name: "₦10,500.00" }).click();
    await ada.placeBid.click();
    await expect(ada.page.getByText("Bid placed successfully!")).toBeVisible();
    for (const screen of everyone) await screen.expectPrice("₦10,500.00");
    await expect(ada.youLead).toBeVisible();
    await ada.expectNewestBid("You", "by hand", "₦10,500.00");
    for (const screen of [bola, visitor]) {
      await screen.expectLeader(maskedName(adas));
      await screen.expectNewestBid(maskedName(adas), "by hand", "₦10,500.00");
    }
  });

  await test.step("bola sets a maximum and leads by one increment", async () => {
    await bola.setMaxBid(SECRET_MAXIMUM);
    await expect(bola.page.getByText("Max bid set successfully!")).toBeVisible();
    await expect(bola.page.getByRole("heading", { name: "Auto-bidding Active" })).toBeVisible();
    await expect(bola.rail.getByText("₦23,457.00", { exact: true })).toBeVisible();
    for (const screen of everyone) await screen.expectPrice("₦11,000.00");
    await expect(bola.youLead).toBeVisible();
    await bola.expectNewestBid("You", "automatic", "₦11,000.00");
    await expect(ada.outbid).toBeInViewport();
    await expect(ada.youLead).toBeHidden();
    for (const screen of [ada, visitor]) {
      await screen.expectLeader(maskedName(bolas));
      await screen.expectNewestBid(maskedName(bolas), "automatic", "₦11,000.00");
    }
  });

  await test.step("ada's lower maximum is taken and at once outbid, and she is told so", async () => {
    await ada.setMaxBid(15_000);
    await expect(ada.page.getByText("Max bid set successfully!")).toBeVisible();
    await expect(ada.page.getByText("You were outbid at ₦15,500.00")).toBeInViewport();
    for (const screen of everyone) await screen.expectPrice("₦15,500.00");
    await expect(ada.outbid).toBeVisible();
    await expect(bola.youLead).toBeVisible();
    await bola.expectNewestBid("You", "automatic", "₦15,500.00");
    await expect(bola.bids.nth(1)).toContainText(/^a\*\*\*\w\s*auto.*₦15,000\.00/);
    await expect(ada.bids.nth(1)).toContainText(/^You\s*auto.*₦15,000\.00/);
    await visitor.expectNewestBid(maskedName(bolas), "automatic", "₦15,500.00");
    for (const screen of everyone) await expect(screen.bids).toHaveCount(4);
  });

  await test.step("ada's bid by hand is taken and at once outbid", async () => {
    await ada.bid(16_000);
    await expect(ada.page.getByText("You were outbid at ₦16,500.00")).toBeInViewport();
    await expect(ada.page.getByText(/another bidder's auto-bid outbid you at once/)).toBeInViewport();
    await expect(ada.page.getByText("Bid placed successfully!")).toHaveCount(0);
    await expect(ada.page.getByRole("button", { name: "Bid ₦17,000.00" })).toBeInViewport();
    for (const screen of everyone) await screen.expectPrice("₦16,500.00");
    await expect(bola.youLead).toBeVisible();
  });

  await test.step("bola's maximum is sent to nobody else", async () => {
    for (const screen of [ada, visitor]) expect(withoutIds(await screen.page.content())).not.toMatch(SECRET);
    for (const texts of heard) {
      expect(texts.filter((text) => text.includes("auction:price")).length).toBeGreaterThan(0);
      for (const text of texts) expect(withoutIds(text)).not.toMatch(SECRET);
    }
    expect(withoutIds(await bola.page.content())).toMatch(SECRET);
  });

  const admin = new AuctionPage(await open(administrator, path));

  await test.step("an admin pauses: time stands still and the form is held back", async () => {
    const closesAt = await ada.closesAt();
    await admin.controls.getByRole("button", { name: "Pause" }).click();
    const question = admin.page.getByRole("dialog", { name: "Pause this auction?" });
    await question.getByLabel("Reason (optional)").fill("We ask the seller about the horse.");
    await question.getByRole("button", { name: "Pause auction" }).click();
    for (const screen of everyone) {
      await screen.expectStatus("Paused");
      await expect(screen.timer).toHaveText(/^\d+h \d+m \d+s \(paused\)$/);
      await expect(screen.page.getByRole("tab", { name: "Bid now" })).toBeHidden();
      await expect(screen.placeBid).toBeHidden();
      await expect(screen.autoBid).toBeHidden();
    }
    for (const screen of [ada, bola, visitor]) {
      await expect(screen.page.getByText("This auction is paused. Bidding opens again when it resumes.")).toBeVisible();
      await expect(screen.rail.getByText("We ask the seller about the horse.")).toBeVisible();
    }
    const frozen = (await ada.timer.textContent()) ?? "";
    await ada.page.waitForFunction((since) => performance.now() > since + 1500, await now(ada.page));
    for (const screen of everyone) await expect(screen.timer).toHaveText(frozen);

    await admin.controls.getByRole("button", { name: "Resume" }).click();
    for (const screen of everyone) {
      await screen.expectStatus("Active");
      await expect(screen.timer).toHaveText(/^\d+h \d+m \d+s$/);
    }
    await expect(ada.page.getByRole("button", { name: "Bid ₦17,000.00" })).toBeEnabled();
    await bola.page.getByRole("tab", { name: "Bid now" }).click();
    await expect(bola.page.getByText("You lead at ₦16,500.00. You do not need to bid.")).toBeVisible();
    const moved = await ada.closesAt();
    expect(moved - closesAt, "the pause is added to the end").toBeGreaterThan(1500);
    for (const screen of [bola, visitor]) expect(await screen.closesAt()).toBe(moved);
  });

  await test.step("an admin ends it: the winner sees the win, nobody else does", async () => {
    await admin.controls.getByRole("button", { name: "End now" }).click();
    await admin.page.getByRole("dialog").getByRole("button", { name: "End now" }).click();
    for (const screen of everyone) {
      await screen.expectStatus("Ended");
      await expect(screen.timer).toHaveText("Auction ended");
      await expect(screen.placeBid).toBeHidden();
      await screen.expectPrice("₦16,500.00");
    }
    await expect(bola.rail.getByText("You won this auction!")).toBeVisible();
    await expect(bola.page.getByText("You won!", { exact: true }), "the page says it, so no toast does").toHaveCount(0);
    await expect(visitor.rail.getByText(`Won by ${maskedName(bolas)} at ₦16,500.00.`)).toBeVisible();
    await expect(ada.rail.getByText("You did not win.", { exact: true })).toBeVisible();
    await expect(ada.outcome).toHaveText(/^(Ended early.*)?Your last bid.*Your moneyNothing was taken\./);
    for (const screen of [ada, visitor]) await expect(screen.page.getByText(/You won/)).toHaveCount(0);
  });

  for (const screen of everyone) await expectSameDocument(screen.page);
});

// S067
test("both screens show the end when the time is over, and the winner's screen shows the win", {
  tag: "@long",
}, async ({ api, open }) => {
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const endTime = new Date(Date.now() + 50 * 60_000).toISOString();
  const { _id } = await api.createAuction({ title: "Adire cloth, almost over", endTime });
  await api.bid(bolas, _id, 10_500);
  await api.bid(adas, _id, 11_000);
  const pages = await Promise.all([open(adas, `/auction/${_id}`), open(bolas, `/auction/${_id}`)]);
  const [ada, bola] = pages.map((page) => new AuctionPage(page)) as [AuctionPage, AuctionPage];
  await expect(ada.youLead).toBeVisible();
  await expect(bola.outbid).toBeVisible();
  for (const screen of [ada, bola]) {
    await expect(screen.timer).toHaveText(/^4\dm \d+s$/);
    await markDocument(screen.page);
  }

  await api.endNow(_id);
  for (const screen of [ada, bola]) {
    await expect(screen.timer).toHaveText("Auction ended");
    await screen.expectStatus("Ended");
    await expect(screen.placeBid).toBeHidden();
    await screen.expectPrice("₦11,000.00");
  }
  await expect(ada.rail.getByText("You won this auction!")).toBeVisible();
  const ofLoser = /^(Ended early.*)?Your last bid₦10,500\.00Your moneyNothing was taken\. Nothing is held\.$/;
  await expect(bola.outcome).toHaveText(ofLoser);
  await expect(bola.page.getByText(/You won/)).toHaveCount(0);
  for (const screen of [ada, bola]) await expectSameDocument(screen.page);
});

test("an auction that ends below its reserve has no winner", { tag: "@long" }, async ({ api, open }) => {
  // No other lot has this amount, because similar lots are on the page after the end.
  const { _id } = await api.createAuction({ title: "Carved door with a reserve", reservePrice: 47_311 });
  const ada = new AuctionPage(await open(await api.member("ada"), `/auction/${_id}`));
  await expect(ada.page.getByText("Reserve not met yet")).toBeVisible();
  await ada.bid(10_500);
  await expect(ada.youLead).toBeVisible();
  await api.setStatus(_id, "ended");
  await expect(ada.rail.getByText("Reserve not met.")).toBeVisible();
  await expect(ada.page.getByText(/You won/)).toHaveCount(0);
  expect(await ada.page.content()).not.toMatch(/47[,.\s]?311/);
});

test("a bid far above the minimum asks for a confirmation in words", { tag: "@long" }, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Generator, slip of a finger" });
  const ada = new AuctionPage(await open(await api.member("ada"), `/auction/${_id}`));
  await ada.bid(105_000);
  const question = ada.page.getByRole("dialog", { name: "Is this amount right?" });
  await expect(question.getByText("One hundred and five thousand naira")).toBeVisible();
  await question.getByRole("button", { name: "Change amount" }).click();
  await expect(question).toBeHidden();
  await ada.expectPrice("₦10,000.00");
  await ada.placeBid.click();
  await question.getByRole("button", { name: /^Yes, bid / }).click();
  await ada.expectPrice("₦105,000.00");
  await expect(ada.youLead).toBeVisible();
});

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());
