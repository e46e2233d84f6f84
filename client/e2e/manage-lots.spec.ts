// Tests Auction Management as an auctioneer's staff use it: tabs and search, the menu of a row, many lots at once, and
// relisting.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const ADDRESS = "/admin/auctions";
const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const menuOf = async (page: Page, title: string) => {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  return page.getByRole("menu", { name: `Actions for ${title}` });
};
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("a desk finds a lot by its words in any order and by its buyer, and Back restores tab and page size", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Hisense 2.0 HP split unit";
  const { _id } = await api.createAuction({ title });
  const ada = await api.member("adaeze-buyer");
  await api.bid(ada, _id, 10_500);
  await api.setStatus(_id, "ended");
  const page = await open(administrator, ADDRESS);
  const tabs = page.getByRole("navigation", { name: "Kinds of lots" });
  await tabs.getByRole("link", { name: "Ended" }).click();
  await expect(page).toHaveURL(/status=ended/);
  await expect(page.getByLabel("Status").first()).toHaveValue("ended");
  for (const words of ["split hisense", ada.user.username, _id]) {
    await page.getByRole("searchbox", { name: "Search auctions" }).fill(words);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Auctions (1 total)" })).toBeVisible();
    await expect(rowOf(page, title)).toContainText(`Sold ₦10,500.00 to ${ada.user.username}`);
    // The numbers of the tabs are those of the search.
    await expect(tabs.getByRole("link", { name: "Ended 1", exact: true })).toBeVisible();
    await expect(tabs.getByRole("link", { name: "Live 0", exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "50", exact: true }).click();
  await expect(page).toHaveURL(/limit=50/);
  await tabs.getByRole("link", { name: /^Sold/ }).click();
  await expect(page.getByText("No auctions found")).toBeVisible();
  await page.goBack();
  await expect(tabs.getByRole("link", { name: "Ended" })).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/limit=50/);
});

for (const [screen, options] of [
  ["a desktop", {}],
  ["a phone", phone],
] as const) {
  test(`on ${screen} the menu of a row offers what makes sense now, and relisting makes a linked draft`, {
    tag: screen === "a desktop" ? "@long" : [],
  }, async ({ administrator, api, open }) => {
    const title = `Relisted lamp on ${screen}`;
    const { _id } = await api.createAuction({ title, reservePrice: 50_000 });
    const next = { title: uniqueName("Next week "), closesAt: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, next);
    const page = await open(administrator, `${ADDRESS}?search=${encodeURIComponent(title)}`, options);
    const menu = await menuOf(page, title);
    await expect(menu.getByRole("menuitem", { name: "Pause" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("menuitem", { name: "End now" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(menu.getByRole("menuitem", { name: "History" })).toBeFocused();
    await page.keyboard.press("n");
    const question = page.getByRole("dialog", { name: "End this auction now?" });
    await question.getByRole("button", { name: "End now" }).click();
    await expect(rowOf(page, title)).toContainText("Unsold, no bids");

    await (await menuOf(page, title)).getByRole("menuitem", { name: "Relist" }).click();
    const relisting = page.getByRole("dialog", { name: "Relist this lot?" });
    await relisting.getByLabel("Reason (optional)").fill("Nobody came to the viewing");
    await relisting.getByLabel("Sale").selectOption(sale._id);
    await expect(relisting).toContainText(`The draft gets the next number of “${next.title}`);
    await relisting.getByRole("button", { name: "Relist", exact: true }).click();
    const edit = page.getByRole("dialog", { name: `Edit Auction: ${title}` });
    await expect(edit.getByRole("button", { name: "Update Auction" })).toBeVisible();
    await edit.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByText("Relisted as a new lot")).toBeVisible();
    await expect(page.getByRole("link", { name: next.title })).toBeVisible();
    await expect(page.getByText("Relisted from an earlier lot").getByRole("link")).toHaveAttribute(
      "href",
      `/auction/${_id}`,
    );
    expect(await isWiderThanScreen(page)).toBe(false);

    // Both histories say why, and lead to the other lot.
    await page.goto(`/admin/auctions/${_id}/history`);
    const entry = page.getByRole("row").filter({ hasText: "relisted the lot as a new draft" });
    await expect(entry).toContainText("Reason: “Nobody came to the viewing”");
    const copy = (await entry.getByRole("link", { name: "The new lot" }).getAttribute("href")) ?? "";
    await page.goto(`/admin${copy.replace("/auction/", "/auctions/")}/history`);
    const made = page.getByRole("row").filter({ hasText: "as a copy of a lot that was not sold" });
    await expect(made).toContainText("Reason: “Nobody came to the viewing”");
    await expect(made.getByRole("link", { name: "The earlier lot" })).toHaveAttribute("href", `/auction/${_id}`);
  });

  test(`on ${screen} the bar sets a category on lots of two searches, says each outcome, and undoes it`, {
    tag: screen === "a desktop" ? "@long" : [],
  }, async ({ administrator, api, open }) => {
    const stem = `Bulk ${screen}`;
    for (const n of [1, 2]) await api.createAuction({ title: `${stem} ${n}`, categories: ["books"] });
    const withBids = await api.createAuction({ title: `${stem} 3`, categories: ["books"] });
    await api.bid(await api.member("ada"), withBids._id, 10_500);
    const page = await open(administrator, `${ADDRESS}?search=${encodeURIComponent(`${stem} 1`)}`, options);
    await page.getByLabel(`Select ${stem} 1`).check();
    await page.getByRole("searchbox", { name: "Search auctions" }).fill(stem);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Auctions (3 total)" })).toBeVisible();
    await expect(page.getByLabel(`Select ${stem} 1`)).toBeChecked();
    await page.getByLabel("Select all on this page").check();
    const bar = page.getByRole("region", { name: "Selected lots" });
    await expect(bar).toContainText("3 selected");
    expect(await isWiderThanScreen(page)).toBe(false);
    await bar.getByRole("button", { name: "Set category" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Category").selectOption("toys");
    await expect(dialog).toContainText("2 lots will change.");
    await expect(dialog).toContainText("It has bids");
    await dialog.getByRole("button", { name: "Set category 2 lots" }).click();
    await expect(dialog).toContainText("2 of 2 done.");
    await expect(rowOf(page, `${stem} 1`)).toContainText("Toys & Hobbies");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText("Undone")).toHaveCount(2);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(rowOf(page, `${stem} 1`)).toContainText("Books & Media");

    await bar.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByLabel("Reason (optional)").fill("The house withdrew them");
    await dialog.getByRole("button", { name: "Cancel 3 lots" }).click();
    await expect(dialog).toContainText("3 of 3 done.");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(page.getByLabel(`Status of ${stem} 3`)).toHaveValue("cancelled");
    await bar.getByRole("button", { name: "Clear selection" }).click();
    await expect(bar).toBeHidden();
    await page.goto(`/admin/auctions/${withBids._id}/history`);
    await expect(page.getByText(/Reason: “The house withdrew them”/)).toBeVisible();
  });
}

test("staff see what is unsold and what awaits payment, put drafts into a sale, and find them by it", async ({
  administrator,
  api,
  open,
}) => {
  const stem = "Manage week";
  const won = await api.createAuction({ title: `${stem} won` });
  await api.bid(await api.member("ada"), won._id, 10_500);
  await api.setStatus(won._id, "ended");
  const unsold = await api.createAuction({ title: `${stem} unsold` });
  await api.setStatus(unsold._id, "ended");
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  for (const n of [1, 2]) await api.createAuction({ title: `${stem} draft ${n}`, startTime });
  const { sale } = await api.call<{ sale: { _id: string; title: string } }>("POST", "/api/sales", administrator, {
    title: "Manage sale",
    closesAt: new Date(Date.now() + 86_400_000).toISOString(),
    spacingSeconds: 60,
    closing: "alone",
  });
  const page = await open(administrator, `${ADDRESS}?search=${encodeURIComponent(stem)}`);
  const tabs = page.getByRole("navigation", { name: "Kinds of lots" });
  const heading = (total: number) => page.getByRole("heading", { name: `Auctions (${total} total)` });
  await tabs.getByRole("link", { name: "Awaiting payment 1", exact: true }).click();
  await expect(heading(1)).toBeVisible();
  await expect(rowOf(page, `${stem} won`)).toBeVisible();
  await tabs.getByRole("link", { name: "Unsold 1", exact: true }).click();
  await expect(rowOf(page, `${stem} unsold`)).toBeVisible();
  await expect(rowOf(page, `${stem} won`)).toHaveCount(0);

  // A lot that is over is left out, with the reason.
  await tabs.getByRole("link", { name: "All 4", exact: true }).click();
  await expect(heading(4)).toBeVisible();
  await page.getByLabel("Select all on this page").check();
  const bar = page.getByRole("region", { name: "Selected lots" });
  await bar.getByRole("button", { name: "Add to a sale" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sale").selectOption(sale._id);
  await expect(dialog).toContainText("2 lots will change.");
  await expect(dialog.getByText("It is not a draft.")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Add to a sale: 2 lots" }).click();
  await expect(dialog).toContainText("2 of 2 done.");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const filter = page.getByLabel("Sale", { exact: true });
  await filter.selectOption(sale._id);
  await expect(heading(2)).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Drafts 2", exact: true })).toBeVisible();
  await tabs.getByRole("link", { name: "Live 0", exact: true }).click();
  await expect(page.getByText("No auctions found")).toBeVisible();
  await page.goBack();
  await expect(heading(2)).toBeVisible();
  await expect(filter).toHaveValue(sale._id);

  await page.getByLabel("Select all on this page").check();
  await bar.getByRole("button", { name: "Increments" }).click();
  await dialog.getByLabel("Increment").selectOption("One amount");
  await dialog.getByLabel("Amount").fill("900");
  await expect(dialog).toContainText("Each next bid must be at least ₦900.00 higher.");
  await dialog.getByRole("button", { name: "Increments: 2 lots" }).click();
  await expect(dialog).toContainText("2 of 2 done.");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("Undone")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("an edit is saved also after the lot's own page was open", async ({ administrator, api, open }) => {
  const title = "Opened generator";
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, `${ADDRESS}?search=${_id}`);
  await page.getByRole("link", { name: `View ${title}` }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.goBack();
  await page.getByRole("link", { name: `Edit ${title}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit Auction: ${title}` });
  await edit.getByLabel("Title").fill("Opened generator, 5 kVA");
  await edit.getByRole("button", { name: "Update Auction" }).click();
  await expect(edit).toBeHidden();
  await expect(rowOf(page, "Opened generator, 5 kVA")).toBeVisible();
});
