// Tests a question about a lot: it is asked, answered in public, and seen at once by everybody
// who looks.
import { maskedName, uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectTextAlone, hostileTexts, listenForScripts } from "./support/hostile-texts.ts";
import { expect, test } from "./support/test.ts";

test("a bidder asks, the staff answer, and everybody reads it at once", async ({ api, open }) => {
  const title = uniqueName("Talking drum ");
  const lot = await api.createAuction({ title });
  const [ada, desk] = await Promise.all([api.member("ada"), api.colleague("funke")]);
  const visitor = await open(null, `/auction/${lot._id}`);
  const asked = visitor.getByRole("region", { name: "Questions and answers" });
  await expect(asked.getByText("Nobody has asked about this lot yet.")).toBeVisible();
  await expect(asked.getByRole("link", { name: "Log in to ask" })).toHaveAttribute("href", /next=/);

  const page = await open(ada, `/auction/${lot._id}`, { viewport: { width: 360, height: 740 } });
  const field = page.getByLabel("Your question");
  await field.fill("Is the skin original? Call 0803 123 4567");
  await expect(page.getByText("We check it first, because of the phone number")).toBeVisible();
  await expectAccessible(page, "a question with a phone number");
  await field.fill("Is the skin original? I could pay ₦120,000.");
  await expect(page.getByText("We check it first")).toBeHidden();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const own = page.getByRole("list", { name: "Questions" }).getByRole("listitem");
  await expect(own).toContainText("Waiting for an answer");
  await expect(field).toHaveValue("");

  const staff = await open(desk, "/admin/questions");
  const card = staff
    .getByRole("article", { name: "Is the skin original? I could pay ₦120,000." })
    .filter({ hasText: title });
  await expect(card).toContainText(ada.user.username);
  await card.getByRole("button", { name: "Answer" }).click();
  await card.getByLabel("Your answer").fill("No, it was replaced in 2019.");
  await expectAccessible(staff, "the answer of a question");
  await card.getByRole("button", { name: "Answer publicly" }).click();
  await expect(card).toBeHidden();

  await expect(asked, "without a reload").toContainText("No, it was replaced in 2019.");
  await expect(asked).toContainText(maskedName(ada));
  await expect(own).toContainText("No, it was replaced in 2019.");
  await expect(own).toContainText("You,");
  const mails = await api.mailsTo(ada.user.email);
  expect(mails.some(({ subject, text }) => subject.startsWith("Answered:") && text.includes("replaced in 2019"))).toBe(
    true,
  );

  await staff.getByRole("link", { name: /^Answered/ }).click();
  await card.getByRole("button", { name: "Edit answer" }).click();
  await card.getByLabel("Your answer").fill("No, it was replaced in 2020.");
  await card.getByRole("button", { name: "Answer publicly" }).click();
  await expect(asked).toContainText("replaced in 2020.");
  await expect(asked).toContainText("edited");
  await card.getByRole("button", { name: "Hide" }).click();
  await card.getByLabel("Reason").fill("It is about another drum.");
  await card.getByRole("button", { name: "Hide question" }).click();
  await expect(asked).toContainText("Nobody has asked about this lot yet.");
  await expect(own).toContainText("Hidden by our team");
});

test("a question with a phone number waits for the staff, who check it or hide it", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const title = uniqueName("Held drum ");
  const lot = await api.createAuction({ title });
  const [ada, desk] = await Promise.all([api.member("ada"), api.colleague("funke")]);
  const page = await open(ada, `/auction/${lot._id}`);
  await page.getByLabel("Your question").fill("Call 0803 123 4567");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const own = page.getByRole("list", { name: "Questions" }).getByRole("listitem");
  await expect(own).toContainText("Waiting for an answer");
  await expect(own).toContainText("We check it first.");

  const staff = await open(desk, "/admin/questions");
  const card = staff.getByRole("article", { name: "Call 0803 123 4567" }).filter({ hasText: title });
  await expect(card).toContainText("Held back");
  await card.getByRole("button", { name: "Answer" }).click();
  await card.getByLabel("Your answer").fill("Yes.");
  await card.getByRole("button", { name: "Answer publicly" }).click();
  await expect(card).toContainText("Please check the question first, or hide it");
  await expectAccessible(staff, "a question that is held back");
  await card.getByLabel("I checked that the question has no contact details").check();
  await card.getByRole("button", { name: "Answer publicly" }).click();
  await expect(card).toBeHidden();
  await expect(own).toContainText("Yes.");
});

test("questions and answers are shown as plain text", { tag: "@long" }, async ({ api, open }) => {
  const lot = await api.createAuction({ title: uniqueName("Hostile drum ") });
  const [desk, writers] = await Promise.all([
    api.colleague("desk"),
    Promise.all(hostileTexts.slice(0, 4).map(() => api.member("writer"))),
  ]);
  for (const [index, writer] of writers.entries()) {
    const text = (hostileTexts[index] ?? "").slice(0, 400);
    const { question } = await api.call<{ question: { _id: string } }>(
      "POST",
      `/api/auctions/${lot._id}/questions`,
      writer,
      { text },
    );
    await api.call("PUT", `/api/admin/questions/${question._id}/answer`, desk, { text, revision: 1 });
  }
  const page = await open(null, "/");
  await listenForScripts(page);
  await page.goto(`/auction/${lot._id}`);
  await expect(page.getByRole("list", { name: "Questions" }).getByRole("listitem")).toHaveCount(writers.length);
  expect(await expectTextAlone(page, "questions")).toBe(true);
  await page.close();
  const staff = await open(desk, "/admin/questions?state=answered");
  await expect(staff.getByRole("article").first()).toBeVisible();
});
