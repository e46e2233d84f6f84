// Takes pictures of the public pages: Home, the guide, an unknown address, the log-in.
import type { Auction } from "@jara/shared/auction";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const neverAnswered = () => new Promise<void>(() => {});

test("shows Home", async ({ open }) => {
  const page = await open(null, "/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await shoot(page, "home");
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByRole("button", { name: /^Lagos/ })).toBeVisible();
  await shoot(page, "home-filters", "view");
  await page.goto("/?search=genrator");
  await expect(page.getByText("These are the results for “generator”.")).toBeVisible();
  await shoot(page, "home-typo");
  await page.goto("/?search=Toyota&minPrice=1000&hasReserve=true&sortBy=endTime&sortOrder=asc");
  await expect(page.getByRole("list", { name: "Active filters" })).toBeVisible();
  await shoot(page, "home-filtered");
  await page.goto("/?search=nothing-is-called-this");
  await expect(page.getByText("No auctions found matching your search criteria.")).toBeVisible();
  await shoot(page, "home-nothing-found");
  const signedIn = await open("ada", "/");
  await expect(signedIn.getByRole("article").first()).toBeVisible();
  await expect(signedIn.getByText("Live", { exact: true })).toBeVisible();
  await shoot(signedIn, "home-signed-in", "view");
  await signedIn.setViewportSize({ width: 360, height: 900 });
  await signedIn.getByRole("button", { name: "Menu" }).click();
  await signedIn.screenshot({ path: "../screenshots/home-menu.360.light.png" });
});

test("shows Home while it loads, after a failure, and without lots", async ({ open, watch }) => {
  watch.expectErrors(/500/);
  // By the link, because a page opened by its address has the first lots in it.
  const toHome = async () => {
    await page.goto("/bidding-info");
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
  };
  const page = await open(null, "/bidding-info");
  await page.route("**/api/auctions?*", neverAnswered);
  await toHome();
  await expect(page.getByText("Loading auctions...")).toBeAttached();
  await shoot(page, "home-loading");
  await page.unroute("**/api/auctions?*");
  await page.route("**/api/auctions?*", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Something went wrong on our side." } }),
  );
  await toHome();
  await expect(page.getByText("Failed to fetch auctions")).toBeVisible();
  await shoot(page, "home-error");
  await page.unroute("**/api/auctions?*");
  await page.route("**/api/auctions?*", (route) => route.fulfill({ json: { auctions: [], total: 0 } }));
  await toHome();
  await expect(page.getByText("No active auctions at the moment.")).toBeVisible();
  await shoot(page, "home-empty");
});

test("shows Home without a connection", async ({ open, watch }) => {
  watch.expectErrors(/net::ERR_|WebSocket/);
  const page = await open("ada", "/");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("Reconnecting…", { exact: true })).toBeVisible();
  await shoot(page, "home-offline", "view");
});

test("shows login, registration and verification", async ({ open, watch }) => {
  watch.expectErrors(/40[014]/);
  const page = await open(null, "/login");
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await shoot(page, "login");
  await page.getByLabel("Email").fill("nobody@auction.test");
  await page.getByLabel("Password", { exact: true }).fill("whatever it is");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await shoot(page, "login-refused");
  await page.goto("/register");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await shoot(page, "register-mistakes");
  const name = `sade${Date.now()}`;
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(`${name}@people.test`);
  await page.getByLabel("Password", { exact: true }).fill("secret-enough");
  await page.getByLabel("Confirm password").fill("secret-enough");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await shoot(page, "registered");
  await page.goto("/verify-email?token=made-up&email=nobody%40auction.test");
  await expect(page.getByRole("alert")).toBeVisible();
  await shoot(page, "verify-email-failed");
});

test("shows the profile", async ({ api, open, watch }) => {
  watch.expectErrors(/404|500/);
  const uche = await open("uche", "/profile/money");
  await expect(uche.getByRole("heading", { name: "Bank transfer" })).toBeVisible();
  await shoot(uche, "profile-unverified");
  const page = await open("bola", "/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("First Name").fill("Bola");
  await page.getByLabel("Last Name").fill("Ahmed");
  await page.getByLabel("Phone").fill("no number");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
  await shoot(page, "profile-edit");
  await page.getByLabel("Phone").fill("+234 801 234 5678");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("+234 801 234 5678")).toBeVisible();
  await page.goto("/profile/money");
  await page.getByRole("button", { name: "₦50,000.00" }).click();
  await page.getByRole("button", { name: "Pay ₦50,000.00" }).click();
  await page.waitForURL(/\/sandbox\/paystack\//);
  await shoot(page, "sandbox-payment");
  await page.getByRole("button", { name: "Pay ₦50,000.00" }).click();
  await expect(page.getByText("Payment received")).toBeVisible();
  await shoot(page, "profile-paid");
  const { reference } = await api.call<{ reference: string }>("POST", "/api/payments/top-ups", "chidi", {
    amount: 900,
  });
  const chidi = await open("chidi", `/profile?topUp=${reference}`);
  await expect(chidi.getByText("No payment has come yet")).toBeVisible({ timeout: 60_000 });
  await shoot(chidi, "profile-pending");
  await chidi.route("**/api/users/profile", (route) => route.fulfill({ status: 500, json: { message: "" } }));
  await chidi.goto("/profile");
  await expect(chidi.getByText("Failed to load profile")).toBeVisible();
  await shoot(chidi, "profile-failed");
});

test("shows the pages of text", async ({ open, watch }) => {
  watch.expectErrors(/404/);
  const page = await open(null, "/bidding-info");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await shoot(page, "guide");
  for (const name of ["privacy", "terms", "support"]) {
    await page.goto(`/${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, name);
  }
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await shoot(page, "not-found");
});

test("shows the user's own pages", async ({ api, open }) => {
  const won = await api.createAuction({ title: "Carved ebony mask", media: await api.pictures(1) });
  const reached = await api.createAuction({ title: "Brass trumpet from Bida" });
  for (const amount of [10_500, 11_500, 12_500]) await api.bid("emeka", won._id, amount);
  await api.setStatus(won._id, "ended");
  await api.setMaxBid("emeka", reached._id, 12_000);
  await api.bid("dayo", reached._id, 13_000);
  const page = await open("emeka", "/my-bids");
  await expect(page.getByText("Won!").first()).toBeVisible();
  await shoot(page, "my-bids");
  for (const tab of ["active", "won", "lost"]) {
    await page.goto(`/my-bids?tab=${tab}`);
    await expect(page.getByRole("navigation", { name: "Your bids" })).toBeVisible();
    await expect(page.getByText("Loading your bids...")).toBeHidden();
    await shoot(page, `my-bids-${tab}`);
  }
  await page.goto("/my-max-bids");
  await expect(page.getByText("Max bid reached:").first()).toBeVisible();
  await shoot(page, "my-auto-bids");
  const empty = await open("uche", "/my-bids");
  await expect(empty.getByRole("link", { name: "Browse Auctions" }).first()).toBeVisible();
  await shoot(empty, "my-bids-empty");
  await empty.goto("/my-max-bids");
  await expect(empty.getByText("No Active Auto-Bids")).toBeVisible();
  await shoot(empty, "my-auto-bids-empty");
});

test("shows the watchlist", async ({ api, open }) => {
  const ended = await api.createAuction({ title: "Bronze head from Ife", media: await api.pictures(1) });
  await api.bid("emeka", ended._id, 10_500);
  await api.setStatus(ended._id, "ended");
  const { auctions } = await api.call<{ auctions: Auction[] }>("GET", "/api/auctions?limit=5", null);
  const ada = await api.member("ada");
  await api.call("POST", "/api/watchlist", ada, { auctionIds: [ended._id, ...auctions.map(({ _id }) => _id)] });
  const page = await open(ada, "/watchlist");
  await expect(page.getByText("Somebody won it.")).toBeVisible();
  await shoot(page, "watchlist");
  const visitor = await open(null, "/watchlist");
  await expect(visitor.getByText("You watch no lots yet.")).toBeVisible();
  await shoot(visitor, "watchlist-empty");
});

test("shows the user's own pages while they load, and after a failure", async ({ open, watch }) => {
  watch.expectErrors(/500/);
  const page = await open("ada", "/bidding-info");
  for (const [path, call, words] of [
    ["/my-bids", "**/api/bids/user/my-auctions?*", "Failed to fetch your bids"],
    ["/my-max-bids", "**/api/maxbids/user/active?*", "Failed to fetch your max bids"],
  ] as const) {
    const name = path.slice(1);
    await page.route(call, neverAnswered);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, `${name}-loading`);
    await page.unroute(call);
    await page.route(call, (route) =>
      route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Something went wrong on our side." } }),
    );
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    await shoot(page, `${name}-error`);
    await page.unroute(call);
  }
});

test("shows the legal pages and support", async ({ open }) => {
  const page = await open(null, "/support");
  await expect(page.getByRole("heading", { name: "Make a complaint" })).toBeVisible();
  await shoot(page, "support");
  for (const path of ["terms", "privacy", "buyer-protection", "refunds", "terms?version=2026-11-23"]) {
    await page.goto(`/${path}`);
    await expect(page.getByText(/^Version of/)).toBeVisible();
    await shoot(page, path.replace("?version=", "-"), path.includes("?") ? "page" : "view");
  }
});
