// Pictures of data saver: its sheet, Home and a lot without pictures; and of the notice about a network's log-in page.
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

test("data saver", async ({ api, open }) => {
  const lot = await api.createAuction({ title: "Generator for savers", media: await api.pictures(3) });
  for (const [n, name] of ["ada", "bola", "ada"].entries()) {
    await api.bid(name as "ada" | "bola", lot._id, 10_500 + n * 500);
  }
  const page = await open("ada", "/");
  await page.getByRole("button", { name: "Data saver" }).click();
  await page.getByRole("switch", { name: "Save data on this device" }).check();
  await shoot(page, "data-saver-sheet", "view");
  await page.goto("/");
  await page.getByRole("button", { name: "Show the picture" }).first().click();
  await shoot(page, "data-saver-home", "view");
  await page.goto(`/auction/${lot._id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await shoot(page, "data-saver-lot");
});

test("a network that asks for a log-in", async ({ open, watch }) => {
  watch.expectErrors(/./);
  const page = await open(null, "/");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const portal = { contentType: "text/html", body: "<h1>Log in</h1>" };
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await page.route(/socket\.io|\/health\/live/, (route) => route.fulfill(portal));
  await page.goto("/bidding-info");
  await expect(page.getByText("Your network asks you to log in")).toBeVisible();
  await shoot(page, "network-log-in", "view");
});
