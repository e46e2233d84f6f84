// Tests a lot whose increments rise with the price: they are chosen in the form and shown on the lot's page, and every
// screen has the right minimum after each event.
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

// S542
test("a lot with the house's increments is made, and each screen knows the next bid", async ({
  administrator,
  api,
  open,
}) => {
  const form = await open(administrator, "/create-auction", { viewport: { width: 390, height: 844 } });
  const title = `Bronze leopard ${Date.now()}`;
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Cast in Benin City, about 30 cm high, with a crack in the left ear.");
  await form.getByLabel("Starting Price").fill("19000");
  await form.getByLabel("Increments").selectOption("Rises with the price");
  await expect(form.getByText("₦500.00 at the starting price.")).toBeVisible();
  await form.getByText("The house's increments").click();
  await expect(form.getByRole("row", { name: "₦10,000.00 to ₦20,000.00 (now)" })).toContainText("₦500.00");
  await expectAccessible(form, "the form with an increment table");
  await form.getByRole("button", { name: "Create Auction" }).click();
  await expect(form).toHaveURL(/\/auction\/[\w-]+$/);
  const path = new URL(form.url()).pathname;

  const [adas, bolas] = [await api.member("ada"), await api.member("bola")];
  const ada = new AuctionPage(await open(adas, path));
  const bola = new AuctionPage(await open(bolas, path));
  const phone = await open(null, path, { viewport: { width: 390, height: 844 } });
  await bola.page.getByText("Increments rise with the price").click();
  await expect(bola.page.getByRole("row", { name: /\(now\)/ })).toHaveText(
    /₦10,000\.00 to ₦20,000\.00 \(now\)₦500\.00/,
  );
  await expect(ada.bidForm.getByRole("button", { name: "₦19,500.00" })).toBeVisible();

  // The price passes an end of the table, and the minimum follows without a reload.
  await api.bid(adas, path.split("/").at(-1) ?? "", 20_500);
  await expect(bola.bidForm.getByRole("button", { name: "₦21,500.00" })).toBeVisible();
  await expect(bola.page.getByRole("row", { name: /\(now\)/ })).toHaveText(
    /₦20,000\.00 to ₦50,000\.00 \(now\)₦1,000\.00/,
  );
  await expect(phone.getByText("Increments rise with the price")).toBeVisible();
  await bola.bidForm.getByRole("button", { name: "₦21,500.00" }).click();
  await bola.placeBid.click();
  await expect(bola.page.getByText("Bid placed successfully!")).toBeVisible();
  await expect(ada.page.getByRole("button", { name: /₦22,500\.00/ }).first()).toBeVisible();
  await ada.setMaxBid(60_000);
  await ada.expectPrice("₦22,500.00");
  // Answered by ₦50,500 plus the increment there, ₦2,000.
  await api.bid(bolas, path.split("/").at(-1) ?? "", 50_500);
  for (const screen of [ada, bola]) await screen.expectPrice("₦52,500.00");
  await expect(bola.page.getByRole("button", { name: /₦54,500\.00/ }).first()).toBeVisible();
  // The page was scrolled to what happened, so that the header may cover a part of the table's heading.
  await bola.page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(bola.page, "a lot with an increment table");
});
