// Tests invoices and pickups in a browser: a winner on a phone pays two lots of a sale with one payment and chooses when to
// collect them; staff send invoices, record one transfer for all lots of another buyer, see who comes, and hand lots over.
import type { Settlement } from "@jara/shared/rest/settlements";
import { type Session, uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { phone as small } from "./support/everywhere.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;
const PHONE = { viewport: small, hasTouch: true, isMobile: true };

test("a winner pays two lots with one payment and chooses a slot, and staff record one transfer for two lots", async ({
  administrator,
  api,
  open,
}) => {
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const stem = uniqueName("Ivory ");
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4]) {
    const startTime = new Date(Date.now() + DAY_MS).toISOString();
    const details = { title: `${stem} bowl ${n}`, startTime, startingPrice: 10_000, bidIncrement: 100 };
    ids.push((await api.createAuction(details, administrator))._id);
  }
  const closesAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const title = `${stem} sale`;
  // Two slots, in Lagos from 10:00 on a day that has not begun.
  const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const pickup = { from: `${day}T09:00:00Z`, until: `${day}T10:00:00Z`, place: stem, slotMinutes: 30, buyers: 1 };
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title,
    closesAt,
    pickups: [pickup],
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: ids });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);
  for (const [n, id] of ids.entries()) {
    const status = async () =>
      (await api.call<{ auction: { status: string } }>("GET", `/api/auctions/${id}`, administrator)).auction.status;
    await expect.poll(status).toBe("active");
    await api.bid(n < 2 ? ada : bola, id, 20_000);
    await api.setStatus(id, "ended");
  }

  await test.step("the winner pays both lots from the balance, and gets the invoice", async () => {
    const page = await open(ada, "/purchases", PHONE);
    const card = page.getByRole("region", { name: "Pay 2 lots of one sale together" });
    await expect(card).toContainText("₦32,000.00");
    await expect(card).toContainText(title);
    await expectNoSidewaysScroll(page, "two lots to pay");
    await expectAccessible(page, "two lots to pay");
    await card.getByRole("button", { name: "Pay both lots", exact: true }).tap();
    const question = page.getByRole("dialog", { name: "Pay 2 lots from your balance?" });
    await expect(question).toContainText(`Lot 1: ${stem} bowl 1`);
    await expectNoSidewaysScroll(page, "the question before the payment");
    await expectAccessible(page, "the question before the payment");
    await question.getByRole("button", { name: "Pay ₦32,000.00" }).tap();
    await expect(card).toBeHidden();
    await expect(page.getByText("Your payment is confirmed")).toHaveCount(2);
    const invoices = page.getByRole("region", { name: "Invoices" });
    await expect(invoices).toContainText("Paid");
    await invoices.getByText("2 lots").tap();
    await expect(invoices.getByRole("link")).toHaveCount(2);
    await expect(invoices.getByRole("link").first()).toHaveAttribute("href", /^\/auction\//);
    const file = page.waitForEvent("download");
    await invoices.getByRole("button", { name: /^Download invoice I-/ }).tap();
    expect((await file).suggestedFilename()).toMatch(/i-\d{4}-\d{6}\.pdf$/);
  });

  await test.step("staff make both lots ready; the winner chooses one slot for both, and changes it", async () => {
    const { settlements } = await api.call<{ settlements: Settlement[] }>(
      "GET",
      `/api/settlements?sale=${sale._id}&buyer=${ada.user._id}`,
      administrator,
    );
    const ready = { place: "12 Broad Street", hours: "Office hours" };
    for (const { _id } of settlements) await api.call("POST", `/api/settlements/${_id}/ready`, administrator, ready);
    const page = await open(ada, "/purchases", PHONE);
    const card = page.getByRole("region", { name: "Choose when you collect 2 lots" });
    await expect(card.getByText(stem, { exact: true })).toBeVisible();
    await expect(card.getByLabel("Day").getByRole("option")).toHaveCount(1);
    await expect(card.getByLabel("Time in Lagos").getByRole("option")).toHaveText(["10:00 to 10:30", "10:30 to 11:00"]);
    await expectNoSidewaysScroll(page, "slots to choose from");
    await expectAccessible(page, "slots to choose from");
    await card.getByRole("button", { name: "Choose this slot" }).tap();
    const chosen = page.getByRole("region", { name: "Your pickup of 2 lots" });
    await expect(chosen).toContainText("10:00 to 10:30");
    await expect(page.getByRole("region", { name: /^Ready for pickup/ }).getByText(/10:00 to 10:30/)).toHaveCount(2);
    await chosen.getByRole("button", { name: "Choose another slot" }).tap();
    await chosen.getByLabel("Time in Lagos").selectOption("10:30 to 11:00");
    await chosen.getByRole("button", { name: "Choose this slot" }).tap();
    await expect(chosen).toContainText("10:30 to 11:00");
    await expectNoSidewaysScroll(page, "a chosen slot");
    await expectAccessible(page, "a chosen slot");
  });

  await test.step("staff send the invoices of the sale: one email to the buyer who owes something", async () => {
    const page = await open(administrator, `/admin/settlements?sale=${sale._id}`);
    await page.getByRole("button", { name: "Send invoices" }).click();
    const question = page.getByRole("dialog", { name: "Send the invoices?" });
    await expectAccessible(page, "the question before invoices are sent");
    await question.getByRole("button", { name: "Send invoices" }).click();
    await expect(page.getByText("Invoices sent to 1 buyer")).toBeVisible();
    const subjects = async (who: Session) => (await api.mailsTo(who.user.email)).map(({ subject }) => subject);
    await expect.poll(() => subjects(bola)).toContainEqual(expect.stringMatching(/^Your invoice: /));
    expect((await subjects(ada)).join()).not.toContain("Your invoice");
  });

  await test.step("staff list the bidders of the sale with their numbers, on a desk and on a phone", async () => {
    const page = await open(administrator, `/admin/sales/${sale._id}`);
    await page.getByRole("main").getByRole("link", { name: "Bidders", exact: true }).click();
    await expect(page.getByRole("heading", { name: /^Bidders of/ })).toBeVisible();
    const of = (who: Session) => page.getByRole("row").filter({ hasText: who.user.username });
    await expect(of(ada)).toContainText("Buyer 1");
    await expect(of(ada)).toContainText("2 lots");
    await expect(of(ada)).toContainText("Hammer total₦40,000.00");
    await expect(of(ada)).toContainText("OwedNothing");
    await expect(page.getByRole("row", { name: /^Sum of 2 bidders/ })).toContainText("Hammer total₦80,000.00");
    await expect(of(bola)).toContainText("Buyer 2");
    await expect(of(bola)).toContainText("₦32,000.00");
    await expect(of(bola).getByRole("button", { name: /^I-\d{4}-\d{6}$/ })).toBeVisible();
    await expectAccessible(page, "the bidders of a sale");
    await page.getByLabel("Show").selectOption("Owes something");
    await expect(of(ada)).toBeHidden();
    await expect(of(bola)).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Search bidders").fill("1");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(of(bola)).toBeHidden();
    await expect(of(ada)).toBeVisible();
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download as CSV" }).click();
    expect((await file).suggestedFilename()).toMatch(/-bidders\.csv$/);
    const small = await open(administrator, `/admin/sales/${sale._id}/bidders`, PHONE);
    await expect(small.getByText("Buyer 2")).toBeVisible();
    await expectNoSidewaysScroll(small, "the bidders of a sale");
    await expectAccessible(small, "the bidders of a sale on a phone");
  });

  await test.step("staff record two transfers for the lots of the other buyer: a part, then the rest", async () => {
    const page = await open(administrator, `/admin/settlements?sale=${sale._id}`);
    await page.getByRole("button", { name: `Invoice, one payment of ${bola.user.username}` }).click();
    const dialog = page.getByRole("dialog", { name: `Invoice of ${bola.user.username}` });
    await expect(dialog).toContainText("to pay ₦32,000.00");
    await dialog.getByLabel("Amount (₦)").fill("20000");
    const paid = dialog.getByRole("region", { name: "What this payment pays" });
    await expect(paid.getByRole("listitem")).toHaveText([
      /₦16,000\.00, then paid in full$/,
      /₦4,000\.00, ₦12,000\.00 stay due$/,
    ]);
    await dialog.getByLabel(/^The bank's reference/).fill(`GTB ${stem}`);
    await expectAccessible(page, "a part payment of an invoice");
    await dialog.getByRole("button", { name: "Record one payment for 2 lots" }).click();
    await expect(page.getByText(/^Payment recorded for invoice I-/)).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: `Invoice, one payment of ${bola.user.username}` }).click();
    await expect(dialog).toContainText("to pay ₦12,000.00");
    await dialog.getByRole("button", { name: "Record one payment for 1 lot" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("To be prepared for pickup")).toHaveCount(2);
  });

  await test.step("staff see who comes on the day, with which lots", async () => {
    const page = await open(administrator, `/admin/settlements/pickups?date=${day}`);
    const coming = page.getByRole("article", { name: `10:30 ${ada.user.username}` });
    await expect(coming).toContainText(`Lot 2: ${stem} bowl 2`);
    await expectAccessible(page, "the pickups of a day");
  });

  await test.step("both lots have one code, which hands over those that are ticked", async () => {
    const winner = await open(ada, "/purchases", PHONE);
    const cards = winner.getByRole("region", { name: /^Ready for pickup/ });
    await expect(cards).toHaveCount(2);
    // The slot that the buyer chose, and not the office hours.
    await expect(cards.first()).toContainText("10:30 to 11:00");
    await expect(winner.getByText("Office hours")).toHaveCount(0);
    await expectNoSidewaysScroll(winner, "lots that are ready");
    const codes = winner.getByText(/^\d{3} \d{3}$/);
    // On the pickup, and with each lot.
    await expect(codes).toHaveCount(3);
    const [code = "", ...others] = await codes.allTextContents();
    expect(others).toEqual([code, code]);

    const page = await open(administrator, `/admin/settlements/pickups?date=${day}`);
    await page.getByRole("link", { name: "Next day" }).click();
    await expect(page.getByText("Nobody comes on this day.")).toBeVisible();
    await page.getByRole("link", { name: "Previous day" }).click();
    await page.getByRole("button", { name: "Hand over 2 lots" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Hand over" });
    await dialog.getByLabel(/bowl 1$/).uncheck();
    await dialog.getByLabel("The buyer's code").fill(code);
    await expectAccessible(page, "the handover of some lots");
    await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect(page.getByText("Handed over", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Hand over", exact: true }).first()).toBeVisible();
    await expect(codes).toHaveCount(2);
    for (const one of await codes.all()) await expect(one).not.toHaveText(code);
  });
});
