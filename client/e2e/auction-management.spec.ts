// Tests Auction Management and an auction's history, which two administrators use at the same time. It is long because
// it tests each control of the screen, and what the other administrator sees of it.
import { readFile } from "node:fs/promises";
import type { Auction } from "@jara/shared/auction";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { goOffline } from "./support/go-offline.ts";
import { untilListFollowed } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const HOUR = 3_600_000;
const ADDRESS = "/admin/auctions";

const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const statusOf = (page: Page, title: string) => page.getByRole("combobox", { name: `Status of ${title}` });
const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: `Edit Auction: ${title}` });
const titlesOn = (page: Page) => page.getByRole("rowheader").allInnerTexts();
const edit = (api: Api, id: string, body: object) => api.call("PUT", `/api/auctions/admin/${id}`, "admin", body);

const openEdit = async (page: Page, title: string) => {
  await page.getByRole("link", { name: `Edit ${title}` }).click();
  const dialog = dialogOf(page, title);
  await expect(dialog.getByRole("button", { name: "Update Auction" })).toBeVisible();
  return dialog;
};

// S166
test("the screen sends a visitor to the login, and a user who is not an administrator home", { tag: "@long" }, async ({
  open,
}) => {
  for (const [reader, address] of [
    [null, /\/login$/],
    ["ada", /\/$/],
  ] as const) {
    const page = await open(reader, ADDRESS);
    await expect(page).toHaveURL(address);
    await page.goto(`${ADDRESS}/x/history`);
    await expect(page).toHaveURL(address);
  }
});

// S167
test("two administrators see each other's statuses and edits at once, and Undo reverses a pause", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Mask of two desks";
  const { _id } = await api.createAuction({ title, categories: ["collectibles", "general", "home-garden", "toys"] });
  const [one, other] = [await open(administrator, ADDRESS), await open(await api.colleague("ngozi"), ADDRESS)];
  await expect(one.getByRole("heading", { level: 1, name: "Auction Management" })).toBeVisible();
  await expect(one.getByRole("link", { name: "Create New Auction" })).toHaveAttribute("href", "/create-auction");
  await expect(one.getByRole("heading", { level: 2, name: /^Auctions \(\d+ total\)$/ })).toBeVisible();
  await expect(rowOf(one, title)).toContainText("Collectibles & Antiques");
  await expect(rowOf(one, title)).toContainText("+2");
  await expect(rowOf(one, title)).not.toContainText("Toys & HobbiesToys");
  await expect(statusOf(other, title)).toHaveValue("active");

  const pauseAndHoldUndo = async () => {
    await statusOf(one, title).selectOption("paused");
    await expect(one.getByText(`Paused: ${title}`)).toBeVisible();
    // A toast stays while it has the focus, however long the rest takes.
    await one.getByRole("button", { name: "Undo" }).focus();
    await expect(statusOf(other, title)).toHaveValue("paused");
  };
  await pauseAndHoldUndo();
  await one.getByRole("button", { name: "Undo" }).click();
  await expect(statusOf(other, title)).toHaveValue("active");
  await expect(statusOf(one, title)).toHaveValue("active");

  // An undo takes back what it was offered for, and nothing that came after.
  await pauseAndHoldUndo();
  await statusOf(other, title).selectOption("draft");
  await other.getByRole("dialog").getByRole("button", { name: "Back to draft" }).click();
  await expect(statusOf(one, title)).toHaveValue("draft");
  await one.getByRole("button", { name: "Undo" }).click();
  await expect(one.getByText("Not undone: it has changed since.")).toBeVisible();
  await expect(statusOf(one, title)).toHaveValue("draft");

  const dialog = await openEdit(one, title);
  await expect(one).toHaveURL(new RegExp(`edit=${_id}`));
  await dialog.getByLabel("Title").fill("Mask of one desk");
  await dialog.getByRole("button", { name: "Remove Toys & Hobbies" }).click();
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog).toBeHidden();
  await expect(one).toHaveURL(new RegExp(`${ADDRESS}$`));
  await expect(rowOf(other, "Mask of one desk")).toContainText("+1");
});

// S171
test("bids, ends, new and deleted auctions appear in the rows, and no row moves", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Drum that is bid on";
  const { _id } = await api.createAuction({ title });
  const goes = await api.createAuction({ title: "Drum that goes" });
  const ada = await api.member("ada");
  const page = await open(administrator, ADDRESS);
  await expect(rowOf(page, title)).toContainText("₦10,000.00");
  const before = await titlesOn(page);

  await api.bid(ada, _id, 10_500);
  await expect(rowOf(page, title)).toContainText("₦10,500.00");
  await expect(rowOf(page, title)).toContainText(`1 bid, ${ada.user.username} leads`);
  await api.createAuction({ title: "Drum that comes" });
  await expect(page.getByRole("button", { name: "1 new auction — show" })).toBeVisible();
  expect(await titlesOn(page), "nothing has moved").toEqual(before);
  await page.getByRole("button", { name: "1 new auction — show" }).click();
  await expect(page.getByRole("rowheader").first()).toHaveText("Drum that comes");
  await expect(page.getByRole("button", { name: /new auction/ })).toBeHidden();

  await edit(api, _id, { endTime: new Date(Date.now() + 2000).toISOString() });
  await expect(statusOf(page, title)).toHaveValue("ended");
  await expect(rowOf(page, title)).toContainText(`Sold ₦10,500.00 to ${ada.user.username}`);

  await page.getByRole("button", { name: `Delete ${goes.title}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(rowOf(page, goes.title)).toBeHidden();
});

test("a bid that comes while the table loads appears without any other event", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = `Early ${Date.now()}`;
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, "about:blank");
  const isList = (url: string) => url.includes("/api/auctions/admin/all");
  const bidden = page.waitForResponse((answer) => isList(answer.url())).then(() => api.bid("bola", _id, 10_500));
  await page.goto(`${ADDRESS}?search=${encodeURIComponent(title)}`);
  await bidden;
  await expect(rowOf(page, title).getByText("₦10,500.00")).toBeVisible();
});

// S172
test("a filtered list reports that other auctions would match now, and leaves changed rows in their place", async ({
  administrator,
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Tabouret that is cancelled" });
  const stays = await api.createAuction({ title: "Tabouret that stays" });
  const page = await open(administrator, `${ADDRESS}?status=cancelled&search=Tabouret`);
  const active = await open(administrator, `${ADDRESS}?status=active&search=Tabouret`);
  await expect(page.getByText("No auctions found")).toBeVisible();
  await expect(active.getByRole("rowheader")).toHaveText([stays.title, "Tabouret that is cancelled"]);
  for (const one of [page, active]) await untilListFollowed(one, "/api/auctions/admin/all");
  await api.setStatus(_id, "cancelled");
  await expect(statusOf(active, "Tabouret that is cancelled")).toHaveValue("cancelled");
  await page.getByRole("button", { name: "The list has changed — show" }).click();
  await expect(page.getByRole("rowheader")).toHaveText(["Tabouret that is cancelled"]);
});

// S169
test("a change with consequences asks for a confirmation, and a refusal leaves the row unchanged", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/500/);
  const title = "Bronze asked about";
  const { _id } = await api.createAuction({ title });
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(bola, _id, 10_500);
  const page = await open(administrator, ADDRESS);
  await statusOf(page, title).selectOption("ended");
  const question = page.getByRole("dialog", { name: "End this auction now?" });
  await expect(question).toContainText(`${bola.user.username} wins at ₦10,500.00`);
  await api.bid(ada, _id, 11_000);
  await expect(question, "the question follows the auction").toContainText(`${ada.user.username} wins at ₦11,000.00`);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(statusOf(page, title)).toHaveValue("active");

  await page.route(`**/api/auctions/admin/${_id}/status`, (route) => route.fulfill({ status: 500, json: {} }));
  await statusOf(page, title).selectOption("paused");
  const row = rowOf(page, title);
  await expect(page.getByRole("alert")).toContainText("Failed to update auction status");
  await expect(row.getByText("Failed to update auction status")).toBeVisible();
  await expect(statusOf(page, title)).toHaveAccessibleDescription("Failed to update auction status");
  await expect(statusOf(page, title)).toHaveValue("active");
  await page.unroute(`**/api/auctions/admin/${_id}/status`);

  await page.getByRole("button", { name: `Cancel ${title}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel auction" }).click();
  await expect(statusOf(page, title)).toHaveValue("cancelled");
  await expect(row.getByRole("alert"), "the next change takes the failure away").toHaveCount(0);
});

// S170
test("reopening asks for an end time in the future and shows its input", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Calabash to reopen";
  const { _id } = await api.createAuction({ title, endTime: new Date(Date.now() + 1500).toISOString() });
  const page = await open(administrator, ADDRESS);
  await expect(statusOf(page, title)).toHaveValue("ended");
  await statusOf(page, title).selectOption("active");
  await page.getByRole("dialog").getByRole("button", { name: "Set an end time" }).click();
  const dialog = dialogOf(page, title);
  await expect(dialog.getByLabel("End Time")).toBeFocused();
  await expect(dialog.getByLabel("Status")).toHaveValue("active");
  await dialog.getByLabel("End Time").fill(lagosIn(48));
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await page
    .getByRole("dialog", { name: "Save these changes?" })
    .getByRole("button", { name: "Reopen auction" })
    .click();
  await expect(dialog).toBeHidden();
  await expect(statusOf(page, title)).toHaveValue("active");
  expect((await read(api, _id)).status).toBe("active");
});

// S174
test("the edit dialog sends only the changed fields, and locks the fields that bids lock", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Beads with bids";
  const { _id } = await api.createAuction({ title, location: "Kano", reservePrice: 30_000 });
  const page = await open(administrator, `${ADDRESS}?edit=${_id}`);
  const dialog = dialogOf(page, title);
  for (const name of ["Basic Information", "Categories & Condition", "Pricing", "Timing"]) {
    await expect(dialog.getByRole("heading", { name })).toBeVisible();
  }
  await dialog.getByLabel("Starting Price").fill("12000");
  await api.bid(await api.member("ada"), _id, 10_500);
  await expect(dialog.getByText("This auction has bids: this can no longer change.").first()).toBeVisible();
  await expect(dialog.getByText("You had typed 12,000.")).toBeVisible();
  await expect(dialog.getByLabel("Starting Price")).toHaveValue("10,000");

  await dialog.getByLabel(/^Reserve Price/).fill("40000");
  await dialog.getByLabel(/^Buy It Now Price/).fill("10500");
  await dialog.getByLabel("Title").fill("");
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await expect(dialog.getByRole("alert").filter({ hasText: "With bids the reserve can be lowered" })).toBeVisible();
  await expect(dialog.getByText("Buy It Now price must be higher than the current price of ₦10,500.00")).toBeVisible();

  await dialog.getByLabel("Title").fill("Beads, edited");
  await dialog.getByLabel(/^Buy It Now Price/).fill("");
  await dialog.getByLabel(/^Reserve Price/).fill("20000");
  await dialog.getByLabel(/^Location/).fill("");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  const question = page.getByRole("dialog", { name: "Save these changes?" });
  await question.getByRole("button", { name: "Save changes" }).click();
  await expect(question.getByText("Please write why the lot changes")).toBeVisible();
  await question.getByLabel("Why the lot changes").fill("Seen again");
  await question.getByRole("button", { name: "Save changes" }).click();
  // An empty location is omitted.
  const changed = { title: "Beads, edited", reservePrice: 20_000, seen: { title, reservePrice: 30_000 } };
  expect((await sent).postDataJSON()).toEqual({ ...changed, reason: "Seen again" });
  await expect(rowOf(page, "Beads, edited")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`));
});

// S177
test("an end time of now closes the auction, after a question", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Kora closed at once";
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, ADDRESS);
  const dialog = await openEdit(page, title);
  await dialog.getByLabel("End Time").fill(lagosIn(-1));
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  const question = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(question).toContainText("This end time has passed: the auction closes at once.");
  await question.getByRole("button", { name: "Close the auction" }).click();
  await expect(statusOf(page, title)).toHaveValue("ended");
  expect((await read(api, _id)).status).toBe("ended");
});

// S176
test("another administrator's change appears at its field, and replaces a value that was not edited", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Cloth of two hands";
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, ADDRESS);
  const dialog = await openEdit(page, title);
  await dialog.getByLabel("Description", { exact: true }).fill("Mine.");
  await dialog.getByLabel("Bid Increment", { exact: true }).fill("700");
  await edit(api, _id, { description: "Theirs.", bidIncrement: 900, location: "Ibadan" });
  await expect(dialog.getByLabel(/^Location/)).toHaveValue("Ibadan");
  await expect(dialog.getByText("Somebody else changed this to “Theirs.”")).toBeVisible();
  await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Mine.");
  await dialog.getByRole("button", { name: "Use theirs: Bid Increment" }).click();
  await expect(dialog.getByLabel("Bid Increment", { exact: true })).toHaveValue("900");

  // Nothing typed is lost on the way out, by the back button either.
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Mine.");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  expect((await sent).postDataJSON()).toEqual({ description: "Mine.", seen: { description: "Theirs." } });
  await expect(dialog).toBeHidden();

  const again = await openEdit(page, title);
  await again.getByLabel("Title").fill("Never saved");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(again).toBeHidden();
  await expect(rowOf(page, title)).toBeVisible();
});

// S175
test("a refused edit keeps the typed values", { tag: "@long" }, async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/500|404/);
  const title = "Gong that is refused";
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, ADDRESS);
  const dialog = await openEdit(page, title);
  const put = `**/api/auctions/admin/${_id}`;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(put, async (route) => {
    await answered;
    await route.fulfill({ status: 500, json: {} });
  });
  await dialog.getByLabel("Title").fill("Gong, kept");
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog.getByRole("button", { name: "Updating..." })).toBeVisible();
  answer();
  await expect(dialog.getByText("Failed to update auction")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Gong, kept");
  await page.unroute(put);
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(rowOf(page, "Gong, kept")).toBeVisible();
  await expect(page, "closing the dialog is a step back").toHaveURL(new RegExp(`${ADDRESS}$`));

  await page.goto(`${ADDRESS}?edit=nothing`);
  await expect(page.getByRole("dialog").getByText("Auction not found")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`));
});

// S168
test("filters and pages live in the address: they survive a reload, and Back undoes them", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/500/);
  for (let n = 10; n < 32; n += 1) await api.createAuction({ title: `Paged pot ${n}`, startingPrice: n * 100 });
  const page = await open(administrator, ADDRESS);
  await page.getByRole("searchbox", { name: "Search auctions" }).fill("paged pot");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Auctions (22 total)" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Starting Price");
  await page.getByLabel("Order").selectOption("Ascending");
  await expect(page.getByRole("rowheader").first()).toHaveText("Paged pot 10");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText(["Paged pot 30", "Paged pot 31"]);
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveText(["Paged pot 30", "Paged pot 31"]);
  await expect(page.getByLabel("Order")).toHaveValue("asc");
  await page.goBack();
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByRole("rowheader").first()).toHaveText("Paged pot 10");
  await page.getByLabel("Status").first().selectOption("Sold");
  await expect(page.getByText("No auctions found")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("rowheader").first()).toHaveText("Paged pot 10");

  await page.route("**/api/auctions/admin/all?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(ADDRESS);
  await expect(page.getByText("Failed to load auctions")).toBeVisible();
  await page.unroute("**/api/auctions/admin/all?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

// S173
test("changes that were missed without a connection appear after the reconnect", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/net::ERR_|WebSocket connection to|WebSocket is closed/);
  const title = "Horn behind a cut wire";
  const { _id } = await api.createAuction({ title });
  const page = await open(administrator, ADDRESS);
  await expect(statusOf(page, title)).toHaveValue("active");
  await expect(page.getByRole("status").getByText("Live", { exact: true })).toBeVisible();
  await goOffline(page);
  await edit(api, _id, { title: "Horn, heard again", status: "paused" });
  await page.context().setOffline(false);
  await expect(statusOf(page, "Horn, heard again")).toHaveValue("paused", { timeout: 60_000 });
});

// S178
test("the keyboard reaches every control, and a key in a status field changes nothing before the confirmation", {
  tag: "@long",
}, async ({ administrator, api, open }) => {
  const titles = ["Keyed lot one", "Keyed lot two"];
  for (const title of titles) await api.createAuction({ title });
  const page = await open(administrator, `${ADDRESS}?search=Keyed+lot`);
  const [newest, older] = [...titles].reverse() as [string, string];
  await statusOf(page, newest).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: `View ${newest}` })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: `Edit ${older}` })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page, newest);
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: `Edit ${newest}` })).toBeFocused();

  await statusOf(page, newest).focus();
  for (const key of ["ArrowDown", "p"]) {
    await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await expect(statusOf(page, newest)).toHaveValue("active");
  }
  await expect(statusOf(page, newest)).toBeFocused();
});

// S179
test("on a phone the rows are cards, and the edit dialog fills the screen", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Pot on a phone";
  await api.createAuction({ title, startingPrice: 9_999_999_999 });
  const viewport = { width: 360, height: 780 };
  const page = await open(administrator, ADDRESS, { viewport, hasTouch: true, isMobile: true });
  await expect(rowOf(page, title)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  await statusOf(page, title).selectOption("paused");
  await expect(page.getByText(`Paused: ${title}`)).toBeVisible();
  await page.getByRole("link", { name: `Edit ${title}` }).tap();
  const dialog = dialogOf(page, title);
  await expect(dialog).toBeVisible();
  const { x, y, width, height } = (await dialog.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The strip above it is for toasts.
  expect({ x, width, bottom: y + height }).toEqual({ x: 0, width: viewport.width, bottom: viewport.height });
  await expect(dialog.getByRole("button", { name: "Update Auction" })).toBeInViewport({ ratio: 1 });
});

test.describe("the history", () => {
  // S180
  test("shows each change with its author and reason, live, filtered by kind, in either order, and as a file", async ({
    administrator,
    api,
    open,
  }) => {
    const title = "Sword with a past";
    const { _id } = await api.createAuction({ title });
    const people = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
    const [ada, bola, chidi] = people.map(({ user }) => user.username);
    await api.setMaxBid(people[0], _id, 20_000);
    await api.bid(people[1], _id, 11_000);
    const page = await open(administrator, ADDRESS);
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(`${bola} bid ₦11,000.00 (₦500.00 above ${ada}'s ₦10,500.00).`);
    await expect(rows.last()).toContainText("admin created the auction with a starting price of ₦10,000.00.");
    await expect(page.getByText("20,000")).toBeHidden();

    await api.bid(people[2], _id, 12_000);
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(`${chidi} bid ₦12,000.00`);
    await expect(page.getByText("₦12,500.00").first()).toBeVisible();
    await page.getByLabel("Show milliseconds").check();
    await expect(rows.first()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);

    await page.getByLabel("Order").selectOption("Oldest first");
    await expect(rows.first()).toContainText("created the auction");
    await page.getByLabel("Show", { exact: true }).selectOption("Bids");
    await expect(rows).toHaveCount(3);
    await page.reload();
    await expect(rows).toHaveCount(3);
    await page.getByLabel("Show", { exact: true }).selectOption("Payments");
    await expect(page.getByText("No entries of this kind")).toBeVisible();
    await page.getByRole("button", { name: "Show everything" }).click();

    await api.setStatus(_id, "ended");
    await expect(rows.nth(1)).toContainText(`${ada} set a maximum of ₦20,000.00.`);
    await expect(rows.last()).toContainText(`${ada} won`);

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`sword-with-a-past-${_id.slice(0, 8)}-history.csv`);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain(`${ada} set a maximum of ₦20,000.00.`);
    await page.getByRole("link", { name: "Back to Auction Management" }).click();
    await expect(rowOf(page, title)).toBeVisible();
  });

  // S181
  test("is linked from the auction's page, and reports a missing auction and a failed request", {
    tag: "@long",
  }, async ({ administrator, api, open, watch }) => {
    watch.expectErrors(/404|500/);
    const { _id } = await api.createAuction({ title: "Crown led from" });
    const page = await open(administrator, `/auction/${_id}`);
    await page.getByRole("region", { name: "Auction controls" }).getByRole("link", { name: "History" }).click();
    await expect(page.getByText("Crown led from")).toBeVisible();
    await api.call("DELETE", `/api/auctions/${_id}`, "admin");
    await expect(page.getByText("admin deleted the auction.")).toBeVisible();
    await expect(page.getByText("A deleted auction")).toBeVisible();
    await page.route("**/history?*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(page.getByText("Failed to load the history")).toBeVisible();
    await page.unroute("**/history?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("admin deleted the auction.")).toBeVisible();
    await page.goto(`${ADDRESS}/nothing/history`);
    await expect(page.getByRole("heading", { name: "Auction not found" })).toBeVisible();
  });
});

const read = async (api: Api, id: string): Promise<Auction> =>
  (await api.call<{ auction: Auction }>("GET", `/api/auctions/${id}`, "admin")).auction;

/** As it is typed into a date-time box: Lagos is one hour ahead of UTC. */
const lagosIn = (hours: number): string => new Date(Date.now() + (hours + 1) * HOUR).toISOString().slice(0, 16);
