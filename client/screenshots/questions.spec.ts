// Pictures of questions about a lot: on its page, and on the staff's list.
import { uniqueName } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot, shootDesk } from "./shoot.ts";

test("questions", async ({ administrator, api, open }) => {
  const media = await api.pictures(1);
  const lot = await api.createAuction({ title: uniqueName("Toyota Corolla 2015, one owner "), media }, administrator);
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  const ask = async (who: typeof ada, text: string): Promise<string> => {
    const path = `/api/auctions/${lot._id}/questions`;
    return (await api.call<{ question: { _id: string } }>("POST", path, who, { text })).question._id;
  };
  const answer = (id: string, text: string, revision = 1) =>
    api.call("PUT", `/api/admin/questions/${id}/answer`, administrator, { text, revision });
  const first = await ask(ada, "Has it ever had an accident, and is the mileage of 120,000 km from its papers?");
  await answer(first, "No accident is known.");
  await answer(first, "No accident is known. The mileage is from the last service, in March 2026.", 2);
  await answer(
    await ask(bola, "Can I see it before the end?"),
    "Yes, on Monday from 9:00 to 16:00 in our yard in Yaba.",
  );
  await ask(ada, "Are both keys there?");
  const hidden = await ask(bola, "Do you sell tyres too?");
  await api.call("POST", `/api/admin/questions/${hidden}/hide`, administrator, {
    reason: "Not about this lot.",
    revision: 1,
  });
  const page = await open(ada, `/auction/${lot._id}`);
  const list = page.getByRole("region", { name: "Questions and answers" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.getByLabel("Your question").fill("Is your number 0803 123 4567?");
  await shoot(page, "lot-questions");
  const desk = await open(administrator, "/admin/questions");
  await expect(desk.getByRole("article", { name: "Are both keys there?" }).first()).toBeVisible();
  await desk.getByRole("button", { name: "Answer" }).first().click();
  await shootDesk(desk, "questions-waiting");
  await desk.goto("/admin/questions?state=answered");
  await expect(desk.getByRole("article").first()).toBeVisible();
  await shootDesk(desk, "questions-answered");
});
