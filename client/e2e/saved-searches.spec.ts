// Tests saved searches. A signed-out reader is sent to the login and comes back to the same search with the dialog
// open. New lots are counted, marked once when the search is opened, and seen from then on. Deleting can be undone. A
// search has a feed.
import type { Page } from "@playwright/test";
import { OWN_PASSWORD, uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Save this search" });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Saved searches" }).getByRole("listitem").filter({ hasText: name });
const saveHere = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Save this search" }).click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Search saved")).toBeVisible();
};

test("a visitor who saves a search logs in, comes back to it with the dialog open, and finds it in the list", async ({
  api,
  open,
  watch,
}) => {
  // Saving the same search once more is refused.
  watch.expectErrors(/400 .*\/api\/saved-searches$/);
  const word = uniqueName("ogene");
  const ada = await api.member("ada");
  const page = await open(null, `/?search=${word}&location=lagos`, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Save this search" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(ada.user.email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/\\?search=${word}&location=lagos$`));
  await expect(dialog(page).getByLabel("Name")).toHaveValue(
    `${word.charAt(0).toUpperCase()}${word.slice(1)}, in Lagos`,
  );
  await expectAccessible(page, "the dialog that saves a search");
  await dialog(page).getByLabel("Name").fill("  ");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Please give the search a name")).toBeVisible();
  await dialog(page).getByLabel("Name").fill("My ogene");
  await dialog(page).getByLabel("Tell me about new lots").selectOption("daily");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "See saved searches" }).click();
  await expect(page).toHaveURL(/\/saved-searches$/);
  await expect(row(page, "My ogene").getByLabel("Tell me about new lots")).toHaveValue("daily");
  await expect(row(page, "My ogene").getByText(`“${word}”, in Lagos`)).toBeVisible();
  await expectAccessible(page, "the saved searches");

  await page.goto(`/?location=lagos&search=${word}`);
  await page.getByRole("button", { name: "Save this search" }).click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("You saved this search already, as “My ogene”.")).toBeVisible();
});

test("new lots are counted until the search is opened; it can be renamed, deleted and brought back", async ({
  api,
  open,
}) => {
  const word = uniqueName("ekwe");
  await api.createAuction({ title: `${word} one` });
  const page = await open(await api.member("bola"), `/?search=${word}`);
  await saveHere(page, "Ekwe");
  await api.createAuction({ title: `${word} two` });
  await page.goto("/saved-searches");
  // The open list counts it without a reload, and no toast says the same.
  await expect(row(page, "Ekwe").getByText("1 new lot")).toBeVisible({ timeout: 30_000 });
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/1/);
  await row(page, "Ekwe").getByRole("link", { name: "Ekwe" }).click();
  await expect(page).toHaveURL(new RegExp(`/\\?search=${word}$`));
  const badge = (title: string) => page.getByRole("article", { name: title }).getByText("New", { exact: true });
  await expect(badge(`${word} two`)).toBeVisible();
  await expect(page.getByRole("article", { name: `${word} one` })).toBeVisible();
  await expect(badge(`${word} one`)).toBeHidden();
  await expect(bell).not.toHaveAccessibleName(/1/);
  await page.goBack();
  await expect(row(page, "Ekwe")).toBeVisible();
  await expect(row(page, "Ekwe").getByText("1 new lot")).toBeHidden();
  await row(page, "Ekwe").getByRole("link", { name: "Ekwe" }).click();
  await expect(page.getByRole("article", { name: `${word} two` })).toBeVisible();
  await expect(badge(`${word} two`)).toBeHidden();
  await page.goBack();

  await page.getByRole("button", { name: "Rename Ekwe" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Old ekwe");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("link", { name: "Old ekwe" })).toBeVisible();
  await row(page, "Old ekwe").getByLabel("Tell me about new lots").selectOption("off");
  await page.reload();
  await expect(row(page, "Old ekwe").getByLabel("Tell me about new lots")).toHaveValue("off");

  await page.getByRole("button", { name: "Delete Old ekwe" }).click();
  await expect(page.getByText("You have no saved searches yet.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Old ekwe").getByLabel("Tell me about new lots")).toHaveValue("off");
  await page.reload();
  await expect(row(page, "Old ekwe")).toBeVisible();
});

test("a signed-out reader of the list logs in first, and a search of somebody else is not found", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  const word = uniqueName("oja");
  const owner = await api.member("chidi");
  const page = await open(owner, `/?search=${word}`);
  await saveHere(page, "Flutes");
  await page.goto("/saved-searches");
  watch.expectErrors(/404 .*\/api\/saved-searches\/.*seen$/);
  const href = (await page.getByRole("link", { name: "Flutes" }).getAttribute("href")) ?? "";
  const other = await open(await api.member("dayo"), href);
  await expect(other.getByText("Saved search not found")).toBeVisible();
  await other.getByRole("link", { name: "All saved searches" }).click();
  await expect(other.getByText("You have no saved searches yet.")).toBeVisible();
  const visitor = await open(null, "/saved-searches");
  await expect(visitor).toHaveURL(/\/login/);
});

test("a search has a feed: named in the head, and well-formed for the browser", {
  tag: "@long",
}, async ({ api, open }) => {
  const word = uniqueName("udu");
  await api.createAuction({ title: `${word} & <b>pot</b>` });
  const page = await open(null, `/?search=${word}&sortBy=title`);
  const href = `/feeds/auctions.atom?search=${word}`;
  const named = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
  await expect(named).toHaveCount(1);
  await expect(named).toHaveAttribute("href", href);
  // The browser's own parser refuses a feed that is not well-formed.
  const feed = await page.evaluate(
    (address) =>
      new Promise<{ root: string | undefined; titles: (string | null)[] }>((resolve) => {
        const request = new XMLHttpRequest();
        request.onload = () => {
          const xml = request.responseXML;
          const titles = [...(xml?.querySelectorAll("entry > title") ?? [])].map((node) => node.textContent);
          resolve({ root: xml?.documentElement.localName, titles });
        };
        request.open("GET", address);
        request.send();
      }),
    href,
  );
  expect(feed).toEqual({ root: "feed", titles: [`${word} & <b>pot</b>`] });
  // Another search is another feed.
  await page.getByRole("button", { name: `Remove filter: “${word}”` }).click();
  await expect(named).toHaveAttribute("href", "/feeds/auctions.atom");
});
