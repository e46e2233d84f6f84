// Tests five tasks as a newcomer does them: find a generator, bid, understand why they were outbid, win and pay, find
// the terms. A phone and a desktop take the same steps, and use only what is on the screen and its name. Each step
// saves a picture in the test's folder. A phone whose browser translates every page takes the same steps.
import type { Locator, Page } from "@playwright/test";
import { type Api, OWN_PASSWORD, type Session, uniqueName } from "./support/api.ts";
import { expect, test } from "./support/test.ts";
import { translatePages } from "./support/translate.ts";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DEVICES = {
  "a phone": phone,
  "a phone that translates the pages": phone,
  "a desktop": { viewport: { width: 1280, height: 800 } },
};

/** Presses what a newcomer would see: visible, and not covered. */
const press = async (target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  await target.click();
};

/** The newest mail's link, as somebody would press it in another tab. */
const mailedLink = async (api: Api, email: string): Promise<string> => {
  const [mail] = await api.mailsTo(email);
  return /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
};

const payInSandbox = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/sandbox\/paystack\//);
  await press(page.getByRole("button", { name: /^Pay ₦/ }));
};

for (const [device, options] of Object.entries(DEVICES)) {
  test(
    `a newcomer on ${device} finds a generator, bids, learns why they were outbid, wins, pays, and finds the terms`,
    { tag: "@long" },
    async ({ api, open }, testInfo) => {
      test.slow();
      const isPhone = device !== "a desktop";
      const word = uniqueName("gen");
      const lot = (title: string, startingPrice: number, location: string) =>
        api.createAuction({
          title: `${title} generator ${word}`,
          startingPrice,
          bidIncrement: 1_000,
          location,
          categories: ["tools"],
        });
      const [wanted] = await Promise.all([
        lot("Petrol", 200_000, "Ikeja, Lagos"),
        lot("Diesel", 450_000, "Surulere, Lagos"),
        lot("Gas", 150_000, "Bompai, Kano"),
      ]);
      const rival = await api.member("rival");
      const page = await open(null, "/", options);
      if (device.includes("translates")) {
        await translatePages(page);
        await page.reload();
        await expect(page.locator("font").first()).toBeAttached();
      }
      let pictures = 0;
      const look = async (name: string) => {
        pictures += 1;
        const path = testInfo.outputPath(`${String(pictures).padStart(2, "0")}-${name}.png`);
        // For people to look at. A picture that a busy browser does not draw in time is left out.
        await page.screenshot({ path, timeout: 15_000 }).catch(() => {});
      };
      const username = uniqueName("newcomer");
      const email = `${username}@people.test`;
      /** A newcomer bids in a phone's sheet, which the bar's one button opens, or in the panel beside the pictures. */
      const openBidding = async (button: string | RegExp): Promise<Locator> => {
        if (!isPhone) return page.getByRole("complementary", { name: "Bidding" });
        await press(page.getByRole("button", { name: button, exact: true }));
        return page.getByRole("dialog");
      };

      await test.step("finds a generator under ₦300,000 in Lagos by search and filters", async () => {
        await look("home");
        await page.getByRole("searchbox", { name: "Search auctions" }).fill(`generator ${word}`);
        await press(page.getByRole("button", { name: "Search", exact: true }));
        await expect(page.getByRole("article")).toHaveCount(3);
        await look("found");
        await press(page.getByRole("button", { name: "More Filters" }));
        await look("filters");
        await press(page.getByRole("button", { name: "Lagos 2 lots" }));
        await page.getByLabel("Max price (₦)").fill("300000");
        await expect(page.getByRole("article")).toHaveCount(1);
        await look("filtered");
        if (isPhone) await press(page.getByRole("button", { name: "Show 1 lot" }));
        await expect(page.getByRole("article")).toBeInViewport();
        await look("results");
        await press(page.getByRole("article"));
        await expect(page.getByRole("heading", { level: 1, name: `Petrol generator ${word}` })).toBeVisible();
        await look("lot");
      });

      await test.step("registers, verifies the address, adds the missing money and bids", async () => {
        await press((await openBidding("Bid")).getByRole("link", { name: "Register" }));
        for (const [label, typed] of [
          ["Username", username],
          ["Email", email],
          ["Password", OWN_PASSWORD],
          ["Confirm password", OWN_PASSWORD],
        ] as const) {
          await page.getByLabel(label, { exact: true }).fill(typed);
        }
        await look("register");
        await press(page.getByRole("button", { name: "Register", exact: true }));
        await expect(page.getByRole("heading", { name: "Registration Successful!" })).toBeVisible();
        await look("registered");
        await page.goto(await mailedLink(api, email));
        await expect(page.getByText("Taking you back to where you were in 3 seconds.")).toBeVisible();
        await look("verified");
        await page.waitForURL(new RegExp(`/auction/${wanted._id}$`));
        const bidding = await openBidding("Bid");
        await look("bid-form");
        await press(bidding.getByRole("list", { name: "Suggested amounts" }).getByRole("button").first());
        await look("bid-short");
        await press(bidding.getByRole("button", { name: /^Add ₦/ }));
        await look("add-money");
        await press(page.getByRole("dialog", { name: "Add money" }).getByRole("button", { name: /^Pay ₦/ }));
        await look("sandbox");
        await payInSandbox(page);
        await page.waitForURL(new RegExp(`/auction/${wanted._id}$`));
        await look("back-with-money");
        await press(page.getByRole("button", { name: "Place Bid" }));
        await expect(page.getByText("You lead at ₦201,000.00. You do not need to bid.").first()).toBeVisible();
        await look("leading");
        if (isPhone) await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
      });
      const { user } = await api.call<Session>("POST", "/api/auth/login", null, { email, password: OWN_PASSWORD });
      await api.call("PUT", `/api/users/admin/balance/${user._id}`, "admin", { balance: 60_000, action: "set" });

      await test.step("is outbid by another bidder's maximum, and reads why", async () => {
        await api.setMaxBid(rival, wanted._id, 230_000);
        await expect(
          page
            .getByText(/Outbid/)
            .filter({ visible: true })
            .first(),
        ).toBeVisible();
        await look("outbid");
        const bidding = await openBidding(/^Bid ₦/);
        await look("outbid-form");
        await press(bidding.getByRole("button", { name: /^Bid ₦/ }));
        await expect(bidding.getByText(/another bidder's auto-bid outbid you at once/)).toBeVisible();
        await look("outbid-at-once");
        if (isPhone) await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
        const why = page.getByRole("heading", { name: "Why is this the price?" });
        await why.scrollIntoViewIfNeeded();
        await expect(
          page.getByRole("list", { name: "Bids, newest first" }).getByRole("listitem").first(),
        ).toContainText(/maximum|auto-bid/i);
        await look("why");
        await press(page.getByRole("main").getByRole("link", { name: "Bidding Guide" }));
        // Waits for the guide's own heading. A heading of the lot would match too early, and the step back would come
        // before the guide has opened.
        await expect(page.getByRole("heading", { level: 1, name: "Bidding & Buying Guide" })).toBeVisible();
        await look("guide");
        await page.goBack();
      });

      await test.step("sets a maximum, wins, and pays", async () => {
        const bidding = await openBidding(/^Bid ₦/);
        await press(bidding.getByRole("button", { name: "Set a maximum" }));
        await look("maximum");
        await bidding.getByLabel(/^(Your|New) maximum \(/).fill("250000");
        await press(bidding.getByRole("button", { name: "Set maximum" }));
        const yes = page.getByRole("button", { name: /^Yes, (bid|set) / });
        await look("maximum-question");
        await press(yes);
        await expect(page.getByText("Leading", { exact: true }).filter({ visible: true }).first()).toBeVisible();
        await look("maximum-leads");
        if (isPhone) await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
        await api.setStatus(wanted._id, "ended");
        await expect(page.getByText("You won this auction!").first()).toBeVisible();
        await look("won");
        await api.call("PUT", `/api/users/admin/balance/${user._id}`, "admin", { balance: 60_000, action: "add" });
        const due = page.getByRole("region", { name: /^Payment due by / });
        if (isPhone) await press(page.getByRole("link", { name: /^Pay ₦/ }));
        else await due.scrollIntoViewIfNeeded();
        await expect(due).toBeInViewport();
        await look("due");
        await press(due.getByRole("button", { name: "Pay online" }));
        await payInSandbox(page);
        await expect(page.getByText("Your payment is confirmed")).toBeVisible();
        await look("paid");
      });

      await test.step("finds the terms from where they are", async () => {
        await press(page.getByRole("contentinfo").getByRole("link", { name: "Terms of service" }));
        await expect(page.getByRole("heading", { level: 1, name: "Terms of service" })).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
        await look("terms");
      });
    },
  );
}
