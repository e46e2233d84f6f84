// Settlements and Holidays, to an administrator, in every state.
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

test("shows settlements: open, closed and stuck ones, the confirmations, and an empty list", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/500/);
  await api.call("PUT", "/api/users/profile", "ada", { firstName: "Adaeze", lastName: "Obi", phone: "+2348012345678" });
  const won = await api.createAuction({
    title: "Toyota Corolla 2015, one owner, first body",
    startingPrice: 3_200_000,
  });
  const bought = await api.createAuction({ title: "Sewing machine, Butterfly", buyItNowPrice: 90_000 });
  const paid = await api.createAuction({ title: "Talking drum" });
  const waived = await api.createAuction({ title: "A set of twelve textbooks of mathematics for secondary schools" });
  for (const { _id } of [paid, waived]) await api.bid("bola", _id, 11_000);
  await api.bid("ada", won._id, 3_300_000);
  for (const { _id } of [won, paid, waived]) await api.setStatus(_id, "ended");
  await api.call("POST", `/api/auctions/${bought._id}/buy-it-now`, "chidi");
  const { settlements } = await api.call<Settlements>("GET", "/api/settlements", "admin");
  const idOf = (auctionId: string) => settlements.find(({ auction }) => auction._id === auctionId)?._id;
  await api.call("POST", `/api/settlements/${idOf(paid._id)}/payment-received`, "admin");
  await api.call("POST", `/api/settlements/${idOf(waived._id)}/waive`, "admin", {
    note: "Was in hospital; the seller agreed to offer it again.",
  });

  const page = await open("admin", "/admin/settlements");
  await expect(page.getByText("Toyota Corolla 2015").first()).toBeVisible();
  await shoot(page, "settlements");
  await page.getByRole("button", { name: /^Payment received: Sewing/ }).click();
  await shoot(page, "settlements-received", "view");
  await page.getByRole("button", { name: "Not yet" }).click();
  await page.getByRole("button", { name: /^Waive: Sewing/ }).click();
  await page.getByLabel(/^Note/).fill("The buyer pressed by mistake and wrote at once.");
  await shoot(page, "settlements-waive", "view");
  await page.getByRole("button", { name: "Keep it open" }).click();

  const { settlements: held } = await api.call<Settlements>("GET", "/api/settlements", "admin");
  await page.route("**/api/settlements?*", (route) => {
    const [first, ...others] = held as [Settlement, ...Settlement[]];
    const stuck = { attempts: 8, lastError: "deadlock detected", since: at(-30) };
    const late = { ...first, dueAt: at(-90), stuck };
    const soon = { ...first, _id: "soon", dueAt: at(9) };
    const overdue = { ...first, _id: "overdue", dueAt: at(-1) };
    const forfeited = { ...first, _id: "forfeited", status: "forfeited", closedAt: at(-60) };
    const list = [late, overdue, soon, ...others, forfeited];
    return route.fulfill({ json: { settlements: list, pagination: { current: 2, pages: 3, total: 47, limit: 20 } } });
  });
  await page.goto("/admin/settlements?q=a&page=2");
  await expect(page.getByText("A forfeit needs your decision")).toBeVisible();
  await shoot(page, "settlements-stuck");
  await page.unroute("**/api/settlements?*");

  await page.goto("/admin/settlements?q=nobody");
  await expect(page.getByText("No settlements match these filters.")).toBeVisible();
  await shoot(page, "settlements-no-match");
  await page.route("**/api/settlements", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "" } }),
  );
  await page.goto("/admin/settlements");
  await expect(page.getByText("Failed to load settlements")).toBeVisible({ timeout: 30_000 });
  await shoot(page, "settlements-failed");
});

test("shows holidays: the list, the edit of a name, and the confirmation", async ({ open }) => {
  const page = await open("admin", "/admin/settlements/holidays");
  await expect(page.getByRole("button", { name: /^Rename/ }).first()).toBeVisible();
  await shoot(page, "holidays");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page
    .getByRole("button", { name: /^Rename/ })
    .first()
    .click();
  await shoot(page, "holidays-rename");
  await page
    .getByRole("button", { name: /^Delete/ })
    .first()
    .click();
  await shoot(page, "holidays-delete", "view");
});
