// A sale in real browsers: staff make it from drafts and publish it; a bidder on a phone follows its catalogue while others
// bid, while the staff pause it, and until its lots have closed in their order.
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
  await desk.getByRole("button", { name: "New sale" }).click();
  const name = uniqueName("Instruments ");
  await desk.getByLabel("Title").fill(name);
  await desk.getByLabel(/^First lot closes/).fill(lagos(Date.now() + 3 * DAY_MS));
  await desk.getByRole("button", { name: "Add a viewing" }).click();
  await desk.getByLabel("From").fill(lagos(Date.now() + DAY_MS));
  await desk.getByLabel("Until").fill(lagos(Date.now() + DAY_MS + 3_600_000));
  await desk.getByLabel("Place").fill("Hall B, Yaba");
  await expectAccessible(desk, "the form of a new sale");
  await desk.getByRole("button", { name: "Make the draft" }).click();
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
  await expect(row(phone, titles[1] ?? "")).toContainText("Somebody won it.");
  await expect(row(phone, titles[0] ?? "")).toContainText("There were no bids.");
  await phone.goto("/sales");
  await expect(phone.getByRole("region", { name: "Past sales" }).getByRole("link", { name })).toBeVisible();
});

test("the strip names the lot that closes next, and goes on to the next one by itself", async ({
  administrator,
  api,
  open,
}) => {
  const stem = uniqueName("Clay ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const ids = [];
  for (const n of [1, 2, 3])
    ids.push((await api.createAuction({ title: `${stem} pot ${n}`, startTime }, administrator))._id);
  const closesAt = new Date(Date.now() + 12_000).toISOString();
  const body = { title: uniqueName("Pots "), closesAt, spacingSeconds: 4 };
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, body);
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: ids });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);
  const page = await open(null, `/sales/${sale._id}`);
  await expect(page.getByRole("region", { name: "Closes first" })).toContainText(`${stem} pot 1`);
  const now = page.getByRole("region", { name: "Closing now" });
  for (const n of [2, 3]) {
    await expect(now.getByRole("link").first()).toHaveText(`${stem} pot ${n}`, { timeout: 20_000 });
  }
  await expect(now).toHaveCount(0, { timeout: 20_000 });
  for (const n of [1, 2, 3]) await expect(row(page, `${stem} pot ${n}`)).toContainText("There were no bids.");
});
