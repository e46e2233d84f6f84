// The profile's parts, withdrawals and the notification preferences: empty, loading, failed, with long names and large
// amounts, and with money that bids bind.
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const PARTS = ["/profile", "/profile/money", "/profile/settings"];
const nameOf = (part: string) => part.slice(1).replace("/", "-");

test("shows the profile of a new user, while it loads, and after it failed", async ({ api, open, watch }) => {
  watch.expectErrors(/503/);
  const page = await open(await api.member("bola"), "/");
  for (const part of PARTS) {
    await page.goto(part);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, `${nameOf(part)}-new`);
  }
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/users\/(profile|withdrawals)/, async (route) => {
    await waits;
    await route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "" } });
  });
  for (const part of PARTS) {
    await page.goto(part);
    await page.waitForLoadState("load");
    await shoot(page, `${nameOf(part)}-loading`);
  }
  answer();
  await page.goto("/profile/money");
  await expect(page.getByRole("button", { name: "Retry" }).first()).toBeVisible({ timeout: 60_000 });
  await shoot(page, "profile-failed");
});

test("shows money that bids bind, with long names and large amounts", async ({ api, open }) => {
  const ada = await api.member("ada");
  const bola = await api.member("bola");
  const name = { firstName: "Oluwafunmilayo-Adebukola", lastName: "Ogunleye-Babatunde-Okonkwo" };
  await api.call("PUT", "/api/users/profile", ada, name);
  for (const one of [ada, bola]) {
    const body = { balance: 1_000_000_000, action: "add" };
    await api.call("PUT", `/api/users/admin/balance/${one.user._id}`, "admin", body);
  }
  const lot = (title: string, more: object = {}) => api.createAuction({ title, ...more });
  const led = await lot("Toyota Land Cruiser Prado 2019, one owner, with service book and both keys, in Abuja");
  await api.bid(ada, led._id, 900_000_000);
  const beaten = await lot("iPhone 13, 128 GB, midnight", { currency: "USD", startingPrice: 80, bidIncrement: 5 });
  await api.call("POST", "/api/maxbids", ada, { auctionId: beaten._id, maxAmount: 150, currency: "USD" });
  await api.call("POST", "/api/maxbids", bola, { auctionId: beaten._id, maxAmount: 200, currency: "USD" });
  const won = await lot("Talking drum from Oyo");
  await api.bid(ada, won._id, 24_000);
  await api.setStatus(won._id, "ended");
  const page = await open(ada, "/profile");
  for (const part of [...PARTS, "/profile/withdraw", "/profile/statement"]) {
    await page.goto(part);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await shoot(page, `${nameOf(part)}-full`);
  }
  await page.goto("/profile#add-money");
  await expect(page.getByRole("heading", { name: "Add Money to My Balance" })).toBeInViewport();
  await page.screenshot({ path: "../screenshots/anchor.png" });
});

test("shows a failed payment where the payer comes back, on the profile and on a lot", async ({ api, open }) => {
  const emeka = await api.member("emeka");
  const page = await open(emeka, "/profile", { viewport: { width: 360, height: 740 } });
  await page.goto("/profile#add-money");
  await page.getByLabel(/^Amount/).fill("2500");
  await page.getByRole("button", { name: "Pay ₦2,500.00" }).click();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Payment failed")).toBeVisible();
  await page.screenshot({ path: "../screenshots/failed-profile.png" });
  const { _id } = await api.createAuction({ title: "Bronze bell", media: await api.pictures(1) });
  await api.bid(emeka, _id, 12_000);
  await api.setStatus(_id, "ended");
  await page.goto(`/auction/${_id}?pay`);
  await page.getByRole("button", { name: "Pay online" }).click();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Payment failed")).toBeVisible();
  await page.screenshot({ path: "../screenshots/failed-lot.png" });
});

test("shows a bank account that is refused without a name, and the notification preferences", async ({ api, open }) => {
  const page = await open(await api.member("dayo"), "/profile/withdraw");
  await expect(page.getByText("First add your name")).toBeVisible();
  await shoot(page, "withdraw-no-name");
  await page.goto("/notifications/preferences");
  await expect(page.getByText("Your notifications")).toBeVisible();
  await shoot(page, "preferences");
  await page.getByText("Choose for each kind").click();
  await page.getByRole("switch", { name: "Outbid: Email" }).click();
  await expect(page.getByText("You chose for single kinds below.")).toBeVisible();
  await shoot(page, "preferences-own");
});
