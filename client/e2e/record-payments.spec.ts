// Tests that staff record two payments of a lot in quick succession: the first digits that they type are the amount, and
// the dialog is closed as soon as the page shows the first payment.
import { expect, test } from "./support/test.ts";

test("a payment is typed as soon as its dialog opens, and the next one can be recorded as soon as the row shows it", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Copper jug, paid in two parts";
  const { _id } = await api.createAuction({ title });
  const ada = await api.member("ada");
  await api.bid(ada, _id, 20_000);
  await api.setStatus(_id, "ended");
  const page = await open(administrator, `/admin/settlements?q=${encodeURIComponent(title)}`);
  const record = page.getByRole("button", { name: /^Record payment: / });
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Amount (₦)");

  await record.click();
  await page.keyboard.type("6000");
  await expect(amount).toHaveValue("6,000");
  await expect(dialog).toContainText("₦10,000.00 remains due.");
  await dialog.getByLabel("How it was paid").selectOption("Cash");
  // Looks at the page in the commit that removes the dialog's content, before the browser takes another press.
  const isCovered = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = new MutationObserver(() => {
          const shown = document.querySelector("dialog[open]");
          if (shown?.textContent) return;
          look.disconnect();
          resolve(shown !== null);
        });
        look.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await dialog.getByRole("button", { name: "Record payment" }).click();
  expect(await isCovered, "an open dialog takes the presses of the page below it").toBe(false);

  await record.click();
  await page.keyboard.type("10000");
  await expect(amount).toHaveValue("10,000");
  await dialog.getByLabel("How it was paid").selectOption("Cash");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("To be prepared for pickup");
});
