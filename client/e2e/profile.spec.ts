// Tests the profile: details are changed and kept, and money that is added through the sandbox shows at once on every
// page of the person.
import type { Page } from "@playwright/test";
import { emailOf, passwordOf } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const details = (page: Page) => page.getByRole("region", { name: "Your details" });
const balance = (page: Page) => page.getByRole("status", { name: "Account balance" });

test("a visitor is sent to the login and back", { tag: "@long" }, async ({ open }) => {
  const page = await open(null, "/profile");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(emailOf("emeka"));
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("emeka"));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole("heading", { level: 1, name: "emeka" })).toBeVisible();
});

// S102
test("a user changes details, a refusal keeps the typed values, and Cancel restores the loaded values", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/503 .*\/api\/users\/profile/);
  const dayo = await api.member("dayo");
  const page = await open(dayo, "/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: dayo.user.username }).click();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  };
  await fill({ "First Name": "Dayo", "Last Name": "Adewale", Phone: "+234 801 234 5678", Street: "12 Allen Avenue" });
  await fill({ City: "Ikeja", State: "Lagos", "Postal code": "100281", Country: "Nigeria" });
  await expectAccessible(page, "profile, edited");

  await page.route("**/api/users/profile", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "" } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to update profile");
  await expect(page.getByLabel("City")).toHaveValue("Ikeja");
  await page.unroute("**/api/users/profile");

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page.getByText("Profile updated successfully!")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Dayo Adewale" })).toBeVisible();
  await page.reload();
  for (const value of ["+234 801 234 5678", "12 Allen Avenue", "Ikeja", "Lagos", "100281", "Nigeria"]) {
    await expect(details(page).getByText(value, { exact: true })).toBeVisible();
  }

  await page.getByRole("button", { name: "Edit Profile" }).click();
  await fill({ City: "Kano", Phone: "no number" });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(details(page).getByText("Ikeja", { exact: true })).toBeVisible();
  await expect(details(page).getByText("Kano")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await fill({ Phone: "", "Postal code": "" });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(details(page).getByText("Not provided")).toHaveCount(2);
  await details(page).getByRole("button", { name: "Add your phone number" }).click();
  await expect(page.getByLabel("Phone number")).toBeFocused();
});

// S097
test("a user adds money through the sandbox, and another device shows the balance at once", async ({ api, open }) => {
  const chidi = await api.member("chidi");
  const page = await open(chidi, "/profile/money");
  const elsewhere = await open(chidi, "/profile");
  await expect(balance(page)).toContainText("₦");
  const before = await amountOf(balance(page));
  await expect(page.getByText("Sandbox: no money moves")).toBeVisible();
  await page.getByRole("button", { name: "₦50,000.00" }).click();
  await page.getByRole("button", { name: "Pay ₦50,000.00" }).click();
  await page.getByRole("button", { name: "Pay ₦50,000.00" }).click();

  await expect(page.getByText("Payment received")).toBeInViewport();
  await expect(page).toHaveURL(/\/profile\/money$/);
  await expect.poll(() => amountOf(balance(page))).toBe(before + 50_000);
  await expect.poll(() => amountOf(balance(elsewhere)), "without being loaded anew").toBe(before + 50_000);
  const payments = page.getByRole("region", { name: "Your online payments" }).getByRole("listitem");
  await expect(payments.first()).toContainText("₦50,000.00");
  await expect(payments.first()).toContainText("Paid");
  await expectAccessible(page, "profile after a payment");
  await page.reload();
  await expect.poll(() => amountOf(balance(page)), "credited once").toBe(before + 50_000);
});

test("a failed payment adds nothing and is reported, and an abandoned payment stays pending", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const page = await open(await api.member("emeka"), "/profile#add-money", { viewport: { width: 360, height: 740 } });
  await expect(page.getByRole("heading", { name: "Add Money to My Balance" })).toBeInViewport();
  await expect(page).toHaveURL(/\/profile\/money#add-money$/);
  const before = await amountOf(balance(page));
  await page.getByLabel("Amount (₦)").fill("2500.50");
  await page.getByRole("button", { name: "Pay ₦2,500.50" }).click();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Payment failed")).toBeInViewport();
  await expect(page).toHaveURL(/\/profile\/money$/);
  expect(await amountOf(balance(page))).toBe(before);

  await page.getByLabel("Amount (₦)").fill("3000");
  await page.getByRole("button", { name: "Pay ₦3,000.00" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You cancelled the payment of ₦3,000.00. Nothing was taken")).toBeInViewport();
  await expect(page).toHaveURL(/\/profile\/money$/);
  await expectAccessible(page, "profile after a cancelled payment");
  const payments = page.getByRole("region", { name: "Your online payments" }).getByRole("listitem");
  await expect(payments.first()).toContainText("Pending");
});

// S106
test("for a bank transfer the user copies the account's data and sends the receipt by message or mail", {
  tag: "@long",
}, async ({ open, server }) => {
  const page = await open("ada", "/profile/money", { permissions: ["clipboard-read", "clipboard-write"] });
  const transfer = page.getByRole("region", { name: "Bank transfer" });
  await transfer.getByRole("button", { name: "Copy reference" }).click();
  await expect(transfer.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ada");
  const { contact } = (await (await fetch(`${server.url}/api/site`)).json()) as { contact: { whatsapp: string } };
  const digits = contact.whatsapp.replace(/\D/g, "");
  await expect(transfer.getByRole("link", { name: "Send by WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/${digits}\\?text=.*Username%3A%20ada`),
  );
});

test("a user may add money before the email is verified", { tag: "@long" }, async ({ open }) => {
  const page = await open("uche", "/profile/money");
  await expect(page.getByText("Email verification required")).toBeVisible();
  await expect(page.getByRole("form", { name: "Pay online" }).getByRole("button", { name: /^Pay/ })).toBeVisible();
  await expectAccessible(page, "profile, unverified");
});

const amountOf = async (place: ReturnType<typeof balance>): Promise<number> =>
  Number(((await place.textContent()) ?? "").replace(/[^\d.]/g, ""));
