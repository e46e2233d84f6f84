// Tests a sale in real browsers: staff make it from drafts and publish it; a bidder on a phone follows its catalogue
// while others bid, while the staff pause it, and until its lots have closed in their order.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;
/** As a date-time input takes a moment, in Lagos. */
const lagos = (ms: number): string => new Date(ms + 3_600_000).toISOString().slice(0, 16);
const row = (page: Page, title: string) => page.getByRole("article", { name: title });
const confirm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

test("staff make a sale from drafts and run it, and a bidder's phone follows it", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Brass ");
  const titles = [`${stem} bell`, `${stem} gong`];
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const lots = [];
  for (const title of titles) lots.push(await api.createAuction({ title, startTime }, administrator));

  const desk = await open(administrator, "/admin/sales");
  await desk.getByRole("button", { name: "Create a sale" }).click();
  const name = uniqueName("Instruments ");
  await desk.getByLabel("Title").fill(name);
  await desk.getByLabel(/^First lot closes/).fill(lagos(Date.now() + 3 * DAY_MS));
  await desk.getByRole("button", { name: "Add a viewing" }).click();
  await desk.getByLabel("From").fill(lagos(Date.now() + DAY_MS));
  await desk.getByLabel("Until").fill(lagos(Date.now() + DAY_MS + 3_600_000));
  await desk.getByLabel("Place").fill("Hall B, Yaba");
  await expectAccessible(desk, "the form of a new sale");
  await desk.getByRole("button", { name: "Create the draft" }).click();
  await expect(desk.getByRole("heading", { name, level: 1 })).toBeVisible();

  await desk.getByLabel("Search drafts").fill(stem);
  await desk.getByRole("region", { name: "Drafts" }).getByRole("button", { name: "Search" }).click();
  for (const title of titles) await desk.getByRole("button", { name: `Add ${title}` }).click();
  await desk.getByRole("button", { name: `Move ${titles[1]} up` }).click();
  await desk.getByRole("button", { name: "Save lots" }).click();
  await expect(desk.getByText("2 lots saved")).toBeVisible();
  await expectAccessible(desk, "a draft of a sale");
  await confirm(desk, "Publish");
  await expect(desk.getByText("Published: 2 lots.")).toBeVisible();

  const ada = await api.member("ada");
  const phone = await open(ada, "/sales", { viewport: { width: 360, height: 740 } });
  await phone.getByRole("link", { name }).click();
  await expect(phone.getByText(/Viewing at Hall B, Yaba/)).toBeVisible();
  await expect(phone.getByRole("article")).toHaveCount(2);
  await expect(phone.getByRole("article").first()).toContainText(`Lot 1${titles[1]}`);
  await expect(phone.getByRole("region", { name: "Closes first" })).toContainText(titles[1] ?? "");
  await expectAccessible(phone, "a sale");
  const width = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "the page does not scroll sideways").toBeLessThanOrEqual(0);

  const bola = await api.member("bola");
  await api.bid(bola, lots[1]?._id ?? "", 25_000);
  await expect(row(phone, titles[1] ?? "")).toContainText("₦25,000");
  await expect(row(phone, titles[1] ?? "")).toContainText("1 bid");

  await confirm(desk, "Pause");
  await expect(desk.getByText("Paused: 2 lots.")).toBeVisible();
  for (const title of titles) await expect(row(phone, title)).toContainText("Paused");
  await phone.reload();
  await expect(phone.getByText("This sale is paused.")).toBeVisible();
  await confirm(desk, "Resume");
  await expect(desk.getByText("Resumed: 2 lots.")).toBeVisible();
  for (const title of titles) await expect(row(phone, title)).not.toContainText("Paused");

  await desk.getByRole("button", { name: "Shift times" }).click();
  await desk.getByLabel("Minutes").fill("30");
  await desk.getByRole("dialog").getByRole("button", { name: "Shift times" }).click();
  await expect(desk.getByText("Shifted by 30 minutes: 2 lots.")).toBeVisible();
  await confirm(desk, "End now");
  await expect(desk.getByText("Ended: 2 lots.")).toBeVisible();
  await expect(row(phone, titles[1] ?? "")).toContainText("Sold for₦25,000.00");
  await expect(row(phone, titles[0] ?? "")).toContainText("Not sold");
  await phone.goto("/sales");
  await expect(phone.getByRole("region", { name: "Past sales" }).getByRole("link", { name })).toBeVisible();
});

test("a colleague's change of a draft is neither taken back nor overwritten by a page that was open before", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Two desks ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const ids: string[] = [];
  for (const kind of ["drum", "flute", "harp"])
    ids.push((await api.createAuction({ title: `${stem} ${kind}`, startTime }, administrator))._id);
  const closesAt = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title: uniqueName("Two desks sale "),
    closesAt,
  });
  const path = `/api/sales/${sale._id}`;
  const revisionNow = async () =>
    (await api.call<{ sale: { revision: number } }>("GET", path, administrator)).sale.revision;
  await api.call("PUT", `${path}/lots`, administrator, { revision: 1, auctionIds: ids.slice(0, 2) });

  const desk = await open(administrator, `/admin/sales/${sale._id}`);
  const inSale = desk.getByRole("region", { name: /^In the sale/ });
  await inSale.getByRole("button", { name: `Move ${stem} flute up` }).click();
  await desk.getByLabel("Description").fill("Brass");
  await api.call("PUT", `${path}/lots`, administrator, { revision: await revisionNow(), auctionIds: ids });
  await expect(desk.getByText("Somebody else has changed the lots of this sale")).toBeVisible();
  await expect(desk.getByRole("button", { name: "Save lots" })).toBeDisabled();
  await desk.getByRole("button", { name: "Discard my changes" }).click();
  await expect(inSale.getByRole("listitem")).toContainText([`${stem} drum`, `${stem} flute`, `${stem} harp`]);
  await expect(desk.getByText("Save the texts and times first.")).toBeVisible();

  // The colleague changed no text, so these can be saved.
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("Sale saved")).toBeVisible();
  await desk.getByLabel("Description").fill("Brass and wood");
  await api.call("PUT", path, administrator, { revision: await revisionNow(), terms: "Cash" });
  await expect(desk.getByText("Somebody else has changed this sale")).toBeVisible();
  await expect(desk.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await desk.getByRole("button", { name: "Discard what I typed" }).click();
  await expect(desk.getByLabel("Terms of this sale")).toHaveValue("Cash");
  await expect(desk.getByLabel("Description")).toHaveValue("Brass");
  await expect(desk.getByRole("button", { name: "Publish" })).toBeEnabled();
});

test("the strip names the lot that closes next, and goes on to the next one by itself", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Clay ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const ids = [];
  for (const n of [1, 2, 3])
    ids.push((await api.createAuction({ title: `${stem} pot ${n}`, startTime }, administrator))._id);
  const closesAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const body = { title: uniqueName("Pots "), closesAt, spacingSeconds: 60 };
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, body);
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: ids });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);
  const page = await open(null, `/sales/${sale._id}`);
  const strip = page.getByRole("region", { name: "Closes first" });
  for (const [index, id] of ids.entries()) {
    await expect(strip.getByRole("link").first()).toHaveText(`${stem} pot ${index + 1}`);
    await api.setStatus(id, "ended");
  }
  await expect(strip).toHaveCount(0);
  for (const n of [1, 2, 3]) await expect(row(page, `${stem} pot ${n}`)).toContainText("Not sold");
});

test("the console and the big screen follow an evening's lots, and a lot leads to its sale and its neighbours", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Evening ");
  const titles = ["drum", "flute", "harp"].map((kind) => `${stem} ${kind}`);
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const ids: string[] = [];
  for (const title of titles)
    ids.push(
      (await api.createAuction({ title, startTime, startingPrice: 1_000, bidIncrement: 100 }, administrator))._id,
    );
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title: uniqueName("Evening sale "),
    closesAt: new Date(Date.now() + 2 * 3_600_000).toISOString(),
    spacingSeconds: 60,
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: ids });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);

  const bola = await api.member("bola");
  const desk = await open(administrator, `/admin/sales/${sale._id}/console`);
  const board = desk.getByRole("region", { name: "Open lots" });
  await expect(board.getByRole("listitem")).toHaveCount(3);
  const first = board.getByRole("listitem").first();
  await expect(first).toContainText(titles[0] ?? "");
  const wall = await open(null, `/sales/${sale._id}/screen`, { viewport: { width: 1440, height: 810 } });
  const shown = (number: number) => wall.getByRole("region", { name: `Lot ${number}` });
  await expect(shown(1)).toContainText(titles[0] ?? "");
  await api.bid(bola, ids[0] ?? "", 5_000);
  await expect(first).toContainText("₦5,000");
  await expect(first).toContainText("1");
  await expect(shown(1)).toContainText("₦5,000");
  await expect(shown(1)).toContainText("Next bid ₦5,100");
  await expectAccessible(desk, "the console of a sale");
  await expectAccessible(wall, "the big screen of a sale");

  await api.call("PATCH", `/api/auctions/admin/${ids[0]}/status`, administrator, { status: "ended" });
  await expect(shown(1).getByRole("status")).toHaveText("Sold");
  await expect(board.getByRole("listitem")).toHaveCount(2);
  const figures = desk.getByLabel("The sale so far");
  await expect(figures).toContainText("Sold1");
  await expect(figures).toContainText("Sell-through100%");
  await expect(figures).toContainText("₦5,000");
  await expect(shown(2), "after some seconds the next lot follows").toContainText(titles[1] ?? "");
  await wall.goto(`/sales/${sale._id}/screen?lot=3`);
  await expect(shown(3)).toContainText(titles[2] ?? "");

  const phone = await open(null, `/auction/${ids[1]}`, { viewport: { width: 360, height: 740 } });
  const ofSale = phone.getByRole("navigation", { name: "The sale of this lot" });
  await expect(ofSale).toContainText("Lot 2 of");
  await ofSale.getByRole("link", { name: "Lot 3" }).click();
  await expect(phone.getByRole("heading", { level: 1, name: titles[2] ?? "" })).toBeVisible();
  const [file] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("link", { name: "Add to calendar" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("lot.ics");
  await ofSale.getByRole("link", { name: /^Evening sale/ }).click();
  await expect(phone.getByRole("heading", { name: "Catalogue" })).toBeVisible();

  const reader = await open(null, `/sales/${sale._id}`);
  const [catalogue] = await Promise.all([
    reader.waitForEvent("download"),
    reader.getByRole("link", { name: "Download the catalogue (PDF)" }).click(),
  ]);
  expect(catalogue.suggestedFilename()).toMatch(/catalogue\.pdf$/);
  await reader.emulateMedia({ media: "print" });
  await expect(reader.getByRole("contentinfo")).toBeHidden();
  await expect(reader.getByRole("article")).toHaveCount(3);

  for (const id of ids.slice(1))
    await api.call("PATCH", `/api/auctions/admin/${id}/status`, administrator, { status: "ended" });
  await wall.goto(`/sales/${sale._id}/screen`);
  const results = wall.getByRole("region", { name: "Results" });
  await expect(results).toContainText("Lots sold1 of 3");
  await expect(results).toContainText("Hammer total₦5,000.00");
  await expect(wall.locator("body")).not.toContainText("bola");
  await expectAccessible(wall, "the big screen after a sale");
});

test("a published sale shows its catalogue before bidding opens, takes a late lot, and is copied", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Bronze ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const estimate = { lowEstimate: 30_000, highEstimate: 50_000 };
  const lots = [];
  for (const name of ["bell", "gong", "late"]) {
    lots.push(await api.createAuction({ title: `${stem} ${name}`, startTime, ...estimate }, administrator));
  }
  const [bell, gong] = lots.map(({ _id }) => _id);
  const times = {
    opensAt: new Date(Date.now() + DAY_MS).toISOString(),
    closesAt: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  };
  const title = uniqueName("Preview ");
  const body = { title, ...times };
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, body);
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: [bell, gong] });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);

  const ada = await api.member("ada");
  const phone = await open(ada, `/sales/${sale._id}`, { viewport: { width: 360, height: 740 } });
  await expect(phone.getByRole("article")).toHaveCount(2);
  await expect(row(phone, `${stem} bell`)).toContainText("Opens in");
  await expect(row(phone, `${stem} bell`)).toContainText("Estimate ₦30,000.00 – ₦50,000.00");
  await expectAccessible(phone, "the catalogue of a sale that is not open");
  await phone.getByRole("link", { name: `${stem} bell` }).click();
  await expect(phone.getByText(/^Bidding opens /)).toBeVisible();
  await expect(phone.getByText("Upcoming")).toBeVisible();
  await phone.getByRole("button", { name: /^Watch/ }).click();
  await phone.getByLabel("Your question").fill("Is the clapper old?");
  await phone.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(phone.getByText("Waiting for an answer")).toBeVisible();
  await expectAccessible(phone, "a lot that is not open");

  const desk = await open(administrator, `/admin/sales/${sale._id}`);
  await desk.getByText("Add a late lot").click();
  await desk.getByLabel("Lot number (optional)").fill("1A");
  await desk.getByLabel("Search drafts").fill(stem);
  await desk.getByRole("button", { name: "Search", exact: true }).click();
  await desk.getByRole("button", { name: `Add ${stem} late` }).click();
  const question = desk.getByRole("dialog", { name: `Add lot 1A, “${stem} late”, to the sale now?` });
  await question.getByRole("button", { name: "Add to the sale" }).click();
  await expect(desk.getByText(`${stem} late is in the sale`)).toBeVisible();
  await expectAccessible(desk, "a published sale with the form of a late lot");
  await phone.goto(`/sales/${sale._id}`);
  await expect(phone.getByRole("article")).toHaveCount(3);
  await expect(phone.getByRole("article").nth(1)).toContainText(`Lot 1A${stem} late`);

  await desk.getByRole("button", { name: "Duplicate this sale" }).click();
  const copy = desk.getByRole("dialog", { name: `Duplicate “${title}` });
  await expect(copy.getByLabel("Title")).toHaveValue(new RegExp(`^${title}, \\d+ \\w+ \\d{4}$`));
  await copy.getByLabel("Title").fill(`${title}, again`);
  await copy.getByRole("button", { name: "Make the draft" }).click();
  await expect(desk.getByText("No lots yet.", { exact: false })).toBeVisible();
  await expect(desk.getByRole("heading", { name: `${title}, again`, level: 1 })).toBeVisible();
});
