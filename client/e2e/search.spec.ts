// Tests the search of the listing: suggestions while somebody types, the order of the results, and other spellings.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search auctions" });

test("the search box suggests lots while somebody types, best match first, and the keyboard opens one", async ({
  api,
  open,
}) => {
  await api.createAuction({ title: "Ogene bell", description: "Iron" });
  await api.createAuction({ title: "Iron gong", description: "Sounds like an ogene" });
  const page = await open(null, "/");
  await searchBox(page).pressSequentially("ogen");
  const suggestions = page.getByRole("list", { name: "Suggestions" });
  await expect(suggestions.getByRole("link")).toHaveText([/Ogene bell/, /Iron gong/]);
  await expectAccessible(page, "the suggestions of the search box");
  // The suggestions cover none of the buttons below the box.
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByRole("group", { name: "Category" })).toBeVisible();
  await expect(suggestions).toBeHidden();
  await searchBox(page).fill("ogene");
  await expect(suggestions.getByRole("link")).toHaveText([/Ogene bell/, /Iron gong/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ogene bell" })).toBeVisible();

  await page.goBack();
  await searchBox(page).fill("ogene");
  await searchBox(page).press("Enter");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Ogene bell", "Iron gong"]);
  await expect(suggestions).toBeHidden();
  await page.getByLabel("Order of the list").selectOption("Newest");
  await expect(page).toHaveURL(/search=ogene&sortBy=createdAt$/);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Iron gong", "Ogene bell"]);
});

test("plain letters and a plural find a lot, and if no lot has all words, fewer are searched and the screen says so", {
  tag: "@long",
}, async ({ api, open }) => {
  await api.createAuction({ title: "Basalt mortar from Òṣogbo".normalize("NFD"), startingPrice: 900 });
  const page = await open(null, "/?search=osogbo+mortars");
  await expect(page.getByText("Found 1 auction(s) for “osogbo mortars”")).toBeVisible();
  await expect(page.getByText(/^No results for/)).toHaveCount(0);

  await searchBox(page).fill("basalt zeppelin");
  await searchBox(page).press("Enter");
  const sentence = "No results for “basalt zeppelin”. These are the results for fewer words: “basalt”.";
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText("Found 1 auction(s) for “basalt”")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);

  const desk = await open("admin", "/admin/auctions?search=basalt+zeppelin");
  await expect(desk.getByText(sentence)).toBeVisible();
  await expect(desk.getByRole("heading", { name: "Auctions (1 total)" })).toBeVisible();
});
