// Tests the second person in real browsers, on a server where changes above ₦100,000 wait for one.
import { Api } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, signedIn, test } from "./support/test.ts";

test("a manager's large change of a balance waits, another administrator reads it and approves it", {
  tag: "@long",
}, async ({ browser }) => {
  const server = await AuctionServer.open({ SECOND_PERSON_ABOVE: "100000" });
  try {
    const api = new Api(server.url);
    const [admin, manager, ada] = [await api.session("admin"), await api.session("bola"), await api.session("ada")];
    await api.call("PUT", `/api/users/admin/role/${manager.user._id}`, "admin", { role: "manager" });
    const open = async (session: typeof admin, path: string) => {
      const context = await browser.newContext({ baseURL: server.url, storageState: signedIn(server.url, session) });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    };
    const asking = await open(manager, `/admin/users/${ada.user._id}?show=money`);
    await asking.getByRole("button", { name: "Edit Balance" }).click();
    await asking.getByLabel(/^Amount/).fill("250000");
    await asking.getByLabel(/^Reason/).fill("Deposit at the desk");
    await asking.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(asking.getByText(/needs a second person/)).toBeVisible();
    await asking.goto("/admin/approvals");
    await expect(asking.getByRole("button", { name: /^Take back/ })).toBeVisible();
    await expect(asking.getByRole("button", { name: /^Approve/ })).toHaveCount(0);

    const deciding = await open(admin, "/admin/approvals");
    const navigation = deciding.getByRole("navigation", { name: "Administration" });
    await expect(navigation.getByRole("link", { name: /^Approvals\s*1 waiting/ })).toBeVisible();
    await expect(deciding.getByText("Add ₦250,000.00 to the balance of ada")).toBeVisible();
    await expectAccessible(deciding, "the approvals");
    await deciding.getByRole("button", { name: /^Approve/ }).click();
    await deciding.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(deciding.getByText("Approved and carried out")).toBeVisible();
    await expect(deciding.getByRole("region", { name: "Decided" })).toContainText("Approved by admin");
    const after = await api.call<{ user: { balance: number } }>("GET", "/api/auth/profile", ada);
    expect(after.user.balance).toBe(ada.user.balance + 250_000);
  } finally {
    await server.close();
  }
});
