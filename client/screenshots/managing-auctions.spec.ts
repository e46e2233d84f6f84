// Auction Management with its dialogs and states, and an auction's history.
import { expect, test } from "../e2e/support/test.ts";
import { shootDesk } from "./shoot.ts";

const HOUR = 3_600_000;

test("shows Auction Management: the table, its confirmations and the edit dialog", async ({ api, open }) => {
  const title = "Talking drum of Oyo, carved from one piece";
  const categories = ["collectibles", "general", "toys"] as const;
  const { _id } = await api.createAuction({ title, categories: [...categories], reservePrice: 30_000 });
  await api.bid("ada", _id, 10_500);
  await api.createAuction({ title: "A lot of the largest price that there is", startingPrice: 9_999_999_999 });
  const { _id: over } = await api.createAuction({
    title: "Over since a moment",
    endTime: new Date(Date.now() + 1000).toISOString(),
  });
  await api.createAuction({ title: "A draft", startTime: new Date(Date.now() + HOUR).toISOString() });
  const page = await open("admin", "/admin/auctions");
  await expect(page.getByRole("combobox", { name: "Status of Over since a moment" })).toHaveValue("ended");
  await api.createAuction({ title: "Just created" });
  await expect(page.getByRole("button", { name: "1 new auction — show" })).toBeVisible();
  await shootDesk(page, "auction-management");
  await page.getByRole("button", { name: "Actions for Over since a moment" }).click();
  await shootDesk(page, "auction-management-menu", "view");
  await page.getByRole("menuitem", { name: "Relist" }).click();
  await expect(page.getByRole("dialog", { name: "Relist this lot?" })).toBeVisible();
  await shootDesk(page, "auction-management-relist", "view");
  await page.getByRole("button", { name: "Leave it" }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Relist", exact: true }).click();
  await shootDesk(page, "auction-management-bulk", "view");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("combobox", { name: `Status of ${title}` }).selectOption("ended");
  await expect(page.getByRole("dialog")).toBeVisible();
  await shootDesk(page, "auction-management-end-question", "view");
  await page.getByRole("button", { name: "Leave as it is" }).click();
  await page.goto(`/admin/auctions?edit=${_id}`);
  const dialog = page.getByRole("dialog", { name: `Edit Auction: ${title}` });
  await dialog.getByLabel("Title").fill("");
  await dialog.getByLabel("Description", { exact: true }).fill("Mine.");
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", { description: "Theirs." });
  await expect(dialog.getByText("Somebody else changed this")).toBeVisible();
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await shootDesk(page, "auction-management-edit", "view");
  await dialog.getByLabel("End Time").scrollIntoViewIfNeeded();
  await shootDesk(page, "auction-management-edit-below", "view");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
  await shootDesk(page, "auction-management-edit-unsaved", "view");
  await page.goto(`/admin/auctions/${over}/history`);
  await expect(page.getByText("created the auction").first()).toBeVisible();
});

test("shows Auction Management while it loads, after a failure, and without hits", async ({ open, watch }) => {
  watch.expectErrors(/500/);
  const page = await open("admin", "/admin/auctions?search=nothing-is-called-this");
  await expect(page.getByText("No auctions found")).toBeVisible();
  await shootDesk(page, "auction-management-empty");
  await page.route("**/api/auctions/admin/all?*", () => new Promise<void>(() => {}));
  await page.goto("/admin/auctions");
  await expect(page.getByText("Loading auctions...")).toBeVisible();
  await shootDesk(page, "auction-management-loading");
  await page.unroute("**/api/auctions/admin/all?*");
  await page.route("**/api/auctions/admin/all?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/admin/auctions");
  await expect(page.getByText("Failed to load auctions")).toBeVisible();
  await shootDesk(page, "auction-management-error");
});

test("shows an auction's history", async ({ api, open, watch }) => {
  watch.expectErrors(/404/);
  const { _id } = await api.createAuction({ title: "Bronze leopard with a past", reservePrice: 40_000 });
  await api.setMaxBid("ada", _id, 20_000);
  for (const amount of [11_000, 15_000, 19_800]) await api.bid("bola", _id, amount);
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", { reservePrice: 18_000, location: "Benin City" });
  await api.setStatus(_id, "paused");
  await api.setStatus(_id, "active");
  const page = await open("admin", `/admin/auctions/${_id}/history`);
  await expect(page.getByText("created the auction")).toBeVisible();
  await shootDesk(page, "auction-history");
  await api.setStatus(_id, "ended");
  await page.getByLabel("Show milliseconds").check();
  await expect(page.getByText("set a maximum of").first()).toBeVisible();
  await shootDesk(page, "auction-history-over");
  await page.goto(`/admin/auctions/${_id}/history?kind=payments`);
  await expect(page.getByText("No entries of this kind")).toBeVisible();
  await shootDesk(page, "auction-history-empty");
  await page.goto(`/admin/auctions/${_id}/complaint`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await shootDesk(page, "complaint");
  await page.goto("/admin/auctions/nothing/history");
  await expect(page.getByRole("heading", { name: "Auction not found" })).toBeVisible();
  await shootDesk(page, "auction-history-not-found");
});
