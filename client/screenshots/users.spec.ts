// The Admin Panel in every state, and the links of administrators.
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const neverAnswered = () => new Promise<void>(() => {});

test("shows the Admin Panel to visitors and users without access", async ({ open }) => {
  const visitor = await open(null, "/admin");
  await expect(visitor.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await shoot(visitor, "admin-signed-out");
  const ada = await open("ada", "/admin");
  await expect(ada.getByRole("heading", { name: /^Access Denied/ })).toBeVisible();
  await shoot(ada, "admin-denied");
});

test("shows the users, the edits of a balance and a role, and a ledger", async ({ api, open, watch }) => {
  watch.expectErrors(/403 .*balance/);
  for (let i = 1; i <= 8; i += 1) await api.register(`trader-${i}`);
  await api.register("averyveryverylongusername-30ch");
  const { user: dayo } = await api.session("dayo");
  for (const [action, balance] of [
    ["subtract", 250_000],
    ["add", 1_234_567.89],
    ["set", 0],
  ] as const) {
    await api.call("PUT", `/api/users/admin/balance/${dayo._id}`, "admin", { action, balance });
  }
  await api.call("PUT", "/api/users/profile", "dayo", { firstName: "Dayo", lastName: "Adewale" });
  const page = await open("admin", "/admin");
  await expect(page.getByRole("row", { name: /trader-8/ })).toBeVisible();
  await shoot(page, "admin-users");

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.screenshot({ path: "../screenshots/admin-menu.360.light.png" });
  await page.keyboard.press("Escape");

  await page.goto("/admin?q=dayo");
  await page.getByRole("button", { name: "Edit Balance of dayo" }).click();
  await page.getByLabel("Mode").selectOption("add");
  await page.getByLabel("Amount (₦)").fill("1500.50");
  await page.getByRole("button", { name: "Ledger of dayo" }).click();
  await expect(page.getByText("Subtracted by our team")).toBeVisible();
  await shoot(page, "admin-balance-and-ledger");

  await page.getByLabel("Mode").selectOption("subtract");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText(/^Failed to update balance:/)).toBeVisible();
  await shoot(page, "admin-balance-refused");

  await page.goto("/admin?q=dayo");
  await page.getByLabel("Role of dayo").selectOption("admin");
  await expect(page.getByRole("dialog")).toBeVisible();
  await shoot(page, "admin-role-question", "view");
});

test("shows an edit with an unknown outcome, a list after a failure, without hits, and while it loads", async ({
  open,
  watch,
}) => {
  watch.expectErrors(/503|500/);
  const page = await open("admin", "/admin?q=bola");
  await page.route("**/api/users/admin/balance/**", (route) =>
    route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "The database is away." } }),
  );
  await page.getByRole("button", { name: "Edit Balance of bola" }).click();
  await page.getByLabel("Amount (₦)").fill("25000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("We do not know whether this was saved")).toBeVisible();
  await shoot(page, "admin-balance-unknown");
  await page.goto("/admin?q=nobody-is-called-this");
  await expect(page.getByText("No users found")).toBeVisible();
  await shoot(page, "admin-nobody");
  await page.route("**/api/users/admin/search*", neverAnswered);
  await page.goto("/admin");
  await expect(page.getByText("Loading users...")).toBeVisible();
  await shoot(page, "admin-loading");
  await page.unroute("**/api/users/admin/search*");
  await page.route("**/api/users/admin/search*", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Something went wrong on our side." } }),
  );
  await page.goto("/admin");
  await expect(page.getByText(/^Failed to fetch users:/)).toBeVisible();
  await shoot(page, "admin-error");
});
