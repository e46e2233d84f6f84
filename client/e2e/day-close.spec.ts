// Tests the close of a day in real browsers: one member of the staff counts the till, another one signs.
import type { Win } from "@jara/shared/rest/settlements";
import { Api } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, signedIn, test } from "./support/test.ts";

// The test has a server of its own, because the sums are of all money of the site.
test("a cashier closes the day with a difference, cannot sign it, and an administrator signs it", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const server = await AuctionServer.open({});
  try {
    const api = new Api(server.url);
    const [admin, ada] = [await api.session("admin"), await api.member("ada")];
    const cashier = await api.colleague("cashier");
    await api.call("PUT", `/api/users/admin/role/${cashier.user._id}`, "admin", { role: "cashier" });
    const { _id } = await api.createAuction({ title: "Brass lamp, paid in cash" });
    await api.bid(ada, _id, 20_000);
    await api.setStatus(_id, "ended");
    const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${_id}/win`, ada);
    await api.call("POST", `/api/settlements/${win._id}/payments`, "admin", { method: "cash", amount: 16_000 });
    const open = async (session: typeof admin) => {
      const context = await browser.newContext({ baseURL: server.url, storageState: signedIn(server.url, session) });
      const page = await context.newPage();
      await page.goto("/admin/takings");
      return page;
    };

    const closing = await open({ ...cashier, user: { ...cashier.user, role: "cashier" } });
    const panel = closing.getByRole("region", { name: "Close of the day" });
    const dialog = closing.getByRole("dialog");
    await panel.getByRole("button", { name: "Close the day" }).click();
    const counted = dialog.getByLabel("Counted in the till (₦)");
    await counted.fill("15500");
    await expect(dialog.getByText(/₦500.00 less than the books/)).toBeVisible();
    await dialog.getByRole("button", { name: "Close the day" }).click();
    await expect(dialog.getByText("Please say why it differs")).toBeVisible();
    await dialog.getByLabel("Note").fill("A note of ₦500 was false");
    await expectAccessible(closing, "the form that closes a day");
    await dialog.getByRole("button", { name: "Close the day" }).click();
    await expect(panel.getByText("Waits for a signature")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Take back" })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Sign" })).toHaveCount(0);

    const signing = await open(admin);
    const navigation = signing.getByRole("navigation", { name: "Administration" });
    await expect(navigation.getByRole("link", { name: /^Takings\s*1 waiting/ })).toBeVisible();
    const theirs = signing.getByRole("region", { name: "Close of the day" });
    await expect(theirs.getByText("A note of ₦500 was false")).toBeVisible();
    await theirs.getByRole("button", { name: "Sign" }).click();
    await signing.getByRole("dialog").getByRole("button", { name: "Sign" }).click();
    await expect(theirs.getByText(/Signed by admin/)).toBeVisible();
    await expectAccessible(signing, "a signed day");
    // The other page follows by itself.
    await expect(panel.getByText(/Signed by admin/)).toBeVisible();
  } finally {
    await server.close();
  }
});
