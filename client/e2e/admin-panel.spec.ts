// Tests the Admin Panel in several browsers: a person's open pages show an administrator's change of that person at
// once, and a demoted administrator loses all rights.
import type { Page } from "@playwright/test";
import type { Api, Session } from "./support/api.ts";
import { expectSameDocument, markDocument, untilListFollowed } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const administration = (page: Page) => page.getByRole("navigation", { name: "Administration" });
const row = (page: Page, username: string) => page.getByRole("row", { name: new RegExp(`^${username}`) });
const expectLive = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();

const makeAdmin = async (page: Page, username: string) => {
  await page.getByLabel(`Role of ${username}`).selectOption("admin");
  await page.getByRole("button", { name: "Make administrator" }).click();
  await expect(page.getByText(`${username} is now an administrator`)).toBeVisible();
};
const takeRole = async (page: Page, username: string) => {
  await page.getByLabel(`Role of ${username}`).selectOption("user");
  await page.getByRole("button", { name: "Take role away" }).click();
  await expect(page.getByText(`${username} is now a user`)).toBeVisible();
};
/** Returns the status that the page's own session gets. */
const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (url) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    return (await fetch(url, { headers })).status;
  }, path);
const newcomer = async (api: Api, name: string): Promise<{ session: Session; name: string }> => {
  const username = `${name}${Date.now()}`;
  return { session: await api.register(username), name: username };
};

// S020
test("promoting a user shows the administrators' links, and demoting them closes the screens, without a reload", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  // The settlements page may send a request at the moment when the role is taken away.
  watch.expectErrors(/403 .*\/api\/(users\/admin\/search|settlements)/);
  const { session, name } = await newcomer(api, "kemi");
  const admin = await open(administrator, `/admin?q=${name}`);
  const [home, panel, settlements] = [
    await open(session, "/bidding-info"),
    await open(session, "/admin"),
    await open(session, "/bidding-info"),
  ];
  await expect(panel.getByText("Access Denied: You need admin privileges to access this page")).toBeVisible();
  await expect(administration(home)).toBeHidden();
  for (const page of [home, panel, settlements]) {
    await expectLive(page);
    await markDocument(page);
  }

  await makeAdmin(admin, name);
  await expect(administration(home).getByRole("link", { name: "Admin Panel" })).toBeVisible();
  await expect(home.getByRole("navigation", { name: "Main" }).getByText("Admin", { exact: true })).toBeVisible();
  await expect(row(panel, name)).toBeVisible();
  expect(await statusOf(panel, "/api/users/admin/search")).toBe(200);
  await administration(settlements).getByRole("link", { name: "Settlements" }).click();
  await expect(settlements.getByRole("heading", { level: 1, name: "Settlements" })).toBeVisible();

  await takeRole(admin, name);
  await expect(panel.getByText("Access Denied: You need admin privileges to access this page")).toBeVisible();
  await expect(row(panel, name)).toBeHidden();
  await expect(settlements).toHaveURL(/\/$/);
  for (const page of [home, panel, settlements]) {
    await expect(administration(page)).toBeHidden();
    await expectSameDocument(page);
  }
  expect(await statusOf(panel, "/api/users/admin/search")).toBe(403);
});

// S152
test("a balance that is edited in its row appears at once on its owner's open profile and for another administrator", async ({
  administrator,
  api,
  open,
}) => {
  const { session, name } = await newcomer(api, "tunde");
  const owner = await open(session, "/profile");
  const balance = owner.getByRole("status", { name: "Account balance" });
  await expect(balance).toContainText("₦0.00");
  const other = await open(administrator, `/admin?q=${name}`);
  const admin = await open(administrator, `/admin?q=${name}`);
  await expect(row(other, name)).toContainText("₦0.00");
  for (const page of [owner, other]) {
    await expectLive(page);
    await markDocument(page);
  }

  const edit = async (mode: string, amount: string, after: string) => {
    await row(admin, name)
      .getByRole("button", { name: /^Edit Balance/ })
      .click();
    await admin.getByLabel("Mode").selectOption({ label: mode });
    await admin.getByLabel("Amount (₦)").fill(amount);
    await expect(admin.getByRole("form", { name: `Edit balance of ${name}` })).toContainText(after);
    await admin.keyboard.press("Enter");
    if (mode === "Subtract") await admin.getByRole("button", { name: "Lower the balance" }).click();
    for (const page of [admin, other]) await expect(row(page, name)).toContainText(after);
    await expect(balance).toContainText(after);
  };
  await edit("Set to", "1000.50", "₦1,000.50");
  await edit("Add", "99.5", "₦1,100.00");
  await edit("Subtract", "100", "₦1,000.00");
  for (const page of [owner, other]) await expectSameDocument(page);

  await row(admin, name)
    .getByRole("button", { name: /^Ledger/ })
    .click();
  const ledger = admin.getByRole("table", { name: `Ledger of ${name}, newest first` });
  await expect(ledger.getByRole("row")).toContainText([
    "Time",
    /Subtracted by our team.*admin.*-₦100\.00.*₦1,000\.00/,
    /Added by our team.*admin.*\+₦99\.50.*₦1,100\.00/,
    /Set by our team.*admin.*\+₦1,000\.50.*₦1,000\.50/,
  ]);
  await expect(admin).toHaveURL(/ledger=/);
});

// S150
test("adding money takes effect once although its answer was lost", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/net::ERR_FAILED .*\/api\/users\/admin\/balance/);
  const { session, name } = await newcomer(api, "zainab");
  const admin = await open(administrator, `/admin?q=${name}`);
  const keys: (string | null)[] = [];
  let lost = 3;
  await admin.route("**/api/users/admin/balance/**", async (route) => {
    keys.push(await route.request().headerValue("idempotency-key"));
    if (lost === 0) return route.fallback();
    lost -= 1;
    // It reached the server and was carried out; the answer never comes.
    await route.fetch();
    return route.abort();
  });
  await row(admin, name)
    .getByRole("button", { name: /^Edit Balance/ })
    .click();
  await admin.getByLabel("Mode").selectOption({ label: "Add" });
  await admin.getByLabel("Amount (₦)").fill("5000");
  await admin.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(admin.getByText("We do not know whether this was saved")).toBeVisible();
  await admin.getByRole("button", { name: "Try again" }).click();
  await expect(admin.getByText(`Balance of ${name}: ₦5,000.00`)).toBeVisible();
  await expect(row(admin, name)).toContainText("₦5,000.00");
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  const ledger = `/api/users/admin/${session.user._id}/ledger`;
  expect(await api.call<{ entries: unknown[] }>("GET", ledger, "admin")).toMatchObject({
    entries: [{ amount: 5000, balance: 5000 }],
  });
});

test("the list offers newly registered users on request, and the address keeps search, role and page", {
  tag: "@long",
}, async ({ api, open }) => {
  const tag = `nnamdi${Date.now()}`;
  const page = await open("admin", `/admin?q=${tag}&role=user`);
  await expect(page.getByText("No users found")).toBeVisible();
  // Joining the feed reads the list once more: somebody who registers before that is in it at once.
  await untilListFollowed(page, "/api/users/admin/search");
  await api.register(tag);
  await page.getByRole("button", { name: "Show 1 new user" }).click();
  await expect(row(page, tag)).toBeVisible();

  await page.getByLabel("Role", { exact: true }).selectOption("Admins");
  await expect(page).toHaveURL(new RegExp(`q=${tag}&role=admin$`));
  await expect(page.getByText("No users found")).toBeVisible();
  await page.goBack();
  await expect(row(page, tag)).toBeVisible();
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("user");
});

// S019
test("the header holds all links of an administrator at 1024 px", { tag: "@long" }, async ({ open }) => {
  const page = await open("admin", "/admin", { viewport: { width: 1024, height: 700 } });
  const links = administration(page).getByRole("link");
  await expect(links.filter({ hasText: "Audit Log" })).toBeVisible();
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider).toBe(false);
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(new Set(heights).size, "no link's words wrap").toBe(1);
  for (const to of addresses) {
    await page.goto(to ?? "");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Page not found");
  }
});
