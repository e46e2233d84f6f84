// Tests an import of lots in a real browser: a member of the staff chooses a table and pictures, sees what is wrong
// with which row, and makes drafts of the others, also on a phone.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

/** A picture of one point. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("staff import a table with pictures, and the same table again makes nothing", async ({ administrator, open }) => {
  const stem = uniqueName("Imported ");
  const table = [
    "Lot number,Title,Description,Starting price,Reserve,Buy It Now,Shelf",
    `012,${stem} drum,From Ibadan,"25,000",,,A`,
    `13,${stem} flute,From Jos,5k,50k,20k,B`,
    `14,${stem} gong,From Benin,10k,,,C`,
  ].join("\n");
  const page = await open(administrator, "/admin/imports");
  await expect(page.getByRole("button", { name: "Check the table" })).toBeDisabled();
  await expectAccessible(page, "the form of an import");
  await page
    .getByLabel("Table (CSV or Excel)")
    .setInputFiles({ name: "lots.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await page.getByLabel("Pictures, or a ZIP file of pictures").setInputFiles([
    { name: "012-1.png", mimeType: "image/png", buffer: PNG },
    { name: "99-1.png", mimeType: "image/png", buffer: PNG },
  ]);
  await expect(page.getByText("lots.csv and 2 pictures")).toBeVisible();
  await page.getByRole("button", { name: "Check the table" }).click();
  await expect(page.getByRole("heading", { name: "Which column is which" })).toBeVisible();
  await expect(page.getByLabel("The column Shelf is")).toHaveValue("");
  await expect(page.getByLabel("The column Reserve is")).toHaveValue("reservePrice");
  await expectAccessible(page, "the columns of a table");
  await page.getByRole("button", { name: "Check the lots" }).click();

  await expect(page.getByRole("heading", { name: "2 drafts can be made" })).toBeVisible();
  await expect(page.getByText("99-1.png")).toBeVisible();
  await expect(page.getByText("Shelf")).toBeVisible();
  await expect(page.getByText("1 picture", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Refused (1)" }).click();
  await expect(page.getByText("Buy It Now price cannot be lower than the reserve price.")).toBeVisible();
  await expect(page.getByText(`${stem} gong`)).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(page.getByText("Buy It Now price cannot be lower than the reserve price.")).toBeInViewport();
  await expectAccessible(page, "an import");
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "the page does not scroll sideways").toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Make 2 drafts" }).click();
  await expect(page.getByRole("heading", { name: "2 drafts made" })).toBeVisible();
  await page.getByRole("link", { name: "Choose for a sale" }).click();
  await page.getByRole("button", { name: "Create a sale" }).click();
  await page.getByLabel("Title").fill(`${stem} sale`);
  await page.getByLabel(/^First lot closes/).fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16));
  await page.getByRole("button", { name: "Create the draft" }).click();
  await page.getByRole("button", { name: "Add the imported lots" }).click();
  await expect(page.getByText("2 lots added")).toBeVisible();
  await expect(page.getByRole("heading", { name: "In the sale (2)" })).toBeVisible();
  await expect(page.getByText(`${stem} drum`)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "2 drafts made" })).toBeVisible();
  await page.getByRole("link", { name: "New lot (2)" }).click();
  await page.getByRole("link", { name: "Open the lot" }).first().click();
  await expect(page.getByRole("heading", { name: `${stem} drum` })).toBeVisible();

  await page.goto("/admin/imports");
  await page.getByLabel("Or paste a table").fill(table);
  await page.getByRole("button", { name: "Check the table" }).click();
  await expect(page.getByText("The columns are chosen as for your last table")).toBeVisible();
  await page.getByRole("button", { name: "Check the lots" }).click();
  await expect(page.getByRole("heading", { name: "No new lots" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Already a lot (2)" })).toBeVisible();

  await page.goto("/admin/imports");
  const copied = `<table><tr><th>Item<th>What it is<th>Bid<tr><td>${stem} 12" pan<td>From<br>Kano<td>5,000</table>`;
  await page.getByLabel("Or paste a table").evaluate((field, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  }, copied);
  await page.getByRole("button", { name: "Check the table" }).click();
  const missing = page.getByText("No column is chosen for “Title”, “Description”, and “Starting price”.");
  await expect(missing).toBeVisible();
  await expect(page.getByText("From Kano")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the lots" })).toBeDisabled();
  await page.getByLabel("The column Item is").selectOption("Title");
  await page.getByLabel("The column What it is is").selectOption("Description");
  await page.getByLabel("The column Bid is").selectOption("Starting price");
  await page.getByRole("button", { name: "Check the lots" }).click();
  await expect(page.getByRole("heading", { name: "1 draft can be made" })).toBeVisible();
  await expect(page.getByText(`${stem} 12" pan`)).toBeVisible();
});
