// Tests payments as the payer sees them, from end to end: a win paid from the balance and collected, a Buy It Now paid
// online, a second chance, and a bid for which the balance was too low. The administrators' steps are calls of the API.
import type { Win } from "@jara/shared/rest/settlements";
import type { Page } from "@playwright/test";
import type { Api, Session } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const winOf = async (api: Api, auctionId: string, person: Session): Promise<Win> => {
  const { win } = await api.call<{ win: Win | null }>("GET", `/api/auctions/${auctionId}/win`, person);
  if (!win) throw new Error("nothing was won");
  return win;
};
const setBalance = (api: Api, { user }: Session, balance: number) =>
  api.call("PUT", `/api/users/admin/balance/${user._id}`, "admin", { balance, action: "set" });
const payInSandbox = async (page: Page) => {
  await page.waitForURL(/\/sandbox\/paystack\//);
  await page.getByRole("button", { name: /^Pay ₦/ }).click();
};
const dueCard = (page: Page) => page.getByRole("region", { name: /^Payment due by / });

test("a user adds missing money for a bid, wins, pays the rest from the balance and sees the pickup", async ({
  api,
  open,
}) => {
  const ada = await api.member("ada");
  await setBalance(api, ada, 1_000);
  const { _id } = await api.createAuction({ title: "Bronze gong, from bid to pickup", startingPrice: 100_000 });
  const phone = await open(ada, `/auction/${_id}`, PHONE);

  await test.step("the button adds what is missing, and the amount is still there afterwards", async () => {
    await phone.getByRole("button", { name: "Bid", exact: true }).tap();
    const sheet = phone.getByRole("dialog");
    await sheet.getByLabel(/^Your bid/).fill("100500");
    await expect(sheet.getByText("You need ₦20,100.00 in your balance. You have ₦1,000.00.")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Place Bid" })).toHaveCount(0);
    await sheet.getByRole("button", { name: "Add ₦19,100.00" }).tap();
    const adding = phone.getByRole("dialog", { name: "Add money" });
    await expect(adding.getByLabel("Amount (₦)")).toHaveValue("19,100");
    await adding.getByRole("button", { name: "Pay ₦19,100.00" }).tap();
    await payInSandbox(phone);
    await phone.waitForURL(new RegExp(`/auction/${_id}$`));
    await expect(sheet.getByLabel(/^Your bid/)).toHaveValue("100,500");
    await sheet.getByRole("button", { name: "Place Bid" }).tap();
    await expect(sheet.getByText("Bid placed successfully!")).toBeVisible();
    await phone.keyboard.press("Escape");
  });

  const list = await open(ada, "/purchases");
  await expect(list.getByText("You have not bought anything yet.")).toBeVisible();
  await markDocument(list);
  await api.setStatus(_id, "ended");

  await test.step("both open pages show what is due, and the navigation counts it", async () => {
    for (const page of [phone, list]) {
      await expect(dueCard(page)).toContainText("Remaining 80% to pay");
      await expect(dueCard(page)).toContainText("₦80,400.00");
    }
    await expect(list.getByRole("navigation", { name: "Main" })).toContainText("1 due");
    await expectSameDocument(list);
    await expectAccessible(list, "Purchases with a payment due");
    for (const width of [1024, 1280]) {
      await list.setViewportSize({ width, height: 800 });
      const beyond = await list.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(beyond, "the navigation has room").toBeLessThanOrEqual(0);
    }
  });

  await test.step("money for the rest comes, and pays it after one more question; the other page follows at once", async () => {
    await expect(dueCard(phone).getByRole("button", { name: "Add ₦80,400.00" })).toBeVisible();
    await setBalance(api, ada, 100_000);
    await dueCard(phone).getByRole("button", { name: "Pay from balance" }).tap();
    const question = phone.getByRole("dialog", { name: "Pay from your balance?" });
    await expect(question).toContainText("₦19,600.00");
    await question.getByRole("button", { name: "Pay ₦80,400.00" }).tap();
    await expect(phone.getByText("Your payment is confirmed")).toBeVisible();
    await expect(list.getByText("Your payment is confirmed")).toBeVisible();
    await expect(list.getByRole("navigation", { name: "Main" })).not.toContainText("due");
    const { user } = await api.call<{ user: Session["user"] }>("GET", "/api/users/profile", ada);
    expect(user.balance).toBe(19_600);
  });

  await test.step("ready with place, hours and code; handed over with the code", async () => {
    const { _id: settlementId, pickup } = await winOf(api, _id, ada);
    const ready = { place: "12 Broad Street, Lagos Island", hours: "Monday to Friday, 9:00 to 17:00" };
    await api.call("POST", `/api/settlements/${settlementId}/ready`, "admin", ready);
    const code = pickup?.code ?? "none";
    for (const page of [phone, list]) {
      const card = page.getByRole("region", { name: "Ready for pickup" });
      for (const part of [ready.place, ready.hours, `${code.slice(0, 3)} ${code.slice(3)}`]) {
        await expect(card).toContainText(part);
      }
    }
    await api.call("POST", `/api/settlements/${settlementId}/handed-over`, "admin", { code });
    await expect(phone.getByRole("region", { name: "The lot is yours" })).toBeVisible();
    await expect(list.getByRole("region", { name: "Earlier" })).toContainText("Handed over");
    await expectSameDocument(list);
  });
});

test("a buyer pays a Buy It Now in dollars partly by transfer, and the rest online", async ({ api, open }) => {
  const bola = await api.member("bola");
  const { _id } = await api.createAuction({
    title: "Bronze horn, in dollars",
    currency: "USD",
    startingPrice: 100,
    bidIncrement: 5,
    buyItNowPrice: 400,
  });
  const page = await open(bola, `/auction/${_id}`);
  const list = await open(bola, "/purchases");
  await page.getByRole("button", { name: "Buy It Now" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("to pay the remaining $340.00");
  await dialog.getByRole("button", { name: "Confirm Purchase" }).click();
  await dialog.getByRole("button", { name: "I Understand - Close" }).click();
  for (const shown of [page, list]) {
    await expect(dueCard(shown)).toContainText("Fee (5%)$20.00");
    await expect(dueCard(shown)).toContainText("$340.00");
    await expect(dueCard(shown).getByRole("timer")).toHaveText(/^5\dm \d+s$/);
  }

  const { _id: settlementId } = await winOf(api, _id, bola);
  await api.call("POST", `/api/settlements/${settlementId}/payments`, "admin", { method: "transfer", amount: 140 });
  for (const shown of [page, list]) {
    await expect(dueCard(shown)).toContainText("$200.00");
    await expect(dueCard(shown)).toContainText("Paid: by bank transfer");
  }

  await dueCard(page).getByRole("button", { name: "Pay online" }).click();
  // The naira are worth the dollars for a short time, which the buyer reads first.
  await expect(dueCard(page)).toContainText(/₦[\d,.]+ counts as \$200\.00 if it arrives by/);
  await dueCard(page).getByRole("link", { name: "Go to the payment page" }).click();
  await payInSandbox(page);
  await page.waitForURL(new RegExp(`/auction/${_id}\\?`));
  await expect(page.getByText("Your payment is confirmed")).toBeInViewport();
  await expect(page.getByText("Payment received")).toHaveCount(0);
  await expect(list.getByText("Your payment is confirmed")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/auction/${_id}\\?pay=?$`));
});

test("a failed online payment leaves the payment card unchanged", { tag: "@long" }, async ({ api, open }) => {
  const emeka = await api.member("emeka");
  const { _id } = await api.createAuction({ title: "Bronze bell, not paid at once" });
  await api.bid(emeka, _id, 12_000);
  await api.setStatus(_id, "ended");
  const page = await open(emeka, `/auction/${_id}?pay`, { viewport: { width: 360, height: 740 } });
  await dueCard(page).getByRole("button", { name: "Pay online" }).click();
  await page.waitForURL(/\/sandbox\/paystack\//);
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Payment failed")).toBeInViewport();
  await expect(dueCard(page)).toContainText("₦9,600.00");
  await expect(dueCard(page).getByRole("button", { name: "Pay online" })).toBeEnabled();
});

test("a runner-up accepts a second chance, and then the rest is due as for a win", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const [first, second] = [await api.member("chidi"), await api.member("dayo")];
  const { _id } = await api.createAuction({ title: "Bronze stool, offered again" });
  await api.bid(second, _id, 40_000);
  await api.bid(first, _id, 42_000);
  await api.setStatus(_id, "ended");
  const { _id: settlementId } = await winOf(api, _id, first);
  await api.call("POST", `/api/auctions/${_id}/void-bids`, "admin", {
    userId: first.user._id,
    reason: "fraud",
    note: "The card was stolen.",
  });
  await api.call("POST", `/api/settlements/${settlementId}/second-chance`, "admin");
  const page = await open(second, "/purchases");
  const offer = page.getByRole("region", { name: "Second chances" });
  await expect(offer).toContainText("₦40,000.00");
  await offer.getByRole("button", { name: "Accept" }).click();
  const question = page.getByRole("dialog", { name: "Buy this lot?" });
  await expect(question).toContainText("₦8,000.00 (20%) is taken from your balance now");
  await question.getByRole("button", { name: "Buy for ₦40,000.00" }).click();
  await expect(offer).toHaveCount(0);
  await expect(dueCard(page)).toContainText("₦32,000.00");
  // The invoice below names the lot too.
  await page.getByRole("link", { name: "Bronze stool, offered again" }).first().click();
  // After the void the runner-up leads.
  await expect(page.getByText("Your winning bid: ₦40,000.00.")).toBeVisible();
  await expect(dueCard(page)).toBeInViewport();
});
