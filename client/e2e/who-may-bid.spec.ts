// Tests who may bid in a real browser: a sale asks for a phone and an approval; the lot's page says so before the first
// bid, and the amount that was typed is still there once the bidder qualifies.
import { uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;

test("a bidder verifies a phone, is approved with a limit, and bids what was typed before", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Brass ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const details = { title: `${stem} bowl`, startTime, startingPrice: 1_000, bidIncrement: 100 };
  const { _id: auctionId } = await api.createAuction(details, administrator);
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title: `${stem} sale`,
    closesAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: [auctionId] });
  const desk = await open(administrator, `/admin/sales/${sale._id}`);
  await desk.getByLabel("Who may bid").selectOption("This sale asks for");
  await desk.getByLabel("A verified phone").check();
  await desk.getByLabel("An approval, with a limit if you want").check();
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("Sale saved")).toBeVisible();
  await desk.getByRole("button", { name: "Publish", exact: true }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(desk.getByText("Published: 1 lot.")).toBeVisible();

  const ada = await api.member("ada");
  const page = await open(ada, `/auction/${auctionId}`);
  const before = page.getByRole("region", { name: "What we ask of bidders here" });
  const lot = new AuctionPage(page);
  await lot.amount.fill("1500");
  await expect(lot.placeBid).toBeDisabled();
  await expectAccessible(page, "a lot that asks for more before the first bid");
  await before.getByRole("button", { name: "Verify phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Verify your phone" });
  const number = `0803${String(Math.random()).slice(2, 9)}`;
  await dialog.getByLabel("Phone number").fill(number);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByLabel("Code")).toBeVisible();
  await expectAccessible(page, "the code of a phone");
  const { messages } = await api.call<{ messages: { to: string; text: string }[] }>("GET", "/dev/sms.json", null);
  const sent = messages.find(({ to }) => to === `+234${number.slice(1)}`);
  await dialog.getByLabel("Code").fill(sent?.text.slice(0, 6) ?? "");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog).toBeHidden();
  await before.getByRole("button", { name: "Ask for approval" }).click();
  await expect(before).toContainText("You asked for our approval.");
  await expect(before.getByRole("button")).toHaveCount(0);

  const staff = await open(administrator, "/admin/bidders");
  const card = staff.getByRole("article").filter({ hasText: ada.user.username });
  await card.getByRole("button", { name: "Approve" }).click();
  await card.getByLabel(/Limit for each bid/).fill("2000");
  await expectAccessible(staff, "a bidder who waits for approval");
  await card.getByRole("button", { name: "Approve with this limit" }).click();
  await expect(card).toBeHidden();

  await expect(before, "the bidder's page learns of it by itself").toBeHidden();
  await expect(page.getByText("Your limit here is ₦2,000.00 for each bid.")).toBeVisible();
  await expect(lot.amount, "what was typed is still there").toHaveValue("1,500");
  await lot.placeBid.click();
  await expect(page.getByText("Bid placed successfully!")).toBeVisible();
});
