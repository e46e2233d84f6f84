// Tests a buyer's premium in a browser, from the settings of the house to the payment: whoever decides on an amount sees
// the whole, on a phone and on a desktop. The settings are the whole site's, so the test has a server of its own.
import { expectAccessible } from "./support/axe.ts";
import { phone as small } from "./support/everywhere.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, testWithOwnServer as test } from "./support/test.ts";

const PHONE = { viewport: small, hasTouch: true, isMobile: true };
const WHOLE = "₦100,000.00 bid + 10% premium + VAT = ₦110,750.00";

test("a house sets a premium, and bidder, winner and staff see the whole of each amount", async ({ api, open }) => {
  const tola = await api.colleague("tola");
  const ada = await api.member("ada");
  const settings = await open(tola, "/admin/settings");
  await test.step("in the settings, with its effect and reason", async () => {
    const panel = settings.getByRole("region", { name: "Fees, penalties and payment days" });
    await panel.getByRole("button", { name: "Change" }).click();
    const dialog = settings.getByRole("dialog");
    await dialog.getByLabel("Buyer's premium (%)").fill("10");
    await dialog.getByLabel("VAT on the premium (%)").fill("7.5");
    await dialog.getByRole("button", { name: "Check the change" }).click();
    await expect(dialog).toContainText("Applies to lots that open from now on.");
    await expectAccessible(settings, "the check of a premium");
    await dialog.getByLabel("Reason").fill("As other houses do");
    await dialog.getByRole("button", { name: "Confirm the change" }).click();
    await expect(dialog).toBeHidden();
    await expect(panel).toContainText("10% of the winning bid");
  });

  const { _id } = await api.createAuction({ title: "Bronze bell, with a premium", startingPrice: 50_000 });
  const page = await open(ada, `/auction/${_id}`, PHONE);
  await test.step("on the lot's page and in the sheet, for a bid and for a maximum", async () => {
    await expect(page.getByRole("region", { name: "Before you bid" })).toContainText(
      "Your winning bid, our fee of 10% of it, called the premium, and 7.5% VAT on the premium.",
    );
    await page.getByRole("button", { name: "Bid", exact: true }).tap();
    const sheet = page.getByRole("dialog").first();
    await sheet.getByLabel(/^Your bid/).fill("100000");
    await expect(sheet.getByText(WHOLE)).toBeVisible();
    await expectNoSidewaysScroll(page, "the sheet with a premium");
    await expectAccessible(page, "the sheet with a premium");
    await sheet
      .getByRole("button", { name: "Your maximum" })
      .or(sheet.getByRole("tab", { name: "Your maximum" }))
      .first()
      .tap();
    await sheet.getByLabel(/maximum \(/).fill("100000");
    await expect(sheet.getByText(WHOLE.replace("bid", "maximum"))).toBeVisible();
    await sheet
      .getByRole("button", { name: "Bid now" })
      .or(sheet.getByRole("tab", { name: "Bid now" }))
      .first()
      .tap();
    await sheet.getByRole("button", { name: "Place Bid" }).tap();
    const question = page.getByRole("dialog", { name: "Is this amount right?" });
    await expect(question.getByText(WHOLE)).toBeVisible();
    await question.getByRole("button", { name: /^Yes, bid / }).tap();
    await expect(sheet.getByText("Bid placed successfully!")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await api.setStatus(_id, "ended");
  await test.step("to the winner, who pays it from the balance", async () => {
    const card = page.getByRole("region", { name: /^Payment due by / });
    for (const part of [
      "₦90,750.00",
      "Buyer's premium (10%)",
      "₦10,000.00",
      "VAT on the premium (7.5%)",
      "₦750.00",
      "₦110,750.00",
    ]) {
      await expect(card).toContainText(part);
    }
    await expectNoSidewaysScroll(page, "a win with a premium");
    await card.getByRole("button", { name: "Pay from balance" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Pay ₦90,750.00" }).tap();
    await expect(page.getByText("Your payment is confirmed")).toBeVisible();
  });

  await test.step("to the staff, line by line", async () => {
    const desk = await open(tola, "/admin/settlements");
    await expect(desk.getByRole("main")).toContainText("Premium");
    await expect(desk.getByRole("main")).toContainText("₦110,750.00");
  });
});
