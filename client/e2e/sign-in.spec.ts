// Tests signing in with Google, both ways, with a provider on this machine; each return to /auth/callback; and a
// password for an account that Google made.
import { Api } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { GOOGLE_SCRIPT, type Google, googlePerson, playGoogleScript, startGoogle } from "./support/google.ts";
import { expect, test as withServer } from "./support/test.ts";

/** Pages on a server where Google sign-in is configured. */
const test = withServer.extend<object, { google: Google; server: AuctionServer }>({
  google: [
    async ({ browserName: _ }, use) => {
      const google = await startGoogle();
      await use(google);
      await google.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ google }, use) => {
      const server = await AuctionServer.open(google.environment);
      await use(server);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// One worker runs them all: each further one would start another server.
test.describe.configure({ mode: "default" });

// S250
test("Google's button logs the user in with its credential, on both screens", async ({
  google,
  open,
  server,
  watch,
}) => {
  // A request that is under way at the logout is refused.
  watch.expectErrors(/401 .*\/api\//);
  const name = `chioma${Date.now()}`;
  const page = await open(null, "about:blank");
  await playGoogleScript(page, { credential: await google.credential(googlePerson(name)) });
  await page.goto("/register");
  await page.getByRole("button", { name: "Google: signup_with" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  const account = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await expect(account).toBeVisible();
  await expect(page.getByText("Email verification required")).toBeHidden();
  expect(await new Api(server.url).mailsTo(`${name}@gmail.test`), "Google has verified the address").toEqual([]);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.goto("/my-bids");
  await page.getByRole("button", { name: "Google: signin_with" }).click();
  await expect(page.getByRole("heading", { name: "My Bids" })).toBeVisible();
  await expect(account).toBeVisible();
});

// S253
test("the screen reports a missing credential, a forged credential and a missing script", { tag: "@long" }, async ({
  open,
  watch,
}) => {
  watch.expectErrors(/401 .*\/api\/auth\/google/, /ERR_FAILED .*gsi\/client/);
  const page = await open(null, "about:blank");
  await playGoogleScript(page, {});
  await page.goto("/login");
  await page.getByRole("button", { name: "Google: signin_with" }).click();
  await expect(page.getByRole("alert")).toHaveText("Google Sign-In was cancelled or failed");
  await page.unroute(GOOGLE_SCRIPT);

  await playGoogleScript(page, { credential: "e30.e30.e30" });
  await page.goto("/login");
  await page.getByLabel("Email").fill("typed@before.test");
  await page.getByRole("button", { name: "Google: signin_with" }).click();
  await expect(page.getByRole("alert")).toHaveText("Google Sign-In failed");
  await expect(page.getByLabel("Email")).toHaveValue("typed@before.test");
  await expectAccessible(page, "login with Google, refused");
  await page.unroute(GOOGLE_SCRIPT);

  await page.route(GOOGLE_SCRIPT, (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("alert")).toHaveText("Google Sign-In was cancelled or failed");
  await expect(page.getByRole("link", { name: "Continue with Google" })).toBeVisible();
  await expectAccessible(page, "login without Google's script");
});

// S254
test("the redirect logs the user in, and the token stays neither in the address nor in the history", async ({
  google,
  open,
  watch,
}) => {
  watch.expectErrors(/ERR_FAILED .*gsi\/client/);
  const name = `tunde${Date.now()}`;
  google.redirectsAbout(googlePerson(name));
  const page = await open(null, "about:blank");
  await page.route(GOOGLE_SCRIPT, (route) => route.abort());
  await page.goto("/login");
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  const sent: { url: string; referer: string }[] = [];
  page.on("request", (request) => sent.push({ url: request.url(), referer: request.headers().referer ?? "" }));
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(
    addresses.some((address) => address.includes("/auth/callback?token=")),
    "it was in the address for a moment",
  ).toBe(true);

  await page.goBack();
  await expect(page).not.toHaveURL(/token=/);
  await page.goForward();
  await expect(page).toHaveURL(/:\d+\/$/);

  const token = await page.evaluate(() => localStorage.getItem("token"));
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const withToken = sent.filter(({ url, referer }) => url.includes(token ?? "") || referer.includes(token ?? ""));
  expect(
    withToken.map(({ url }) => new URL(url).pathname),
    "the token is in one address, and in no Referer",
  ).toEqual(["/auth/callback"]);
});

test("a user without a password sets one with a mailed link, and then logs in with it", { tag: "@long" }, async ({
  google,
  open,
  server,
  watch,
}) => {
  // The new password ends the session. Requests of the idle page may come after that.
  watch.expectErrors(/403 .*\/api\/auth\/change-password/, /401 .*\/api\//);
  const name = `amina${Date.now()}`;
  const page = await open(null, "about:blank");
  await playGoogleScript(page, { credential: await google.credential(googlePerson(name)) });
  await page.goto("/login?next=/profile/security");
  await page.getByRole("button", { name: "Google: signin_with" }).click();
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill("there is none");
  await page.getByLabel("New password").fill("quiet lantern over the lagoon");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your account has no password yet")).toBeVisible();
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(`A link is on its way to ${name}@gmail.test.`)).toBeVisible();
  await expectAccessible(page, "security without a password");

  const [mail] = await new Api(server.url).mailsTo(`${name}@gmail.test`);
  await page.goto(/https?:\/\/\S+\/reset-password\?\S+/.exec(mail?.text ?? "")?.[0] ?? "no link");
  await page.getByLabel("New password").fill("quiet lantern over the lagoon");
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Password", { exact: true }).fill("quiet lantern over the lagoon");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name })).toBeVisible();
});

withServer(
  "until Google is configured, a stand-in is there in development, and nothing is asked of Google",
  { tag: "@long" },
  async ({ open }) => {
    for (const path of ["/login", "/register"]) {
      const asked: string[] = [];
      const page = await open(null, "/bidding-info");
      page.on("request", (request) => asked.push(request.url()));
      const site = page.waitForResponse("**/api/site");
      await page.goto(path);
      await site;
      await expect(page.getByRole("link", { name: "support@auction.test" })).toBeVisible();
      await expect(page.getByText(/Google/).first()).toBeVisible();
      expect(asked.filter((url) => new URL(url).hostname.includes("google"))).toEqual([]);
    }
  },
);

withServer("what comes back wrong leads to the login, which says why", { tag: "@long" }, async ({ open }) => {
  const page = await open(null, "/");
  for (const [query, message] of [
    ["error=oauth_failed", "Google authentication failed. Please try again."],
    ["error=oauth_callback_failed", "Authentication callback failed. Please try again."],
    ["error=whatever", "Authentication error. Please try again."],
    ["token=made-up&user=%7Bnot%20json", "Authentication data error. Please try again."],
    ["", "Authentication incomplete. Please try again."],
  ]) {
    await page.goto(`/auth/callback?${query}`);
    await expect(page.getByRole("alert")).toHaveText(message ?? "");
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.goBack();
  await expect(page).not.toHaveURL(/auth\/callback/);
});
