// Tests an administrator's work on one settlement: from an unpaid win to its runner-up, who pays in two parts and
// collects the lot.
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const FORFEIT_MS = 20_000;

// S478
test("an administrator forfeits an unpaid win, offers it to the runner-up, books two payments and hands the lot over", async ({
  administrator,
  api,
  open,
  server,
}) => {
  test.setTimeout(180_000);
  const title = "Bronze head, paid by the second";
  const { _id } = await api.createAuction({ title });
  const [bola, ada] = [await api.member("bola"), await api.member("ada")];
  await api.bid(bola, _id, 30_000);
  await api.bid(ada, _id, 40_000);
  await api.setStatus(_id, "ended");
  await server.letPaymentsBeOverdue();

  const page = await open(administrator, `/admin/settlements?q=${encodeURIComponent(title)}`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: title }).filter({ hasText: name });
  const dialog = page.getByRole("dialog");

  await test.step("the row says what was taken, in naira, and the lot is offered to the runner-up", async () => {
    const defaulted = row(ada.user.username);
    await expect(defaulted).toContainText("Not paid in time", { timeout: FORFEIT_MS });
    await expect(defaulted).toContainText("₦4,000.00");
    await expect(defaulted).toContainText("taken from the balance");
    await defaulted.getByRole("button", { name: /^Second chance/ }).click();
    await expect(dialog).toContainText("The offer ends after 24 hours.");
    await dialog.getByRole("button", { name: "Offer it" }).click();
    await expect(page.getByText(`Offered to the runner-up: ${title}`)).toBeVisible();
    await defaulted.getByRole("link", { name: `Details of ${title}` }).click();
    await expect(page.getByText(`Offered to ${bola.user.username} at ₦30,000.00`)).toContainText(
      "waiting for an answer",
    );
    await expectAccessible(page, "a settlement's page");
  });

  await test.step("the runner-up accepts, and the new settlement appears by itself", async () => {
    await page.getByRole("link", { name: "All settlements" }).click();
    await page.getByLabel("Search settlements").fill("bronze head");
    await page.keyboard.press("Enter");
    await expect(row(ada.user.username)).toBeVisible();
    const { offers } = await api.call<{ offers: SecondChance[] }>("GET", "/api/users/second-chances", bola);
    await api.call("POST", `/api/second-chances/${offers[0]?._id}/accept`, bola);
    await expect(row(bola.user.username)).toContainText("₦24,000.00");
  });

  await test.step("a part by transfer leaves the rest due; the rest in cash sells the lot", async () => {
    await row(bola.user.username)
      .getByRole("button", { name: /^Record payment/ })
      .click();
    const amount = dialog.getByLabel("Amount (₦)");
    await expect(amount).toHaveValue("24,000");
    await amount.fill("10000");
    await expect(amount).toHaveValue("10,000");
    await expect(dialog.getByText("₦14,000.00 remains due.")).toBeVisible();
    await dialog.getByLabel(/^The bank's reference/).fill("GTB 7781");
    await expectAccessible(page, "the record of a payment");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(row(bola.user.username)).toContainText("₦14,000.00");

    await row(bola.user.username)
      .getByRole("button", { name: /^Record payment/ })
      .click();
    await dialog.getByLabel("How it was paid").selectOption("Cash");
    await expect(dialog.getByText("The lot is sold.")).toBeVisible();
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(row(bola.user.username)).toContainText("To be prepared for pickup");
  });

  await test.step("it is made ready, and handed over with the buyer's code", async () => {
    await row(bola.user.username)
      .getByRole("button", { name: /^Ready for pickup/ })
      .click();
    await dialog.getByLabel("Place").fill("12 Allen Avenue, Ikeja");
    await dialog.getByLabel("Hours").fill("9:00 to 16:00");
    await dialog.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(row(bola.user.username)).toContainText("Ready: 12 Allen Avenue, Ikeja");
    const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${_id}/win`, bola);
    await row(bola.user.username)
      .getByRole("button", { name: /^Hand over/ })
      .click();
    await dialog.getByLabel("The buyer's code").fill(win.pickup?.code ?? "");
    await dialog.getByRole("button", { name: "Hand over" }).click();
    await expect(row(bola.user.username)).toContainText("Handed over");
  });

  await test.step("the takings have both payments, and the reference finds the settlement", async () => {
    await page.goto("/admin/takings");
    const payments = page.getByRole("table", { name: "Payments, newest first" });
    await expect(payments.getByRole("row").filter({ hasText: "GTB 7781" })).toContainText("₦10,000.00");
    await expect(payments.getByRole("row").filter({ hasText: title })).toHaveCount(2);
    await expectAccessible(page, "the takings");
    const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${_id}/win`, bola);
    await page.goto(`/admin/settlements?q=${win.reference}`);
    await expect(row(bola.user.username)).toContainText(win.reference);
    await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(1);
  });
});
