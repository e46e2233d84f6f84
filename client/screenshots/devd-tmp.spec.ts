import { expect, test } from "../e2e/support/test.ts";

test("look", async ({ api, open }) => {
  test.setTimeout(280_000);
  const a = await api.createAuction({
    title: "Talking drum of Oyo, carved from one piece",
    categories: ["collectibles", "general", "toys"],
    reservePrice: 30_000,
    buyItNowPrice: 90_000,
  });
  await api.bid("ada", a._id, 10_500);
  await api.setStatus(a._id, "paused");
  await api.createAuction({
    title: "A very long title of a lot with averyveryverylongwordthatdoesnotbreakanywhere in it, ninety",
    startingPrice: 9_999_999_999,
    bidIncrement: 1,
  });
  const page = await open("admin", "/admin/auctions");
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  for (const [w, scheme] of [
    [1280, "light"],
    [1280, "dark"],
    [768, "light"],
    [360, "light"],
  ] as const) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `/tmp/devD-shots/list.${w}.${scheme}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: `Edit ${a.title}` }).click();
  await expect(page.getByRole("button", { name: "Update Auction" })).toBeVisible();
  for (const [w, scheme] of [
    [1280, "light"],
    [768, "dark"],
    [360, "light"],
  ] as const) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `/tmp/devD-shots/edit.${w}.${scheme}.png` });
  }
});
