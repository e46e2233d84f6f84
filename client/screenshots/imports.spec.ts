// The screens of imports of lots: the form, a checked import with refused rows, and one that is done.
import { uniqueName } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shootDesk } from "./shoot.ts";

test("imports of lots", async ({ administrator, open }) => {
  const stem = uniqueName("Drum ");
  const rows = Array.from({ length: 12 }, (_, i) =>
    i % 5 === 3 ? `${i + 1},${stem} ${i},From Ibadan,"1,50",` : `${i + 1},${stem} ${i},From Ibadan,"25,000",B4`,
  );
  const page = await open(administrator, "/admin/imports");
  await page
    .getByLabel("Or paste a table")
    .fill(["Lot number,Title,Description,Starting price,Shelf", ...rows].join("\n"));
  await shootDesk(page, "imports-form");
  await page.getByRole("button", { name: "Check the table" }).click();
  await expect(page.getByRole("heading", { name: "10 drafts can be made" })).toBeVisible();
  await shootDesk(page, "imports-checked");
  await page.getByRole("button", { name: "Make 10 drafts" }).click();
  await expect(page.getByRole("heading", { name: "10 drafts made" })).toBeVisible();
  await shootDesk(page, "imports-done");
  await page.goto("/admin/imports");
  await expect(page.getByText("pasted table.csv").first()).toBeVisible();
  await shootDesk(page, "imports-list");
});
