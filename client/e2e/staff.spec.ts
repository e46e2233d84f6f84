// Tests staff in real browsers: an invitation by mail makes a cashier, each role sees its own screens, and a role that
// is taken away closes them at once.
import type { Page } from "@playwright/test";
import { type Api, OWN_PASSWORD, type Session, uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const cashierLinks = [
  "Desk",
  "Settlements",
  "Takings",
  "Withdrawals",
  "Approvals",
  "Sellers",
  "Reports",
  "Admin Panel",
];
const administration = (page: Page) => page.getByRole("navigation", { name: "Administration" });
const expectLive = (page: Page) => expect(page.getByRole("status").getByText("Live", { exact: true })).toBeVisible();
/** Expects the names of the links without the numbers beside them. */
const expectLinks = (page: Page, names: string[]) =>
  expect
    .poll(() =>
      administration(page)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? "")),
    )
    .toEqual(names);

const invitationLink = async (api: Api, email: string): Promise<string> => {
  let link: string | undefined;
  await expect(async () => {
    for (const { text } of await api.mailsTo(email)) link ??= /https?:\/\/\S+\/invitation\?\S+/.exec(text)?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? "";
};
const withRole = async (api: Api, role: Session["user"]["role"]): Promise<Session> => {
  const session = await api.member(role);
  await api.call("PUT", `/api/users/admin/role/${session.user._id}`, "admin", { role });
  return { ...session, user: { ...session.user, role } };
};

test("an invitation makes a cashier, who sees the screens of payments and none of lots", async ({
  administrator,
  api,
  open,
}) => {
  const email = `${uniqueName("kemi")}@people.test`;
  const staff = await open(administrator, "/admin/staff");
  await staff.getByLabel("Email address").fill(email);
  await staff.getByLabel("Role", { exact: true }).selectOption("cashier");
  await staff.getByRole("button", { name: "Send invitation" }).click();
  await expect(staff.getByRole("list", { name: /^Invitations/ }).getByText(email)).toBeVisible();
  await expectAccessible(staff, "the page of the staff");

  const link = await invitationLink(api, email);
  const page = await open(null, new URL(link).pathname + new URL(link).search);
  await expect(page).toHaveURL(/\/invitation$/);
  await page.getByLabel("Username").fill(uniqueName("kemi"));
  await page.getByLabel("Password", { exact: true }).fill("four unlikely words");
  await expectAccessible(page, "an invitation");
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("four unlikely words");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(administration(page)).toBeVisible();
  await expectLinks(page, cashierLinks);
  await administration(page).getByRole("link", { name: "Settlements" }).click();
  await expect(page.getByRole("heading", { name: "Settlements", level: 1 })).toBeVisible();

  await page.goto("/admin/auctions");
  await expect(page.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
  await expectAccessible(page, "a page of another role");
  await page.goto("/admin");
  const role = page.getByLabel(/^Role of /).first();
  await expect(role).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Edit Balance/ })).toHaveCount(0);
});

test("somebody with an account accepts after logging in, and a forwarded link gives a stranger nothing", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\/accept-invitation/);
  const [ada, eve] = [await api.member("ada"), await api.member("eve")];
  await api.call("POST", "/api/admin/invitations", "admin", { email: ada.user.email, role: "cataloguer" });
  const link = new URL(await invitationLink(api, ada.user.email));
  const stranger = await open(eve, link.pathname + link.search);
  await stranger.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(stranger.getByText(/for another email address than your account's/)).toBeVisible();
  await expect(administration(stranger)).toBeHidden();

  const page = await open(null, link.pathname + link.search);
  await page.getByRole("link", { name: "Log in first" }).click();
  await page.getByLabel("Email").fill(ada.user.email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page.getByRole("heading", { name: "You are a cataloguer now" })).toBeVisible();
  await expect(administration(page)).toBeVisible();
  await expectLinks(page, [
    "Desk",
    "Create Auction",
    "Manage Auctions",
    "Import",
    "My Auctions",
    "Offers",
    "Questions",
    "Sales",
  ]);
});

test("a cataloguer sees reserves and masked names, live, and publishes a draft but does not end a lot", async ({
  api,
  open,
}) => {
  const cataloguer = await withRole(api, "cataloguer");
  const bidder = await api.member("bidder");
  const lot = await api.createAuction({ title: `Bronze mask ${uniqueName("")}`, reservePrice: 50_000 }, cataloguer);
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  const draft = await api.createAuction({ title: `Draft ${uniqueName("")}`, startTime }, cataloguer);
  const page = await open(cataloguer, `/admin/auctions?search=${encodeURIComponent(lot.title)}`);
  const row = page.getByRole("row", { name: new RegExp(lot.title) });
  await expect(row).toBeVisible();
  await expect(row.getByLabel(`Status of ${lot.title}`)).toBeDisabled();
  await expect(row.getByRole("link", { name: /^History/ })).toHaveCount(0);
  await expectLive(page);
  await api.bid(bidder, lot._id, 10_500);
  await expect(row.getByText(/1 bid, .\*\*\*. leads/)).toBeVisible();
  await expect(page.getByText(bidder.user.username)).toHaveCount(0);

  await page.goto(`/admin/auctions?search=${encodeURIComponent(draft.title)}`);
  await page.getByLabel(`Status of ${draft.title}`).selectOption("active");
  await page.getByRole("dialog").getByRole("button").last().click();
  await expect(page.getByLabel(`Status of ${draft.title}`)).toHaveValue("active");
  await expect(page.getByLabel(`Status of ${draft.title}`)).toBeDisabled();
});

test("a role that changes takes effect on open pages at once", { tag: "@long" }, async ({ api, open, watch }) => {
  // Until it learns of its new role, the page may still ask for what the old one could see: its numbers, the invitations.
  watch.expectErrors(/403 .*\/api\/admin\/(approvals|desk|invitations)/);
  const manager = await withRole(api, "manager");
  const page = await open(manager, "/admin/staff");
  await expect(page.getByRole("heading", { name: "Staff", level: 1 })).toBeVisible();
  await expectLive(page);
  const { _id } = manager.user;
  await api.call("PUT", `/api/users/admin/role/${_id}`, "admin", { role: "cashier" });
  await expect(page.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
  await expectLinks(page, cashierLinks);
  await api.call("PUT", `/api/users/admin/role/${_id}`, "admin", { role: "user" });
  await expect(page).toHaveURL(/\/$/);
  await expect(administration(page)).toBeHidden();
});
