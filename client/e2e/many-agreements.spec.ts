// Tests agreements about many lots in a browser: staff import a seller's lots and propose terms for all of them at once, and
// the seller accepts those that she wants with one signature, on a phone.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

test("a seller of many lots gets one email, and signs once", async ({ api, open }) => {
  test.setTimeout(180_000);
  const stem = uniqueName("Item ");
  const [ada, desk] = await Promise.all([api.member("ada"), api.colleague("admin")]);
  await api.call("POST", "/api/admin/offers", desk, { seller: ada.user.username, title: "An earlier item" });
  const { sellers } = await api.call<{ sellers: { _id: string; code: string }[] }>(
    "GET",
    "/api/admin/seller-codes?limit=100",
    desk,
  );
  const code = sellers.find(({ _id }) => _id === ada.user._id)?.code;
  const rows = [1, 2, 3].map((n) => `${n},${stem} ${n},A lot,${n * 10_000},${code}`);
  const staff = await open(desk, "/admin/imports");
  await staff
    .getByLabel("Or paste a table")
    .fill(["Lot number,Title,Description,Starting price,Seller", ...rows].join("\n"));
  await staff.getByRole("button", { name: "Check the table" }).click();
  await staff.getByRole("button", { name: "Make 3 drafts" }).click();
  await expect(staff.getByRole("heading", { name: "3 drafts made" })).toBeVisible();

  const { offers } = await api.call<{ offers: { _id: string; title: string }[] }>(
    "GET",
    "/api/admin/offers?limit=100",
    desk,
  );
  const first = offers.find(({ title }) => title === `${stem} 1`);
  await staff.goto(`/admin/offers/${first?._id}`);
  await staff.getByRole("button", { name: "Accept…" }).click();
  const form = staff.getByRole("form", { name: "Terms" });
  await expect(form.getByLabel("Starting price")).toHaveValue("10,000");
  await form.getByRole("button", { name: "Add a charge" }).click();
  await form.getByLabel("Charge 1", { exact: true }).fill("Photos");
  await form.getByLabel("Amount of charge 1").fill("500");
  await form.getByLabel("Also for the seller's 2 other lots", { exact: false }).check();
  await expectAccessible(staff, "the terms of many lots");
  await form.getByRole("button", { name: "Accept and send the agreement" }).click();
  await expect(staff.getByText("3 lots have terms.", { exact: false })).toBeVisible();
  const mails = await api.mailsTo(ada.user.email);
  expect(mails.filter(({ subject }) => subject.startsWith("We want to sell your 3 items"))).toHaveLength(1);

  const page = await open(ada, "/sell", { viewport: { width: 360, height: 780 } });
  await page.getByRole("link", { name: "Accept them together" }).click();
  const list = page.getByRole("list", { name: "Waiting agreements" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("listitem").filter({ hasText: `${stem} 3` })).toContainText(
    "From ₦30,000.00, no reserve",
  );
  await expect(list.getByRole("listitem").first()).toContainText(`${stem} 1`);
  await list.getByRole("listitem").first().getByText("All terms").click();
  await expectAccessible(page, "many agreements on a phone");
  await expectNoSidewaysScroll(page, "many agreements");
  await page.getByLabel("I read the terms of 3 items", { exact: false }).check();
  await page.getByLabel("Your full name").fill("Adaeze Obi");
  // Another choice needs another confirmation.
  await list.getByLabel(`${stem} 2`).uncheck();
  await page.getByRole("button", { name: "Accept the terms of 2 items" }).click();
  await expect(page.getByText("Please confirm that you read the terms")).toBeVisible();
  await page.getByLabel("I read the terms of 2 items", { exact: false }).check();
  await page.getByRole("button", { name: "Accept the terms of 2 items" }).click();
  await expect(page.getByText("You accepted the terms of 2 items")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText(`${stem} 2`);

  await list.getByLabel(`${stem} 2`).check();
  await page.getByLabel("I read the terms of 1 item ", { exact: false }).check();
  await page.getByLabel("Your full name").fill("Adaeze Obi");
  await page.getByRole("button", { name: "Accept the terms of 1 item" }).click();
  await expect(page.getByText("No terms wait for you.")).toBeVisible();
});
