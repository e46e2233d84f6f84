// Tests condition reports, whose fields bidders search, and addenda, which nobody can edit.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const VIN = "JTDBR32E720123456";

test("a car is listed with a report, found by its year, and corrected in public", async ({
  administrator,
  api,
  open,
}) => {
  const title = uniqueName("Corolla ");
  const desk = await open(administrator, "/create-auction");
  await desk.getByLabel("Title").fill(title);
  await desk.getByLabel("Description").fill("One owner, serviced in Lagos every year since it was new.");
  await expect(desk.getByLabel("Mileage (km)"), "only for cars").toBeHidden();
  await desk.getByLabel("Categories").selectOption("Automobiles");
  await desk.getByLabel("Year", { exact: true }).fill("2015");
  await desk.getByLabel("Mileage (km)").fill("120,000");
  await desk.getByLabel("VIN").fill("123");
  await desk.getByLabel("Starting Price").fill("1000000");
  await desk.getByRole("button", { name: "Create Auction" }).click();
  await expect(desk.getByText("A VIN has 17 letters and digits").first()).toBeVisible();
  await expectAccessible(desk, "a form with a wrong VIN");
  await desk.getByLabel("VIN").fill(VIN.toLowerCase());
  await desk.getByLabel("Transmission").selectOption("Automatic");
  await desk.getByRole("button", { name: "Create Auction" }).click();
  await expect(desk).toHaveURL(/\/auction\/[0-9a-f-]{36}$/);
  const path = new URL(desk.url()).pathname;
  const id = path.split("/").at(-1) ?? "";
  const facts = desk.getByRole("region", { name: "About this lot" });
  for (const words of ["Condition report", "2015", "120,000 km", VIN, "Automatic"])
    await expect(facts).toContainText(words);

  const ada = await api.member("ada");
  await api.bid(ada, id, 1_200_000);
  const visitor = await open(null, "/?category=automobiles");
  await visitor.getByRole("button", { name: "More Filters" }).click();
  await visitor.getByLabel("Year from").fill("2014");
  await visitor.getByLabel("Mileage up to (km)").fill("130,000");
  await visitor.getByLabel("Mileage up to (km)").press("Enter");
  await expect(visitor).toHaveURL(/yearFrom=2014.*mileageTo=130000/);
  await expect(visitor.getByRole("article", { name: title })).toBeVisible();
  await expectAccessible(visitor, "the filters of cars");
  await visitor.getByRole("button", { name: "Remove filter: From year 2014" }).click();
  await expect(visitor).not.toHaveURL(/yearFrom/);
  await visitor.goto(`/?search=${VIN}`);
  await expect(visitor.getByRole("article", { name: title })).toBeVisible();
  await visitor.goto(path);
  const read = visitor.getByRole("region", { name: "About this lot" });
  await expect(read).toContainText("120,000 km");

  await desk.reload();
  await desk.getByRole("button", { name: "Add an addendum" }).click();
  await desk.getByRole("textbox", { name: "Addendum" }).fill("The second key was not found.");
  await expect(desk.getByText("All bidders are notified")).toBeVisible();
  await expectAccessible(desk, "the dialog of an addendum");
  await desk.getByRole("button", { name: "Add", exact: true }).click();
  await expect(read.getByRole("list", { name: "Notes added later" }), "without a reload").toContainText(
    "The second key was not found.",
  );
  await expect(visitor.getByRole("region", { name: "Changes of this lot" })).toContainText("addendum");

  await desk.goto(`/admin/auctions?search=${encodeURIComponent(title)}`);
  await desk.getByRole("link", { name: `Edit ${title}` }).click();
  const edit = desk.getByRole("dialog", { name: `Edit Auction: ${title}` });
  await edit.getByLabel("Mileage (km)").fill("180,000");
  await edit.getByRole("button", { name: "Update Auction" }).click();
  const question = desk.getByRole("dialog", { name: "Save these changes?" });
  await expect(question.getByRole("checkbox")).toHaveCount(0);
  await question.getByLabel("Why the lot changes").fill("We read the counter again");
  await question.getByRole("button", { name: "Save changes" }).click();
  await expect(read).toContainText("180,000 km");
  const changes = visitor.getByRole("region", { name: "Changes of this lot" });
  await changes
    .getByText(/^Changed .*: condition report$/)
    .first()
    .click();
  await expect(changes).toContainText("An administrator: “We read the counter again”");

  await desk.getByRole("link", { name: `Edit ${title}` }).click();
  await edit
    .getByLabel("Description", { exact: true })
    .fill("One owner, serviced in Lagos each year since it was new.");
  await edit.getByRole("button", { name: "Update Auction" }).click();
  await question.getByRole("checkbox", { name: /^This is a correction/ }).check();
  await expect(question.getByText("Maximums go on bidding, and the end stays.")).toBeVisible();
  await question.getByLabel("Why the lot changes").fill("Better words");
  await expectAccessible(desk, "the question before a correction");
  await question.getByRole("button", { name: "Save changes" }).click();
  await expect(changes.getByText(/^Correction .*: description$/).first()).toBeVisible();
  // A reader of the log writes them after the commit.
  const countMails = async (start: string) =>
    (await api.mailsTo(ada.user.email)).filter(({ subject }) => subject.startsWith(start)).length;
  await expect.poll(() => countMails("Correction")).toBe(1);
  expect(await countMails("This lot has changed")).toBe(2);
});
