// Tests a forgotten password, a changed password, a changed e-mail address that is taken back, and the list of devices.
// The links are those of the mails that the server keeps.
import type { Page } from "@playwright/test";
import { type Api, OWN_PASSWORD, type Session, uniqueName } from "./support/api.ts";
import { expectGoodEverywhere } from "./support/everywhere.ts";
import { expect, test } from "./support/test.ts";

const NEW_PASSWORD = "quiet lantern over the lagoon";

/** The newest link to this page in the mails to an address. */
const mailedLink = async (api: Api, address: string, page: string): Promise<string> => {
  let link: string | undefined;
  await expect(async () => {
    for (const { text } of await api.mailsTo(address))
      link ??= new RegExp(`https?://\\S+/${page}\\?\\S+`).exec(text)?.[0];
    expect(link, `a link to ${page} for ${address}`).toBeDefined();
  }).toPass();
  return link ?? "";
};

/** A further session of the same account, as from another device. */
const logInAgain = (api: Api, { user }: Session, password = OWN_PASSWORD): Promise<Session> =>
  api.call<Session>("POST", "/api/auth/login", null, { email: user.email, password });

const fillLogin = async (page: Page, password: string) => {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
};

/** A request that is under way when its session ends. */
const refusedUnderWay = /401 .*\/api\//;

const expectLoggedOutWithReason = async (page: Page) => {
  await expect(page).toHaveURL(/\/login$/);
  // A request that is under way when the session ends may be refused before the event arrives, without the reason.
  const reason = /^You were logged out because your session (was ended from another device|has ended)/;
  await expect(page.getByText(reason)).toBeVisible();
};

test("a user who forgot the password sets a new one with the mailed link, and the old session ends at once", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/400 .*\/api\/auth\/reset-password/, refusedUnderWay);
  const ngozi = await api.member("ngozi");
  const { email } = ngozi.user;
  const elsewhere = await open(ngozi, "/profile");
  await expect(elsewhere.getByRole("button", { name: "Edit Profile" })).toBeVisible();

  const page = await open(null, "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();

  const link = await mailedLink(api, email, "reset-password");
  const sent: { url: string; referer: string }[] = [];
  await page.goto(link);
  page.on("request", (request) => sent.push({ url: request.url(), referer: request.headers().referer ?? "" }));
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel("New password").fill("password123");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert")).toContainText("attackers try first");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(token).not.toBe("");
  expect(sent.filter(({ url, referer }) => url.includes(token) || referer.includes(token))).toEqual([]);

  await expectLoggedOutWithReason(elsewhere);

  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await fillLogin(page, NEW_PASSWORD);
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/token=/);

  await page.goto(link);
  await page.getByLabel("New password").fill(`${NEW_PASSWORD} again`);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await page.getByRole("link", { name: "Get a new link" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("forgetting a password looks the same for an address without an account", { tag: "@long" }, async ({
  open,
  api,
}) => {
  const known = await api.register(uniqueName("femi"));
  const texts: string[] = [];
  for (const email of [known.user.email, `${uniqueName("nobody")}@people.test`]) {
    const page = await open(null, "/forgot-password");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
    await expect(page.getByText("Still nothing? Write to")).toBeVisible();
    texts.push(((await page.getByRole("main").textContent()) ?? "").replace(email, "…"));
  }
  expect(texts[0]).toBe(texts[1]);
});

test("a user changes the password, stays logged in here, and is logged out elsewhere", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/400 .*\/api\/auth\/change-password/, refusedUnderWay);
  const session = await api.member("tunde");
  const elsewhere = await open(await logInAgain(api, session), "/profile");
  await expect(elsewhere.getByRole("button", { name: "Edit Profile" })).toBeVisible();

  const page = await open(session, "/profile/settings");
  await page.getByRole("link", { name: "Login and security" }).click();
  await expect(page).toHaveURL(/\/profile\/security$/);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("alert")).toHaveText("This password is wrong.");
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your password is changed. All other devices are logged out.")).toBeVisible();
  await expectLoggedOutWithReason(elsewhere);
  await page.reload();
  await expect(page.getByText("Now on this device")).toBeVisible();
  await expect(page.getByText("No other device is logged in.")).toBeVisible();

  await elsewhere.getByLabel("Email").fill(session.user.email);
  await fillLogin(elsewhere, NEW_PASSWORD);
  await expect(elsewhere).toHaveURL(/\/profile$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile\/settings$/);
});

test("a user changes the e-mail address, and its owner takes the change back and sets a new password", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(refusedUnderWay);
  const session = await api.member("sade");
  const { email, username } = session.user;
  const newEmail = `${uniqueName("other")}@people.test`;
  const page = await open(session, "/profile/security");
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByLabel("Your password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Send link to new address" }).click();
  await expect(page.getByText("We have sent a link to").locator("..")).toContainText(newEmail);
  await page.reload();
  await expect(page.getByText("We have sent a link to").locator("..")).toContainText(newEmail);

  const reader = await open(null, await mailedLink(api, newEmail, "confirm-email-change"));
  await expect(reader).toHaveURL(/\/confirm-email-change$/);
  await reader.getByRole("button", { name: "Use this address" }).click();
  await expect(reader.getByRole("heading", { name: "Your email address is changed" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Email address" }).getByText(newEmail)).toBeVisible();

  await reader.goto(await mailedLink(api, email, "undo-email-change"));
  await expect(reader).toHaveURL(/\/undo-email-change$/);
  await reader.getByRole("button", { name: "Keep my old address" }).click();
  await expect(reader.getByRole("heading", { name: "Your account is secured" })).toBeVisible();
  await expectLoggedOutWithReason(page);

  await reader.goto(await mailedLink(api, email, "reset-password"));
  await reader.getByLabel("New password").fill(NEW_PASSWORD);
  await reader.getByRole("button", { name: "Set new password" }).click();
  await reader.getByRole("link", { name: "Log in" }).click();
  await expect(reader.getByLabel("Email")).toHaveValue(email);
  await fillLogin(reader, NEW_PASSWORD);
  await expect(reader.getByRole("navigation", { name: "Main" }).getByText(username)).toBeVisible();
});

test("a user logs another device out, whose page is at the login within seconds", async ({ api, open, watch }) => {
  watch.expectErrors(refusedUnderWay);
  const session = await api.member("kemi");
  const phone = await open(await logInAgain(api, session), "/my-bids", { viewport: { width: 360, height: 780 } });
  await expect(phone.getByRole("heading", { name: "My Bids" })).toBeVisible();
  const tab = await phone.context().newPage();
  await tab.goto("/profile/security");
  await expect(tab.getByText("Now on this device")).toBeVisible();
  await logInAgain(api, session);

  const page = await open(session, "/profile/security");
  const rows = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Now on this device");
  await page.getByRole("button", { name: "Log out all other devices" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(rows).toHaveCount(3);
  for (const left of [2, 1]) {
    await rows.last().getByRole("button", { name: "Log out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
    await expect(rows).toHaveCount(left);
  }
  await expectLoggedOutWithReason(phone);
  await expectLoggedOutWithReason(tab);
  await phone.reload();
  await expectLoggedOutWithReason(phone);
  await expect(page.getByText("No other device is logged in.")).toBeVisible();
});

test("a logout ends the session on the server, also one that was made without a connection", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/ERR_INTERNET_DISCONNECTED/, refusedUnderWay);
  const isValid = async ({ token }: Session) =>
    (await fetch(new URL("/api/auth/profile", origin), { headers: { authorization: `Bearer ${token}` } })).ok;
  const session = await api.member("bayo");
  const second = await logInAgain(api, session);
  const page = await open(session, "/profile");
  const origin = page.url();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect.poll(() => isValid(session)).toBe(false);

  const offline = await open(second, "/");
  await expect(offline.getByRole("button", { name: "Logout" })).toBeVisible();
  await offline.context().setOffline(true);
  await offline.getByRole("button", { name: "Logout" }).click();
  await expect(offline.getByRole("link", { name: "Login" }).first()).toBeVisible();
  expect(await offline.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    second.token,
  );
  expect(await isValid(second)).toBe(true);
  await offline.context().setOffline(false);
  await expect.poll(() => isValid(second)).toBe(false);
});

test("the screens of recovery and security are accessible", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\//);
  const session = await api.member("zainab");
  await logInAgain(api, session);
  const page = await open(session, "/profile/security", { reducedMotion: "reduce" });
  await expect(page.getByText("Now on this device")).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByRole("button", { name: "Save new password" }).click();
  await page.getByRole("button", { name: "Send link to new address" }).click();
  await expect(page.getByText("Please choose a new password")).toBeVisible();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expectGoodEverywhere(page, "security, forms with mistakes");
  await page.getByRole("button", { name: "Log out all other devices" }).click();
  await expectGoodEverywhere(page, "security, the question");

  for (const [path, heading] of [
    ["/forgot-password", "Forgot password"],
    ["/reset-password?token=made-up&email=a%40b.ng", "Choose a new password"],
    ["/reset-password", "This link is not complete"],
    ["/confirm-email-change?token=made-up", "Use this email address?"],
    ["/undo-email-change?token=made-up", "Keep your old email address?"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expectGoodEverywhere(page, path);
  }
  await page.getByRole("button", { name: "Keep my old address" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await expectGoodEverywhere(page, "undo, refused");
});
