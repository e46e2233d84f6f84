// Tests what a seller sees of the own lots: live prices, the sale, and what the seller is paid, with the statement; and
// what staff see of it. Offers and agreements have tests of their own, so this one writes the agreement's rows.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/axe.ts";
import { expect, testWithOwnServer as test } from "./support/test.ts";

const phone = { viewport: { width: 360, height: 740 } };

const consigned = (auctionId: string, sellerId: string, staffId: string): string => {
  const offerId = randomUUID();
  return `with offer as (
      insert into offers (id, seller_id, status, content, uploads, created_at, updated_at, offered_at)
      values ('${offerId}', '${sellerId}', 'accepted', '{}', '{}', clock_now(), clock_now(), clock_now())
      returning id
    ), agreement as (
      insert into agreements (id, offer_id, seller_id, version, currency, starting_price_minor, commission_points,
        least_commission_minor, vat_points, charges, proposed_at, proposed_by, accepted_at, accepted_name, terms_version)
      select gen_random_uuid(), id, '${sellerId}', 1, 'NGN', 0, 1000, 0, 750,
        '[{"text": "Transport from Ikeja", "amountMinor": 250000}]', clock_now(), '${staffId}', clock_now(), 'Carol Eze', '1'
      from offer
    )
    insert into consignments (auction_id, offer_id, seller_id)
    select '${auctionId}', id, '${sellerId}' from offer`;
};

test("a seller follows the own lot from the first bid to the money", async ({ api, open, server }) => {
  test.setTimeout(240_000);
  const [admin, seller, ada] = await Promise.all([api.session("admin"), api.member("carol"), api.member("ada")]);
  const none = await open(seller, "/my-sales", phone);
  await expect(none.getByText("You sell no lots yet.")).toBeVisible();
  // The server stops while the rows are written, and a page would log it.
  await none.close();
  const [picture] = await api.pictures(1);
  const lot = await api.createAuction({
    title: "Generator, 5 kVA, used two years",
    reservePrice: 60_000,
    ...(picture && { media: [picture] }),
  });
  await server.changeRows(consigned(lot._id, seller.user._id, admin.user._id));

  const page = await open(seller, "/my-sales", phone);
  const row = page.getByRole("article", { name: lot.title });
  await expect(row).toContainText("₦10,000.00");
  await expect(row).toContainText("Not met");
  await expectAccessible(page, "a seller's open lot on a phone");
  // A bid arrives without a reload, and nothing names its bidder or offers a bid.
  await api.bid(ada, lot._id, 100_000);
  await expect(row).toContainText("₦100,000.00");
  await expect(row).toContainText("Met");
  await expect(row).not.toContainText(ada.user.username);
  await expect(row.getByRole("button")).toHaveCount(0);

  await api.call("PATCH", `/api/auctions/admin/${lot._id}/status`, "admin", { status: "ended" });
  await expect(row).toContainText("The buyer has not paid yet");
  await expect(row).toContainText("₦86,750.00");
  const { settlements } = await api.call<{ settlements: { _id: string; remaining: number }[] }>(
    "GET",
    `/api/settlements?q=${encodeURIComponent(lot.title)}`,
    "admin",
  );
  const [settlement] = settlements;
  const pay = { method: "transfer", amount: settlement?.remaining, reference: "GTB 4711" };
  await api.call("POST", `/api/settlements/${settlement?._id}/payments`, "admin", pay);
  await expect(row).toContainText("The buyer paid. You are paid by");

  const desk = await open("admin", "/admin/settlements", { viewport: { width: 1280, height: 800 } });
  await desk.getByRole("main").getByRole("link", { name: "Sellers", exact: true }).click();
  const owed = desk
    .getByRole("list", { name: "Sellers" })
    .getByRole("listitem")
    .filter({ hasText: seller.user.username });
  await expect(owed).toContainText("1 lot, due");
  await expect(owed).toContainText("₦86,750.00");
  await expectAccessible(desk, "what the house owes to sellers");

  await server.shiftClock(5 * 24 * 3_600_000);
  await expect(row).toContainText("Paid to your balance", { timeout: 30_000 });
  await expect(row).toContainText("Commission");
  await expect(row).toContainText("-₦10,000.00");
  await expect(row).toContainText("Transport from Ikeja");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, "a paid lot on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("link", { name: "Statement" }).click();
  // The server's days went on, and the page's month may be the one before.
  await page.getByLabel("To").fill("2099-12-31");
  await expect(page.getByRole("list", { name: "Entries" }).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("region", { name: /^Statement S-/ })).toContainText("₦86,750.00");
  await expectAccessible(page, "a seller's statement on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  const file = await readFile(await pdf.path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
});
