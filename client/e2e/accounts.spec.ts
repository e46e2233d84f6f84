// Tests registering and verifying, logging in and out, and what each kind of account may see.
import { emailOf, maskedName, OWN_PASSWORD, passwordOf, uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expect, test } from "./support/test.ts";

// S003
test("a user registers, opens the mailed link and bids", async ({ api, open }) => {
  const name = uniqueName("ngozi");
  const address = `${name}@people.test`;
  const page = await open(null, "/register");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password", { exact: true }).fill("secret-enough");
  await page.getByLabel("Confirm password").fill("secret-enough, but not the same");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill("secret-enough");
  await page.getByRole("button", { name: "Register" }).click();

  await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await expect(page.getByText("The link expires in 24 hours.")).toBeVisible();
  await page.getByRole("link", { name: "Continue to Home" }).click();
  await expect(page.getByText("Email verification required")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText(name)).toBeVisible();

  const [mail] = await api.mailsTo(address);
  const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "no link";
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Email verification required")).toBeHidden();
});

test("a verification link works once, a wrong link shows an error, and the user can request a new link", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\/verify-email/);
  const session = await api.register(uniqueName("femi"));
  const page = await open(session, "/verify-email");
  await expect(page.getByText("Invalid verification link")).toBeVisible();
  await page.goto(`/verify-email?token=made-up&email=${encodeURIComponent(session.user.email)}`);
  await expect(page.getByRole("alert")).toContainText("This verification link is invalid or has expired.");
  await page.getByRole("button", { name: "Resend verification email" }).click();
  await expect(page.getByText("Verification email sent successfully! Please check your inbox.")).toBeVisible();

  const [newest, first] = (await api.mailsTo(session.user.email)).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0]);
  await page.goto(first ?? "no link");
  await expect(page.getByRole("alert"), "a resend voids the earlier link").toBeVisible();
  await page.goto(newest ?? "no link");
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
});

// S420
test("a refused login shows the reason and keeps the typed values", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(/40[14] .*\/api\/auth\/login/);
  const { email } = (await api.member("emeka")).user;
  const page = await open(null, "/login");
  const logIn = async (email: string, password: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login" }).click();
  };
  await logIn(email, "not the password");
  await expect(page.getByRole("alert")).toHaveText(
    "Invalid email or password. Please check your credentials and try again.",
  );
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await logIn("nobody@auction.test", "whatever it is");
  await expect(page.getByRole("alert")).toHaveText(
    "Account not found. Please check your email address or register for a new account.",
  );
  await logIn(email, OWN_PASSWORD);
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
});

// S248
test("a user without a verified e-mail sees a banner with Resend and cannot bid", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Not for uche yet" });
  const { email } = (await api.register(uniqueName("uche"))).user;
  const page = await open(null, "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Email verification required")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Continue without bidding" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(page.getByText("Email verification required")).toBeVisible();

  await page.goto(`/auction/${_id}`);
  const auction = new AuctionPage(page);
  await expect(auction.rail.getByText("Email verification required")).toBeVisible();
  await expect(auction.bidForm).toBeHidden();
  await expect(auction.autoBid).toBeHidden();
  await auction.rail.getByRole("button", { name: "Resend" }).click();
  await expect(auction.rail.getByText("Verification email sent successfully! Please check your inbox.")).toBeVisible();
});

// S074
test("the page tells sellers that the auction is their own, and shows them no bid form", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "The admin's own" });
  const auction = new AuctionPage(await open("admin", `/auction/${_id}`));
  await expect(auction.rail.getByText("You cannot bid on your own auction")).toBeVisible();
  await expect(auction.bidForm).toBeHidden();
  await expect(auction.autoBid).toBeHidden();
});

// S014
test("logging out removes the user's data from the page and the storage", async ({ api, open, watch }) => {
  // A request that is under way at the logout is refused.
  watch.expectErrors(/401 .*\/api\//);
  const { _id } = await api.createAuction({ title: "Led by dayo, then by nobody here" });
  const dayo = await api.member("dayo");
  await api.bid(dayo, _id, 10_500);
  const page = await open(dayo, `/auction/${_id}`);
  const auction = new AuctionPage(page);
  await expect(auction.youLead).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem("token"), localStorage.getItem("user")])).toEqual([
    null,
    null,
  ]);
  await page.goBack();
  await auction.expectLeader(maskedName(dayo));
  await expect(auction.youLead).toBeHidden();
  await auction.expectNewestBid(maskedName(dayo), "by hand", "₦10,500.00");
  await expect(page.getByText("Log in to place a bid")).toBeVisible();
});

test("a logout on a screen that needs a session goes home", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(/401 .*\/api\//);
  const page = await open(await api.member("dayo"), "/profile");
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});

// S081
test("a deep link to My Bids leads a visitor to the login and back to it", async ({ open }) => {
  const page = await open(null, "/my-bids");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(emailOf("emeka"));
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("emeka"));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "My Bids" })).toBeVisible();
  await expect(page).toHaveURL(/\/my-bids\?tab=/);
});

test("while the site is developed, a stand-in for Google signs a person in, by its button and by the redirect", {
  tag: "@long",
}, async ({ open, watch }) => {
  // A request that is under way at the logout is refused.
  watch.expectErrors(/401 .*\/api\//);
  const name = `standin${Date.now()}`;
  const page = await open(null, "/login");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  const dialog = page.getByRole("dialog", { name: "Stand-in for Google" });
  await dialog.getByLabel("Email").fill(`${name}@gmail.test`);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
  const account = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await expect(account).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.goto("/login?next=%2Fbidding-info%23reserve");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(/\/sandbox\/google/);
  await page.getByLabel("Email").fill(`${name}@gmail.test`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/:\d+\/bidding-info#reserve$/);
  await expect(account).toBeVisible();
});
