// Tests the way of an item in a browser, with a bidder beside it: offered on a phone, reviewed by staff, its terms accepted by
// the seller, sold, paid, handed over, and its proceeds withdrawn. Steps that other tests show are calls.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { pictureFile, videoFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const PHONE = { viewport: { width: 360, height: 780 } };

test("an item goes from a phone's offer to the money on the seller's bank account", async ({ api, open, watch }) => {
  test.setTimeout(360_000);
  // Others cannot open the agreement, and a seller has no bid to prove.
  watch.expectErrors(/404 .*\/api\/(agreements|users\/proof)\//);
  const title = uniqueName("Generator ");
  const [ada, bola, desk] = await Promise.all([api.member("ada"), api.member("bola"), api.colleague("funke")]);
  // The bank's sandbox knows this name.
  await api.call("PUT", "/api/users/profile", ada, { firstName: "Ada", lastName: "Okafor" });
  const page = await open(ada, "/sell", PHONE);
  await expect(page.getByText("You have offered nothing yet.")).toBeVisible();
  await page.getByRole("button", { name: "Offer an item" }).click();
  await page.getByLabel("Name", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Send offer" }).click();
  await expect(page.getByText("Please add at least 10 photos. Please add at least 1 video.").first()).toBeVisible();
  await page.getByLabel("Description").fill("Bought in 2021, used at weekends.");
  await page.getByLabel("Category").selectOption("electronics");
  await page.getByLabel("Age").fill("5 years");
  await page.getByLabel("Condition").selectOption("good");
  await page.getByLabel("Does it work?").selectOption("yes");
  await page.getByLabel("Estimated retail value").fill("650000");
  const photos = await Promise.all(
    Array.from({ length: 10 }, (_, at) => pictureFile(page, `photo-${at}.jpg`, at * 36)),
  );
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([...photos, await videoFile(page, "film.webm", "video/webm")]);
  await expect(page.getByRole("list", { name: "Chosen pictures and videos" }).getByRole("listitem")).toHaveCount(11);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page, "the form of an offer");
  await expectNoSidewaysScroll(page, "the form of an offer");

  // Nothing is lost on a reload.
  await expect(page.getByRole("list", { name: "Chosen pictures and videos" }).getByText("Uploaded")).toHaveCount(11, {
    timeout: 120_000,
  });
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(title);
  await expect(page.getByLabel("Estimated retail value")).toHaveValue("650,000");
  await expect(page.getByRole("list", { name: "Chosen pictures and videos" }).getByRole("listitem")).toHaveCount(11);
  await page.getByRole("button", { name: "Send offer" }).click();
  await expect(page.getByText("We have your offer")).toBeVisible();

  const staff = await open(desk, "/admin/desk");
  const waiting = staff.getByRole("region", { name: "Offers" });
  await expect(waiting.getByRole("listitem")).not.toHaveCount(0);
  await waiting.getByRole("link", { name: "All offers" }).click();
  await expect(staff.getByRole("link", { name: title })).toBeVisible();
  await expectAccessible(staff, "the staff's offers");
  await staff.getByRole("link", { name: title }).click();
  await expect(staff.getByRole("list", { name: "Photos and videos" }).getByRole("listitem")).toHaveCount(11);
  await staff.getByRole("button", { name: "Photo 3 of 10: open in full screen" }).click();
  const fullScreen = staff.getByRole("dialog", { name: `Pictures of ${title}` });
  await expect(fullScreen).toContainText("3 / 10");
  await staff.keyboard.press("ArrowRight");
  await expect(fullScreen).toContainText("4 / 10");
  await staff.keyboard.press("Escape");
  await expect(fullScreen).toHaveCount(0);
  await staff.getByLabel("Ask the seller").fill("Does it have its papers?");
  await staff.getByRole("button", { name: "Send message" }).click();
  await expect(staff.getByText("In review")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Does it have its papers?")).toBeVisible();
  await page.getByLabel("Your message").fill("Yes, all of them.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(staff.getByText("Yes, all of them.")).toBeVisible();

  await staff.getByRole("button", { name: "Accept…" }).click();
  const terms = staff.getByRole("form", { name: "Terms" });
  await terms.getByLabel("Starting price").fill("300000");
  await terms.getByLabel("Reserve").fill("450000");
  await expect(terms.getByLabel("Commission (%)", { exact: true })).toHaveValue("10");
  await terms.getByRole("button", { name: "Add a charge" }).click();
  await terms.getByLabel("Charge 1", { exact: true }).fill("Transport from Ikeja");
  await terms.getByLabel("Amount of charge 1").fill("2500");
  await expect(terms).toContainText("The seller gets ₦399,125.00 at the reserve");
  await expectAccessible(staff, "the terms of an offer");
  await terms.getByRole("button", { name: "Accept and send the agreement" }).click();
  await expect(staff.getByText("waits for the seller since", { exact: false })).toBeVisible();

  const [mail] = (await api.mailsTo(ada.user.email)).filter(({ subject }) => subject.startsWith("We want to sell"));
  const link = new URL(/https?:\/\/\S+\/agreements\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const rival = await open(bola, link.pathname, PHONE);
  await expect(rival.getByText("Page not found")).toBeVisible();
  await page.goto(link.pathname);
  await expect(page.getByText("₦450,000.00").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "3. You do not bid" })).toBeVisible();
  await page.getByRole("button", { name: "Accept the terms" }).click();
  await expect(page.getByText("Please write your full name")).toBeVisible();
  await page.getByLabel("I read these terms").check();
  await page.getByLabel("Your full name").fill("Adaeze Obi");
  await expectAccessible(page, "an agreement");
  await expectNoSidewaysScroll(page, "an agreement");
  await page.getByRole("button", { name: "Accept the terms" }).click();
  await expect(page.getByText("You accepted these terms")).toBeVisible();

  await expect(
    staff.getByText("The seller accepted the agreement (version 1) as Adaeze Obi", { exact: false }),
  ).toBeVisible();
  await staff.getByRole("button", { name: "Make the draft lot" }).click();
  await expect(staff.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(staff).toHaveURL(/\/auction\//);
  const draft = staff.getByRole("region", { name: "This draft" });
  await expect(draft).toContainText("The seller accepted the terms");
  await expect(draft.getByRole("button", { name: "Publish" })).toBeEnabled();
  const lotId = new URL(staff.url()).pathname.split("/").at(-1) ?? "";

  await page.goto("/my-sales");
  await expect(page.getByText("You sell no lots yet.")).toBeVisible();
  await api.setStatus(lotId, "active");
  await page.reload();
  const row = page.getByRole("article", { name: title });
  await expect(row).toContainText("₦300,000.00");
  await expect(row).toContainText("Not met");
  await expectAccessible(page, "a seller's open lot on a phone");

  // A bid arrives without a reload, and nothing names its bidder or offers a bid.
  await rival.goto(`/auction/${lotId}`);
  await expect(rival.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await api.bid(bola, lotId, 500_000);
  await expect(rival.getByText("₦500,000.00").first()).toBeVisible();
  await expect(row).toContainText("₦500,000.00");
  await expect(row).toContainText("Met");
  await expect(row).not.toContainText(bola.user.username);
  await expect(row.getByRole("button")).toHaveText(["Show proof"]);

  // The file opens the codes of the public log that stand for the seller and the reserve.
  const logged = () => api.call<{ leaves: { entry: string }[] }>("GET", `/api/auctions/${lotId}/proof`, null);
  await expect.poll(async () => (await logged()).leaves.length).toBe(2);
  await row.getByRole("button", { name: `Show proof: ${title}` }).click();
  await expectAccessible(page, "the proof of an own lot on a phone");
  const [proof] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const { seller, lot } = JSON.parse(await readFile(await proof.path(), "utf8"));
  const opened = JSON.parse(lot.leaves[0].entry).facts[0];
  expect(opened.seller).toBe(sha256(`jara seller v1\n${lotId}\n${ada.user._id}\n${seller.salt}`));
  expect(seller.reserve.amount).toBe(450_000_00);
  expect(opened.reserve).toBe(sha256(`jara reserve v1\n${lotId}\n45000000\n${seller.reserve.salt}`));
  await page.getByRole("link", { name: "Check it" }).click();
  await expect(page.getByRole("heading", { name: "Your device found no mistake" })).toBeVisible();
  await expect(page.getByText("The reserve of the lot is ₦450,000.00, as the house had fixed it.")).toBeVisible();
  await page.goto("/my-sales");

  await api.setStatus(lotId, "ended");
  await expect(row).toContainText("The buyer has not paid yet");
  await page.getByRole("link", { name: "Offers" }).click();
  const offered = page.getByRole("list", { name: "Your offers" }).getByRole("listitem").filter({ hasText: title });
  await expect(offered).toContainText("Sold, not paid yet");
  await page.getByRole("link", { name: "Lots", exact: true }).click();
  // 500,000 less 10%, 7.5% of that, and 2,500.
  await expect(row).toContainText("₦443,750.00");
  const { win } = await api.call<{ win: { _id: string; remaining: number } }>(
    "GET",
    `/api/auctions/${lotId}/win`,
    bola,
  );
  const pay = { method: "transfer", amount: win.remaining, reference: "GTB 4711" };
  await api.call("POST", `/api/settlements/${win._id}/payments`, desk, pay);
  await expect(row).toContainText("The buyer paid. You are paid by");

  await staff.goto("/admin/sellers");
  const owed = staff
    .getByRole("list", { name: "Sellers", exact: true })
    .getByRole("listitem")
    .filter({ hasText: ada.user.username });
  await expect(owed).toContainText("1 lot, due");
  await expect(owed).toContainText("₦443,750.00");
  await expectAccessible(staff, "what the house owes to sellers");

  await api.call("POST", `/api/settlements/${win._id}/ready`, desk, { place: "12 Marina", hours: "9 to 5" });
  const paid = await api.call<{ win: { pickup: { code: string } } }>("GET", `/api/auctions/${lotId}/win`, bola);
  await staff.goto(`/admin/settlements/${win._id}`);
  await staff.getByRole("button", { name: "Hand over" }).click();
  const handover = staff.getByRole("dialog", { name: "Hand over" });
  await expect(handover).toContainText(`This pays ₦443,750.00 to the seller ${ada.user.username} now.`);
  await handover.getByRole("button", { name: "Not yet" }).click();
  await api.call("POST", `/api/settlements/${win._id}/handed-over`, desk, { code: paid.win.pickup.code });
  await expect(row).toContainText("Paid to your balance", { timeout: 30_000 });
  await expect(row).toContainText("-₦50,000.00");
  await expect(row).toContainText("Transport from Ikeja");
  await expectNoSidewaysScroll(page, "a paid lot");
  await expectAccessible(page, "a paid lot on a phone");

  await page.getByRole("link", { name: "Statement" }).click();
  const lots = page.getByRole("list", { name: "Lots" }).getByRole("listitem");
  await expect(lots).toHaveCount(1);
  await expect(lots).toContainText("Net₦443,750.00");
  const sums = page.getByRole("region", { name: /^Statement/ });
  await expect(sums).toContainText("Not issued yet");
  await expect(sums).toContainText("₦443,750.00");
  await expectAccessible(page, "a seller's statement on a phone");
  await expectNoSidewaysScroll(page, "a seller's statement");
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(page.getByRole("region", { name: /^Statement S-\d{4}-\d{6}$/ })).toBeVisible();

  // withdrawals.spec.ts shows the rest of this page.
  await page.goto("/profile/withdraw");
  await page.getByLabel("Bank", { exact: true }).selectOption({ label: "Sandbox Bank" });
  await page.getByLabel("Account number").fill("0123456780");
  await page.getByRole("button", { name: "Check the account" }).click();
  watch.expectErrors(/403 .*\/api\/users\/bank-accounts/);
  await page.getByRole("button", { name: "Add this account" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm that it is you" });
  await asked.getByLabel("Your password").fill("secret-enough");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You can withdraw" })).toContainText("₦10,443,750.00");
  await page.getByLabel("Amount (₦)").fill("10443750");
  await page.getByRole("button", { name: "Withdraw ₦10,443,750.00" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw ₦10,443,750.00" }).click();
  await expect(page.getByText("Requested", { exact: true }).first()).toBeVisible();
  const { withdrawals } = await api.call<{ withdrawals: { _id: string }[] }>("GET", "/api/users/withdrawals", ada);
  await api.call("POST", `/api/admin/withdrawals/${withdrawals[0]?._id}/approve`, desk);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
});
