// Tests the way of an item to the site in a browser: offered on a phone, reviewed by staff, its terms accepted by the seller,
// made into a draft lot.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { pictureFile, videoFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { viewport: { width: 360, height: 780 } };

test("an item is offered on a phone, accepted with terms, and becomes a draft lot", async ({ api, open, watch }) => {
  watch.expectErrors(/404 .*\/api\/agreements\//);
  const title = uniqueName("Generator ");
  const [ada, desk] = await Promise.all([api.member("ada"), api.colleague("funke")]);
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

  const staff = await open(desk, "/admin/offers");
  await expect(staff.getByRole("link", { name: title })).toBeVisible();
  await expectAccessible(staff, "the staff's offers");
  await staff.getByRole("link", { name: title }).click();
  await expect(staff.getByRole("list", { name: "Photos and videos" }).getByRole("listitem")).toHaveCount(11);
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
  await expectAccessible(staff, "the terms of an offer");
  await terms.getByRole("button", { name: "Accept with these terms" }).click();
  await expect(staff.getByText("waits for the seller since", { exact: false })).toBeVisible();

  const [mail] = (await api.mailsTo(ada.user.email)).filter(({ subject }) => subject.startsWith("We want to sell"));
  const link = new URL(/https?:\/\/\S+\/agreements\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const rival = await open(await api.member("bola"), link.pathname, PHONE);
  await expect(rival.getByText("Page not found")).toBeVisible();
  await page.goto(link.pathname);
  await expect(page.getByText("₦450,000.00")).toBeVisible();
  await expect(page.getByRole("heading", { name: "3. You do not bid" })).toBeVisible();
  await page.getByRole("button", { name: "Accept the terms" }).click();
  await expect(page.getByText("Please write your full name")).toBeVisible();
  await page.getByLabel("I read these terms").check();
  await page.getByLabel("Your full name").fill("Adaeze Obi");
  await expectAccessible(page, "an agreement");
  await expectNoSidewaysScroll(page, "an agreement");
  await page.getByRole("button", { name: "Accept the terms" }).click();
  await expect(page.getByText("You accepted these terms")).toBeVisible();

  await expect(staff.getByText("The seller accepted version 1 as Adaeze Obi", { exact: false })).toBeVisible();
  await staff.getByRole("button", { name: "Make the draft lot" }).click();
  await expect(staff.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(staff).toHaveURL(/\/auction\//);
});
