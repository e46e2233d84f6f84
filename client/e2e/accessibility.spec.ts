// Tests every screen: axe finds no violation, and nothing is wider than the screen. Also tests bidding by the keyboard
// alone and from a phone's bid sheet. It is long because each screen is tried in each of its states.
import { maskedName, uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { chooseMore } from "./support/choose-more.ts";
import { desk, expectGoodEverywhere, phone } from "./support/everywhere.ts";
import { tabTo } from "./support/keyboard.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { pictureFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

// Contrast is measured at rest.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("Home is accessible with lots, with filters, without hits, and with a phone's menu open", {
  tag: "@everywhere",
}, async ({ api, open }) => {
  await api.createAuction({
    title: "A very long title of a lot with averyveryverylongwordthatdoesnotbreakanywhere in it, ninety",
    startingPrice: 9_999_999_999,
    media: await api.pictures(1),
  });
  const page = await open("ada", "/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectGoodEverywhere(page, "Home");

  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("link", { name: "Auto-Bids" })).toBeVisible();
  await expectAccessible(page, "the phone's menu");
  await expectNoSidewaysScroll(page, "the phone's menu");

  await page.goto("/?search=long&minPrice=10&sortBy=title");
  await expect(page.getByRole("list", { name: "Active filters" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectGoodEverywhere(page, "Home with filters");
  await page.goto("/?search=nothing-is-called-this");
  await expect(page.getByText("No auctions found matching your search criteria.")).toBeVisible();
  await expectGoodEverywhere(page, "Home with nothing found");
  await page.goto("/?search=genrator");
  await expect(page.getByText("These are the results for “generator”.")).toBeVisible();
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByRole("group", { name: "Location" })).toBeVisible();
  await expectGoodEverywhere(page, "Home with a typing error and the filters open");
});

test("Home and a lot are accessible without a connection, and so are the answers to a bid and an unsold or later lot", {
  tag: "@long",
}, async ({ administrator, api, open, watch }) => {
  // For the public, the address of a lot that is not open yet leads to no lot.
  watch.expectErrors(/net::ERR_|WebSocket|404 .*\/auction\//);
  const { _id } = await api.createAuction({ title: "Drum of many questions", media: await api.pictures(1) });
  const adas = await api.member("ada");
  const ada = new AuctionPage(await open(adas, `/auction/${_id}`));
  const { page } = ada;
  await ada.bid(90_000);
  await expect(page.getByRole("dialog", { name: "Is this amount right?" })).toBeVisible();
  // On a phone the question is in the sheet, so it is checked there.
  await expectAccessible(page, "auction, a large amount");
  await page.getByRole("button", { name: "Change amount" }).click();
  await api.call("PUT", `/api/users/admin/balance/${adas.user._id}`, "admin", { balance: 0, action: "set" });
  await page.setViewportSize(desk);
  await expect(page.getByRole("button", { name: /^Add ₦/ })).toBeVisible();
  await expectGoodEverywhere(page, "auction, too little money");
  await page.context().setOffline(true);
  await expect(page.getByText("Reconnecting…", { exact: true })).toBeVisible();
  await expectGoodEverywhere(page, "auction, offline");
  await page.context().setOffline(false);
  const unsold = await api.createAuction({ title: "Reserve too high for all", reservePrice: 90_000 });
  await api.bid(await api.member("bola"), unsold._id, 10_500);
  await api.setStatus(unsold._id, "ended");
  const visitor = await open(null, `/auction/${unsold._id}`);
  await expect(visitor.getByText("Reserve not met.").first()).toBeVisible();
  await expectGoodEverywhere(visitor, "auction, unsold");
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const later = await api.createAuction({ title: "Drum for another day", startTime });
  const staff = await open(administrator, `/auction/${later._id}`);
  await expect(staff.getByText("This auction is not open yet.")).toBeVisible();
  await expectGoodEverywhere(staff, "auction, not open yet");
});

test("the auction's page is accessible to a visitor, a leader, an outbid user and an administrator", {
  tag: "@everywhere",
}, async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/net::ERR_FAILED .*\/media\//);
  const { _id } = await api.createAuction({
    title: "Bronze head, shown to everyone",
    categories: ["collectibles", "general"],
    location: "Benin City",
    reservePrice: 60_000,
    buyItNowPrice: 90_000,
    media: await api.pictures(3),
  });
  const path = `/auction/${_id}`;
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(bolas, _id, 10_500);
  await api.setMaxBid(adas, _id, 20_000);

  const visitor = new AuctionPage(await open(null, path));
  await visitor.expectLeader(maskedName(adas));
  await expectGoodEverywhere(visitor.page, "auction, visitor");
  await visitor.page.route("**/media/**", (route) => route.abort());
  await visitor.page.goto(path);
  await expect(visitor.page.getByText("Image Not Found").first()).toBeVisible();
  await expectGoodEverywhere(visitor.page, "auction without its pictures");

  const ada = new AuctionPage(await open(adas, path));
  await expect(ada.youLead).toBeVisible();
  await ada.chooseAutoBid();
  await expect(ada.page.getByRole("heading", { name: "Auto-bidding Active" })).toBeVisible();
  await expectAccessible(ada.page, "auction, the maximum");
  await ada.page.getByRole("tab", { name: "Bid now" }).click();
  await expectGoodEverywhere(ada.page, "auction, leading");

  const bola = new AuctionPage(await open(bolas, path));
  await expect(bola.outbid).toBeVisible();
  await bola.bid(1);
  await expect(bola.page.getByText(/^Bid must be at least/)).toBeVisible();
  await bola.bid(12_000);
  await expect(bola.page.getByText(/outbid you at once/)).toBeVisible();
  await expectGoodEverywhere(bola.page, "auction, outbid at once");

  const admin = new AuctionPage(await open(administrator, path));
  await admin.controls.getByRole("button", { name: "End now" }).click();
  await expect(admin.page.getByRole("dialog")).toBeVisible();
  await expectGoodEverywhere(admin.page, "auction, admin's question");
  await admin.page.getByRole("dialog").getByRole("button", { name: "Leave as it is" }).click();
});

test("a changed lot is accessible with a suspended maximum, voided bids and the dialogs about them", {
  tag: "@long",
}, async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/409|net::ERR_FAILED .*\/media\//);
  const media = await api.pictures(2);
  const softClose = { windowSeconds: 120, capMinutes: 30 };
  const { _id } = await api.createAuction({ title: "Raffia hat, changed and voided", media, softClose });
  const [adas, bolas, emeka] = await Promise.all([api.member("ada"), api.member("bola"), api.member("emeka")]);
  await api.bid(bolas, _id, 10_500);
  await api.setMaxBid(adas, _id, 50_000);
  await api.bid(emeka, _id, 40_000);
  const path = `/auction/${_id}`;
  const bola = new AuctionPage(await open(bolas, path));
  await expect(bola.outbid).toBeVisible();
  const change = { title: "Raffia hat, worn", media: media.slice(1) };
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", change);
  const ada = new AuctionPage(await open(adas, path));
  await expect(ada.page.getByText("Your maximum is suspended because the lot changed")).toBeVisible();
  await ada.page
    .getByText(/^Changed \d+/)
    .first()
    .click();
  await expectGoodEverywhere(ada.page, "auction, suspended");
  await bola.bid(41_000);
  await expect(bola.page.getByText("This lot has changed")).toBeVisible();
  await expectGoodEverywhere(bola.page, "auction, changed under a bid");
  await bola.page.setViewportSize(desk);
  await bola.page.getByRole("button", { name: "Withdraw my bids" }).click();
  await expectGoodEverywhere(bola.page, "auction, withdrawing");
  await bola.page.getByRole("button", { name: "Keep them" }).click();
  const mine = await open(adas, "/my-max-bids");
  await expect(mine.getByText("Suspended: the lot changed")).toBeVisible();
  await expectGoodEverywhere(mine, "My Auto-Bids, suspended");

  const admin = new AuctionPage(await open(administrator, path));
  await admin.controls.getByRole("button", { name: "Void bids" }).click();
  const dialog = admin.page.getByRole("dialog", { name: "Void somebody's bids" });
  await dialog.getByLabel("Bidder").selectOption({ label: `${emeka.user.username}: 1 bid, up to ₦40,000.00` });
  await expect(dialog.getByRole("row", { name: "After" })).toBeVisible();
  await expectGoodEverywhere(admin.page, "auction, voiding");
  await dialog.getByRole("button", { name: "Void 1 bid" }).click();
  await expect(bola.page.getByText("no longer counts: mistaken amount")).toBeVisible();
  await expectGoodEverywhere(bola.page, "auction, voided");
  const troll = await open(emeka, "/my-bids");
  await troll.getByText("Your bid", { exact: true }).click();
  await expect(troll.getByText("no longer counts: mistaken amount")).toBeVisible();
  await expectGoodEverywhere(troll, "My Bids, voided");
  const { username } = emeka.user;
  const users = await open(administrator, `/admin?q=${username}`);
  await users.getByRole("button", { name: `Void all bids of ${username}`, exact: true }).click();
  await expectGoodEverywhere(users, "Admin Panel, void all bids");
});

test("the auction's page is accessible when the auction is paused, ended or missing, and to an unverified user", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/404 .*\/(api\/auctions|auction)\/nothing/);
  const { _id } = await api.createAuction({ title: "Calabash in all its states" });
  const adas = await api.member("ada");
  await api.bid(adas, _id, 10_500);
  const uche = new AuctionPage(await open("uche", `/auction/${_id}`));
  await expect(uche.rail.getByText("Email verification required")).toBeVisible();
  await expectGoodEverywhere(uche.page, "auction, unverified");
  await uche.page.goto("/auction/nothing");
  await expect(uche.page.getByRole("heading", { name: "Auction not found" })).toBeVisible();
  await expectGoodEverywhere(uche.page, "auction, not found");

  const ada = new AuctionPage(await open(adas, `/auction/${_id}`));
  await api.setStatus(_id, "paused");
  await ada.expectStatus("Paused");
  await expectGoodEverywhere(ada.page, "auction, paused");
  await api.setStatus(_id, "active");
  await api.setStatus(_id, "ended");
  await expect(ada.rail.getByText("You won this auction!")).toBeVisible();
  await expectGoodEverywhere(ada.page, "auction, won");
});

test("Buy It Now is accessible in each of its states and in dollars", { tag: "@long" }, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Stool of a chief, at once", buyItNowPrice: 90_000 });
  const path = `/auction/${_id}`;
  const bolas = await api.member("bola");
  await api.bid(bolas, _id, 10_500);
  const ada = await open(await api.member("ada"), path);
  const dialog = ada.getByRole("dialog");
  await ada.getByRole("region", { name: "Buy It Now", exact: true }).getByRole("button").click();
  await expect(dialog.getByRole("button", { name: "Confirm Purchase" })).toBeEnabled();
  await expectGoodEverywhere(ada, "Buy It Now, the question");
  await dialog.getByRole("button", { name: "Confirm Purchase" }).click();
  await expect(dialog.getByRole("button", { name: "I Understand - Close" })).toBeVisible();
  await expectGoodEverywhere(ada, "Buy It Now, the instructions");
  await dialog.getByRole("button", { name: "I Understand - Close" }).click();
  await expect(ada.getByRole("region", { name: /^Payment due by/ })).toBeVisible();
  await expectGoodEverywhere(ada, "Buy It Now, to be paid");

  const bola = await open(bolas, path);
  await expect(bola.getByText(/temporarily paused for Buy It Now/)).toBeVisible();
  await bola.getByRole("button", { name: /^Prices in/ }).click();
  await expect(bola.getByText(/^≈ \$/).first()).toBeVisible();
  await expectGoodEverywhere(bola, "auction, paused for a payment, in dollars");
  await api.setStatus(_id, "sold");
  await expect(ada.getByText("Your payment is confirmed")).toBeVisible();
  await expectGoodEverywhere(ada, "auction, bought");
});

test("login, registration, verification, the guide and an unknown address are accessible", {
  tag: "@everywhere",
}, async ({ open, watch }) => {
  watch.expectErrors(/40[014] .*\/api\/auth\//);
  const page = await open(null, "/login");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill("nobody@auction.test");
  await page.getByLabel("Password", { exact: true }).fill("whatever it is");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectGoodEverywhere(page, "login, refused");

  await page.goto("/register");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expectGoodEverywhere(page, "registration with mistakes");
  const name = uniqueName("sade");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(`${name}@people.test`);
  await page.getByLabel("Password", { exact: true }).fill("secret-enough");
  await page.getByLabel("Confirm password").fill("secret-enough");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
  await expectGoodEverywhere(page, "registered");

  await page.goto("/verify-email?token=made-up&email=nobody%40auction.test");
  await expect(page.getByRole("alert")).toBeVisible();
  await expectGoodEverywhere(page, "verification, failed");
  await page.goto("/bidding-info");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectGoodEverywhere(page, "guide");
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectGoodEverywhere(page, "wrong address");
});

test("the profile is accessible while the user reads and edits it, and so are the pages that the footer links to", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/404 .*\/api\/payments\/top-ups\/made-up/);
  const session = await api.register(uniqueName("averyverylongnamewitho"));
  const page = await open(session, "/profile");
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  await expectGoodEverywhere(page, "profile, unverified");
  for (const [name, ready] of [
    ["Money", page.getByText("There is nothing in your balance yet.")],
    ["Settings", page.getByRole("link", { name: "Login and security" })],
  ] as const) {
    await page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name }).click();
    await expect(ready).toBeVisible();
    await expectGoodEverywhere(page, `profile, ${name}`);
  }
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Phone").fill("no number");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
  await expectGoodEverywhere(page, "profile, edited with a mistake");

  const ada = await open("ada", "/profile?topUp=made-up");
  await expect(ada.getByText("Payment not found")).toBeVisible();
  await ada.getByLabel("Amount (₦)").fill("99");
  await ada.getByRole("button", { name: "Pay ₦99.00" }).click();
  await expect(ada.getByText("You can add ₦100.00 or more")).toBeVisible();
  await expectGoodEverywhere(ada, "profile, adding money with a mistake");

  for (const name of [
    "Privacy policy",
    "Terms of service",
    "Buyer protection",
    "Payments and refunds",
    "Support and complaints",
  ]) {
    await ada.setViewportSize(desk);
    await ada.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await expect(ada.getByRole("heading", { level: 1, name })).toBeVisible();
    await expectGoodEverywhere(ada, name);
  }
});

test("My Bids and My Auto-Bids are accessible", { tag: "@long" }, async ({ api, open }) => {
  const won = await api.createAuction({ title: "Won by emeka" });
  const reached = await api.createAuction({ title: "Reached by emeka" });
  const emeka = await api.member("emeka");
  for (const amount of [10_500, 11_500, 12_500, 13_500]) await api.bid(emeka, won._id, amount);
  await api.setStatus(won._id, "ended");
  await api.setMaxBid(emeka, reached._id, 12_000);
  await api.bid(await api.member("dayo"), reached._id, 13_000);
  const page = await open(emeka, "/my-bids");
  await expect(page.getByText("Won!").first()).toBeVisible();
  await expectGoodEverywhere(page, "My Bids");
  for (const tab of ["active", "won", "lost"]) {
    await page.goto(`/my-bids?tab=${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading your bids...")).toBeHidden();
    await expectGoodEverywhere(page, `My Bids, ${tab}`);
  }
  await page.goto("/my-max-bids");
  await expect(page.getByText("Max bid reached:").first()).toBeVisible();
  await expectGoodEverywhere(page, "My Auto-Bids");
  const visitor = await open(null, "/my-max-bids");
  await expect(visitor.getByText("Please log in to view your max bids.")).toBeVisible();
  await expectGoodEverywhere(visitor, "My Auto-Bids, signed out");
});

// S128
test("Create Auction is accessible empty, filled in and while it uploads, and so are My Auctions and the dialogs", {
  tag: "@long",
}, async ({ administrator, api, open }) => {
  const page = await open(administrator, "/create-auction");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expectGoodEverywhere(page, "Create auction with mistakes");
  await page.getByLabel("Title").fill("averyveryverylongwordthatdoesnotbreakanywhere".repeat(2));
  await page.getByLabel("Description").fill("word");
  await page.getByLabel("Starting Price").fill("9999999999.99");
  for (const category of ["electronics", "clothing", "collectibles"])
    await page.getByLabel("Categories", { exact: true }).selectOption(category);
  let goOn = (): void => {};
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/api/upload/single", async (route) => {
    await isHeld;
    await route.continue();
  });
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([
      await pictureFile(page, "a-picture-with-a-name-that-is-longer-than-its-tile.jpg", 10),
      await pictureFile(page, "second.jpg", 200),
      { name: "notes-that-are-no-picture-at-all.pdf", mimeType: "application/pdf", buffer: Buffer.from("pdf") },
    ]);
  await expect(page.getByText("One file was not added")).toBeVisible();
  await expectGoodEverywhere(page, "Create auction with media");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading all files" })).toBeVisible();
  await expectGoodEverywhere(page, "Create auction, uploading");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without creating the auction?" });
  await expect(question).toBeVisible();
  await expectGoodEverywhere(page, "Create auction, leaving");
  await question.getByRole("button", { name: "Keep editing" }).click();
  goOn();
  await expect(page.getByRole("dialog", { name: "Check the lot before you publish it" })).toBeVisible();
  await expectGoodEverywhere(page, "Create auction, looked over");

  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  await api.createAuction({ title: "For another day", startTime }, administrator);
  const mine = await open(administrator, "/my-auctions");
  const card = mine.getByRole("article", { name: "For another day" });
  await expect(card).toBeVisible();
  await expectGoodEverywhere(mine, "My Auctions");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(mine.getByRole("dialog")).toBeVisible();
  await expectGoodEverywhere(mine, "My Auctions, cancelling");
});

test("Settlements, Holidays and their dialogs are accessible", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Gourd of an averyveryverylongwordthatdoesnotbreakanywhere";
  const won = await api.createAuction({ title, startingPrice: 20_000_000 });
  const waived = await api.createAuction({ title: "Gourd, waived", buyItNowPrice: 90_000 });
  await api.bid(await api.member("ada"), won._id, 20_000_500);
  await api.setStatus(won._id, "ended");
  await api.call("POST", `/api/auctions/${waived._id}/buy-it-now`, await api.member("chidi"));
  const page = await open(administrator, "/admin/settlements?q=gourd");
  const row = page.getByRole("row").filter({ hasText: "waived" });
  await chooseMore(row, "Waive");
  await page.getByLabel(/^Note/).fill("for the test");
  await expectGoodEverywhere(page, "Settlements, the question");
  await page.getByRole("dialog").getByRole("button", { name: "Waive" }).click();
  await expect(row).toContainText(`Waived by ${administrator.user.username}`);
  await expectGoodEverywhere(page, "Settlements");
  await page.goto("/admin/settlements?q=nobody-owes-this");
  await expect(page.getByText("No settlements match these filters.")).toBeVisible();
  await expectGoodEverywhere(page, "Settlements, none found");

  await page.goto("/admin/settlements/holidays");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await expect(page.getByText("Please choose a date")).toBeVisible();
  await page
    .getByRole("button", { name: /^Rename/ })
    .first()
    .click();
  await expectGoodEverywhere(page, "Holidays, with mistakes and a new name");
  await page
    .getByRole("button", { name: /^Delete/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGoodEverywhere(page, "Holidays, the question");
});

// S165
test("the Admin Panel is accessible with its dialogs and a ledger open, without hits, and to a refused user", {
  tag: "@long",
}, async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/403 .*\/api\/users\/admin\/balance/);
  const longName = uniqueName("averyveryverylongusern").padEnd(30, "0");
  await api.register(longName);
  const visitor = await open(null, "/admin");
  await expect(visitor.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await expectGoodEverywhere(visitor, "Admin Panel, signed out");
  const ada = await open("ada", "/admin");
  await expect(ada.getByRole("heading", { name: /^Access Denied/ })).toBeVisible();
  await expectGoodEverywhere(ada, "Admin Panel, denied");

  const page = await open(administrator, "/admin");
  await expect(page.getByRole("row", { name: new RegExp(`^${longName}`) })).toBeVisible();
  await expectGoodEverywhere(page, "Admin Panel");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
  await expectAccessible(page, "an administrator's menu on a phone");
  await expectNoSidewaysScroll(page, "an administrator's menu on a phone");
  const { username } = (await api.member("managed")).user;
  await page.goto(`/admin?q=${username}`);
  await page.getByRole("button", { name: `Ledger of ${username}` }).click();
  await expect(page.getByRole("table", { name: new RegExp(`^Ledger of ${username}`) })).toBeVisible();
  await page.getByRole("button", { name: `Edit Balance of ${username}` }).click();
  await page.getByLabel("Mode").selectOption("subtract");
  await page.getByLabel("Amount (₦)").fill("9999999999.99");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText(/^Failed to update balance/)).toBeVisible();
  await expectGoodEverywhere(page, "Admin Panel, a balance refused");
  await page.getByLabel(`Role of ${username}`).selectOption("admin");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGoodEverywhere(page, "Admin Panel, a role asked about");
  await page.goto("/admin?q=nobody-is-called-this");
  await expect(page.getByText("No users found")).toBeVisible();
  await expectGoodEverywhere(page, "Admin Panel, nobody found");
});

// S184
test("Auction Management, its dialogs and an auction's history are accessible", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const title = "Gourd, managed, with averyveryverylongwordthatdoesnotbreakanywhere in it";
  const { _id } = await api.createAuction({
    title,
    categories: ["general", "toys", "tools"],
  });
  await api.bid(await api.member("ada"), _id, 10_500);
  const page = await open(administrator, "/admin/auctions");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expectGoodEverywhere(page, "Auction Management");
  await page.getByRole("combobox", { name: `Status of ${title}` }).selectOption("cancelled");
  await expect(page.getByRole("dialog", { name: "Cancel this auction?" })).toBeVisible();
  await expectGoodEverywhere(page, "Auction Management, a question");
  await page.goto(`/admin/auctions?edit=${_id}`);
  const dialog = page.getByRole("dialog", { name: `Edit Auction: ${title}` });
  await dialog.getByLabel("Title").fill("");
  await dialog.getByLabel("Description", { exact: true }).fill("Mine.");
  await api.call("PUT", `/api/auctions/admin/${_id}`, "admin", { description: "Theirs." });
  await expect(dialog.getByText("Somebody else changed this")).toBeVisible();
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await expectGoodEverywhere(page, "the edit dialog with a mistake and a conflict");
  await page.goto("/admin/auctions?search=nothing-is-called-this");
  await expect(page.getByText("No auctions found")).toBeVisible();
  await expectGoodEverywhere(page, "Auction Management with nothing found");
  await page.goto(`/admin/auctions/${_id}/history`);
  await expect(page.getByText("created the auction")).toBeVisible();
  await expectGoodEverywhere(page, "the history of an auction");
});

test("a user can place a bid with the keyboard alone, from the top of the page", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Kora, by keyboard" });
  const page = await open(await api.member("ada"), `/auction/${_id}`);
  const auction = new AuctionPage(page);
  await expect(auction.placeBid).toBeEnabled();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await tabTo(page, auction.amount), "the focus can be seen at every stop").toEqual([]);
  await page.keyboard.type("10500");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bid placed successfully!")).toBeVisible();
  await expect(auction.youLead).toBeVisible();
  await expect(page.getByText("You lead at ₦10,500.00. You do not need to bid.")).toBeFocused();

  // The leader raises their own price: the question takes the focus, and Escape gives it back.
  await tabTo(page, page.getByRole("button", { name: "Bid by hand" }));
  await page.keyboard.press("Enter");
  await expect(auction.amount, "the amount can be typed at once").toBeFocused();
  await page.keyboard.type("99000");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Raise your own price?" });
  await expect(question).toBeVisible();
  await expect(question.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(auction.amount).toBeFocused();

  // The segments are one stop; the arrows choose.
  const segments = page.getByRole("tablist", { name: "Ways to bid" });
  await segments.getByRole("tab", { name: "Bid now" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(segments.getByRole("tab", { name: "Your maximum" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel", { name: "Your maximum" }).getByLabel(/^(Your|New) maximum \(/)).toBeFocused();
});

test("on a phone the bar at the bottom always offers the bid, and its sheet places the bid", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Kora, by thumb" });
  const page = await open(await api.member("bola"), `/auction/${_id}`, {
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const auction = new AuctionPage(page);
  const bidButton = page.getByRole("button", { name: "Bid", exact: true });
  await expect(bidButton).toBeInViewport();
  await bidButton.tap();
  const sheet = page.getByRole("dialog");
  await expect(auction.placeBid).toBeInViewport({ ratio: 1 });
  await sheet.getByRole("button", { name: "₦10,500.00" }).tap();
  await auction.placeBid.tap();
  await expect(sheet.getByText("You lead at ₦10,500.00. You do not need to bid.")).toBeInViewport();
  await expectAccessible(page, "the sheet");
  await expectNoSidewaysScroll(page, "the sheet");
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(page.getByText("Leading", { exact: true }).last()).toBeInViewport();
  await api.bid(await api.member("chidi"), _id, 11_000);
  await expect(page.getByText("Outbid", { exact: true }).last()).toBeInViewport();
  await page.getByRole("button", { name: "Bid ₦11,500.00" }).tap();
  await sheet.getByRole("button", { name: "Bid ₦11,500.00" }).tap();
  await expect(sheet.getByText("You lead at ₦11,500.00. You do not need to bid.")).toBeInViewport();
  await sheet.getByRole("button", { name: "Close" }).tap();

  // During the pause bidding is not possible, and the bar says so.
  await api.setStatus(_id, "paused");
  await expect(page.getByRole("timer").last()).toContainText("(paused)");
  await expect(page.getByRole("button", { name: /^(Bid|Your bid)\b/ })).toHaveCount(0);
});

test("nothing in the phone's sheet moves when the page goes live, the user chooses an amount or the answer comes", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Kora, by a quick thumb" });
  const reader = await api.member("bola");
  const page = await open(reader, "about:blank", { viewport: phone, hasTouch: true, isMobile: true });
  let goLive = () => {};
  const isLive = new Promise<void>((resolve) => {
    goLive = resolve;
  });
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await isLive;
    socket.connectToServer();
  });
  await page.goto(`/auction/${_id}`);
  const auction = new AuctionPage(page);
  const sheet = page.getByRole("dialog");
  await page.getByRole("button", { name: "Bid", exact: true }).tap();
  const suggested = sheet.getByRole("list", { name: "Suggested amounts" }).getByRole("button").first();
  const stays = [sheet.getByRole("button", { name: "Close" }), sheet.getByRole("tab", { name: "Your maximum" })];
  const targets = [...stays, suggested, auction.placeBid];
  const places = (of = targets) => Promise.all(of.map((target) => target.boundingBox()));
  await expect(sheet.getByText("Connecting… Bidding opens as soon as the price is live.")).toBeVisible();
  const before = await places();

  goLive();
  await expect(auction.placeBid).toBeEnabled();
  expect(await places(), "live").toEqual(before);
  await suggested.tap();
  await expect(sheet.getByText("Balance needed:")).toBeVisible();
  expect(await places(), "with an amount").toEqual(before);
  await auction.placeBid.tap();
  await expect(sheet.getByText("You lead at ₦10,500.00. You do not need to bid.")).toBeInViewport({ ratio: 1 });
  expect(await places(stays), "with an answer").toEqual(before.slice(0, stays.length));
});
