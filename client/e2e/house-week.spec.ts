// Tests the week of docs/auction-house.md in browsers, with a buyer's premium and VAT: an imported table becomes a sale, a
// bidder wins two lots on a phone, pays one invoice and chooses a slot, the cashier hands the lots over and closes the
// day, and a second person signs it. The other specs test each screen; this one tests whether the work passes from one to the
// next. The settings and the sums are the whole site's, so the test has a server of its own.
import type { Auction } from "@jara/shared/auction";
import type { Win } from "@jara/shared/rest/settlements";
import type { Setting } from "@jara/shared/rest/site-settings";
import type { Api } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { phone as small } from "./support/everywhere.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, testWithOwnServer as test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;
const PHONE = { viewport: small, hasTouch: true, isMobile: true };
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const setPremium = async (api: Api): Promise<void> => {
  const { settings } = await api.call<{ settings: Setting[] }>("GET", "/api/admin/settings", "admin");
  const rules = settings.find(({ section }) => section === "lot-rules");
  const value = { ...(rules?.value as object), premiumPercent: 10, vatPercent: 7.5 };
  const change = { section: "lot-rules", version: rules?.version, value, reason: "As other houses do" };
  await api.call("PUT", "/api/admin/settings", "admin", change);
};

test("a house's week, from the table of lots to the signed close of the day", async ({ api, open }) => {
  await setPremium(api);
  const tola = await api.colleague("tola");
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const titles = ["brass lamp", "ivory comb", "mask", "clay pot"];
  const desk = await open(tola, "/admin/imports");
  const dialog = desk.getByRole("dialog");

  await test.step("Monday: a pasted table becomes drafts", async () => {
    const rows = titles.map((title, n) => `${n + 1},${title},From an estate in Ikeja,10000,500`);
    const table = ["Lot number,Title,Description,Starting price,Increment", ...rows].join("\n");
    await desk.getByLabel("Or paste a table").fill(table);
    await desk.getByRole("button", { name: "Check the table" }).click();
    await desk.getByRole("button", { name: "Make 4 drafts" }).click();
    await expect(desk.getByRole("heading", { name: "4 drafts made" })).toBeVisible();
  });

  await test.step("Tuesday: they become a sale with pickup times, which is published", async () => {
    await desk.getByRole("link", { name: "Choose for a sale" }).click();
    await desk.getByRole("button", { name: "Create a sale" }).click();
    await desk.getByLabel("Title").fill("Saturday sale");
    await desk.getByLabel(/^First lot closes/).fill(inDays(3).slice(0, 16));
    await desk.getByRole("button", { name: "Add a pickup time" }).click();
    const pickups = desk.getByRole("group", { name: "Pickup times" });
    await pickups.getByLabel("From").fill(`${inDays(7).slice(0, 10)}T10:00`);
    await pickups.getByLabel("Until").fill(`${inDays(7).slice(0, 10)}T11:00`);
    await pickups.getByLabel("Place").fill("12 Broad Street");
    await expectAccessible(desk, "a sale with pickup times");
    await desk.getByRole("button", { name: "Create the draft" }).click();
    await desk.getByRole("button", { name: "Add the imported lots" }).click();
    await expect(desk.getByRole("heading", { name: "In the sale (4)" })).toBeVisible();
    await desk.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(desk.getByText("Published: 4 lots.")).toBeVisible();
  });
  const saleId = new URL(desk.url()).pathname.split("/").at(-1) ?? "";
  const { lots } = await api.call<{ lots: { auction: Auction }[] }>("GET", `/api/sales/${saleId}/lots`, null);
  const [lamp = "", comb = "", mask = ""] = lots.map(({ auction }) => auction._id);

  const phone = await open(ada, `/sales/${saleId}`, PHONE);
  await test.step("Friday: a bidder on a phone sees the catalogue and the whole price, and bids", async () => {
    await expect(phone.getByText(/^Pickup at 12 Broad Street/)).toBeVisible();
    await phone.getByRole("link", { name: "brass lamp" }).first().tap();
    await phone.getByRole("button", { name: "Bid", exact: true }).tap();
    const sheet = phone.getByRole("dialog").first();
    await sheet.getByLabel(/^Your bid/).fill("20000");
    await expect(sheet.getByText("₦20,000.00 bid + 10% premium + VAT = ₦22,150.00")).toBeVisible();
    await sheet.getByRole("button", { name: "Place Bid" }).tap();
    await phone
      .getByRole("dialog", { name: "Is this amount right?" })
      .getByRole("button", { name: /^Yes, bid / })
      .tap();
    await expect(sheet.getByText("Bid placed successfully!")).toBeVisible();
    await api.bid(ada, comb, 20_000);
    await api.bid(bola, mask, 30_000);
  });

  await test.step("Saturday: the console shows the evening, and the sale is ended", async () => {
    await desk.goto(`/admin/sales/${saleId}/console`);
    const board = desk.getByRole("region", { name: "Open lots" });
    await expect(board.getByRole("listitem")).toHaveCount(4);
    await expect(board.getByRole("listitem").first()).toContainText(ada.user.username);
    await desk.getByRole("button", { name: "End now" }).click();
    await dialog.getByRole("button", { name: "End now" }).click();
    const figures = desk.getByLabel("The sale so far");
    await expect(figures).toContainText("Sold3");
    await expect(figures).toContainText("Unsold1");
    await expect(figures).toContainText("₦70,000.00");
  });

  await test.step("Monday: the winner pays one invoice for both lots", async () => {
    await phone.goto("/purchases");
    const card = phone.getByRole("region", { name: "Pay 2 lots of one sale together" });
    // Two times 22,150, without two deposits of 4,000.
    await expect(card).toContainText("₦36,300.00");
    await card.getByRole("button", { name: "Pay both lots", exact: true }).tap();
    await phone.getByRole("dialog").getByRole("button", { name: "Pay ₦36,300.00" }).tap();
    await expect(phone.getByText("Your payment is confirmed")).toHaveCount(2);
    await expect(phone.getByRole("region", { name: "Invoices" })).toContainText("₦44,300.00");
    // A slot can be chosen once a lot is ready. The place is known before.
    await expect(phone.getByText(/^Collect it at 12 Broad Street\..*Then you choose when you collect/)).toHaveCount(2);
    await expect(phone.getByRole("button", { name: "Choose this slot" })).toHaveCount(0);
  });

  const cashier = await api.colleague("cashier");
  await api.call("PUT", `/api/users/admin/role/${cashier.user._id}`, "admin", { role: "cashier" });
  const till = await open(
    { ...cashier, user: { ...cashier.user, role: "cashier" } },
    `/admin/settlements?sale=${saleId}`,
  );
  const asked = till.getByRole("dialog");
  const row = (title: string) => till.getByRole("row").filter({ hasText: title });
  await test.step("the cashier prepares a lot", async () => {
    await row("brass lamp")
      .getByRole("button", { name: /^Ready for pickup/ })
      .click();
    // The pickup times of the sale.
    await expect(asked.getByLabel("Place")).toHaveValue("12 Broad Street");
    await expect(asked.getByLabel("Hours")).toHaveValue(/, 10:00 to 11:00$/);
    await asked.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(row("brass lamp")).toContainText("Ready: 12 Broad Street");
    await expect
      .poll(async () => (await api.mailsTo(ada.user.email)).map(({ subject }) => subject))
      .toContain("Ready for pickup: Lot 1: brass lamp");
  });

  await test.step("the winner chooses a slot for both lots, and has the code", async () => {
    await phone.getByRole("link", { name: "Choose when you collect" }).tap();
    await phone.getByRole("button", { name: "Choose this slot" }).tap();
    const pickup = phone.getByRole("region", { name: "Your pickup of 2 lots" });
    await expect(pickup).toContainText("10:00 to 10:30");
    await expect(pickup.getByText(/^\d{3} \d{3}$/)).toBeVisible();
    await expect(pickup).toContainText("brass lamp (ready)");
    await expect(phone.getByText(/^You come .*10:00 to 10:30/)).toBeVisible();
    await expectNoSidewaysScroll(phone, "paid lots with a slot");
    await expectAccessible(phone, "paid lots with a slot");
  });

  await test.step("the cashier sees who comes, hands the lot over, and takes cash", async () => {
    await till.goto(`/admin/settlements/pickups?date=${inDays(7).slice(0, 10)}`);
    await expect(till.getByRole("article")).toContainText("Lot 1: brass lamp");
    await till.goto(`/admin/settlements?sale=${saleId}`);
    const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${lamp}/win`, ada);
    await row("brass lamp")
      .getByRole("button", { name: /^Hand over/ })
      .click();
    await asked.getByLabel("The buyer's code").fill(win.pickup?.code ?? "");
    await asked.getByRole("button", { name: "Hand over" }).click();
    await expect(row("brass lamp")).toContainText("Handed over");
    // 33,225 without the deposit of 6,000.
    await row("mask")
      .getByRole("button", { name: /^Record payment/ })
      .click();
    await expect(asked.getByLabel("Amount (₦)")).toHaveValue("27,225");
    await asked.getByLabel("How it was paid").selectOption("Cash");
    await asked.getByRole("button", { name: "Record payment" }).click();
    await expect(row("mask")).toContainText("To be prepared for pickup");
  });

  const panel = till.getByRole("region", { name: "Close of the day" });
  await test.step("the takings have the cash; a day that is short by ₦225 is closed with a reason", async () => {
    await till.goto("/admin/takings");
    const payments = till.getByRole("table", { name: "Payments, newest first" });
    await expect(payments.getByRole("row").filter({ hasText: "mask" })).toContainText("₦27,225.00");
    await panel.getByRole("button", { name: "Close the day" }).click();
    await expect(asked.getByLabel("Cash by the books")).toContainText(/In the till at the start₦0\.00.*₦27,225\.00/);
    // Nobody counted the till before its first close.
    await asked.getByLabel(/^In the till at the start/).fill("1000");
    await expect(asked.getByLabel("Cash by the books")).toContainText(/start₦1,000\.00.*₦28,225\.00/);
    await asked.getByLabel("Counted in the till (₦)").fill("28000");
    await asked.getByLabel(/^Then taken out/).fill("23000");
    await expect(asked.getByText("The next close begins with ₦5,000.00")).toBeVisible();
    await expect(asked.getByText(/You counted ₦225\.00 less/)).toBeVisible();
    await asked.getByRole("button", { name: "Close the day" }).click();
    await expect(asked.getByText("Please say what the opening is")).toBeVisible();
    await asked.getByLabel("Note").fill("Change was missing");
    await expectAccessible(till, "the form that closes a day");
    await asked.getByRole("button", { name: "Close the day" }).click();
    await expect(panel.getByText("Waits for a signature")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Take back" })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Sign" })).toHaveCount(0);
    await expect(
      panel.getByText(/^You closed the day, so somebody else must sign it.*Who may sign it: .*admin/),
    ).toBeVisible();
    await expect(panel.getByLabel("Cash as it was counted")).toContainText(
      /Counted.*₦28,000\.00Difference.*₦225\.00Taken out.*₦23,000\.00Stays in the till₦5,000\.00/,
    );
  });

  await test.step("a second person signs the close, and the cashier's page follows", async () => {
    const signing = await open("admin", "/admin/takings");
    const navigation = signing.getByRole("navigation", { name: "Administration" });
    await expect(navigation.getByRole("link", { name: /^Takings\s*1 waiting/ })).toBeVisible();
    const theirs = signing.getByRole("region", { name: "Close of the day" });
    await expect(theirs.getByText(/^It waits for a second person, and you can be the one/)).toBeVisible();
    await expect(theirs.getByText("Change was missing")).toBeVisible();
    await theirs.getByRole("button", { name: "Sign" }).click();
    await signing.getByRole("dialog").getByRole("button", { name: "Sign" }).click();
    await expect(theirs.getByText(/Signed by admin/)).toBeVisible();
    await expectAccessible(signing, "a signed day");
    await expect(panel.getByText(/Signed by admin/)).toBeVisible();
  });

  await test.step("cash paid out after the close leaves no difference at the next one", async () => {
    const paidOut = { balance: 1_500, action: "subtract", method: "cash", reason: "At the desk" };
    await api.call("PUT", `/api/users/admin/balance/${bola.user._id}`, "admin", paidOut);
    await till.reload();
    await expect(till.getByRole("table", { name: /^Money that is no payment/ })).toContainText("₦1,500.00");
    await panel.getByRole("button", { name: "Close the day" }).click();
    await asked.getByLabel("Counted in the till (₦)").fill("3500");
    await expect(asked.getByText(/You counted exactly that/)).toBeVisible();
    await asked.getByRole("button", { name: "Close the day" }).click();
    await panel.getByRole("button", { name: "Take back" }).click();
    await expect(till.getByRole("dialog", { name: "Take back the close" })).toBeVisible();
    await asked.getByLabel("Reason").fill("Counted too early");
    await asked.getByRole("button", { name: "Take back" }).click();
    await expect(panel.getByText("Counted too early")).toBeVisible();
  });

  await test.step("what did not sell is relisted from the sale, and the sale is copied for next week", async () => {
    await desk.goto(`/admin/sales/${saleId}`);
    await desk.getByRole("link", { name: "Unsold lots" }).click();
    await expect(desk.getByRole("link", { name: /^Unsold/ })).toHaveAttribute("aria-current", "page");
    await desk.getByLabel("Select all on this page").check();
    const bar = desk.getByRole("region", { name: "Selected lots" });
    await expect(bar).toContainText("1 selected");
    await bar.getByRole("button", { name: "Relist" }).click();
    await dialog.getByRole("button", { name: "Relist 1 lot" }).click();
    await expect(dialog).toContainText("1 of 1 done.");
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await desk.goto(`/admin/sales/${saleId}`);
    await desk.getByRole("button", { name: "Duplicate this sale" }).click();
    await dialog.getByRole("button", { name: "Make the draft" }).click();
    await expect(desk).not.toHaveURL(new RegExp(saleId));
    await expect(desk.getByLabel("Title")).toHaveValue(/^Saturday sale, \d+ \w+ \d{4}$/);
    // The unsold lot was relisted before, so the new sale has that copy.
    await expect(desk.getByText("It has 1 lot relisted before.")).toBeVisible();
    await expect(desk.getByRole("heading", { name: "In the sale (1)" })).toBeVisible();
    // A second copy of the sale leaves it out, and says why.
    await desk.goto("/admin/sales");
    await desk.getByRole("button", { name: "Duplicate last week's sale" }).click();
    await dialog.getByRole("button", { name: "Make the draft" }).click();
    await expect(dialog).toContainText(/It was relisted before, and its copy is lot 1 of “Saturday sale, /);
    await dialog.getByRole("button", { name: "Go to the draft" }).click();
    await expect(desk.getByRole("heading", { name: "In the sale (0)" })).toBeVisible();
  });
});
