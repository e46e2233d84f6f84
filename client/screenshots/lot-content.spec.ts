// Pictures of what a lot says beyond its description: the condition report, addenda, and the forms for them.
import { uniqueName } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

test("a condition report and addenda", async ({ administrator, api, open }) => {
  const media = await api.pictures(1);
  const title = uniqueName("Toyota Corolla ");
  const conditionReport = {
    year: 2015,
    mileageKm: 120_000,
    vin: "JTDBR32E720123456",
    transmission: "automatic",
    fuel: "petrol",
    accidents: "none",
    owners: 1,
    papers: "complete",
    working: "yes",
    notes: "Serviced in Lagos every year. One scratch on the left rear door.",
  };
  const lot = await api.createAuction({ title, media, categories: ["automobiles"], conditionReport }, administrator);
  await api.bid(await api.member("ada"), lot._id, 12_000);
  for (const text of ["The second key was not found.", "The second key was found, and comes with the car."])
    await api.call("POST", `/api/auctions/${lot._id}/addenda`, administrator, { text });
  const page = await open(null, `/auction/${lot._id}`);
  await expect(page.getByRole("heading", { name: "Condition report" })).toBeVisible();
  await shoot(page, "lot-report");
  const desk = await open(administrator, `/auction/${lot._id}`);
  await desk.getByRole("button", { name: "Add an addendum" }).click();
  await shoot(desk, "addendum-dialog", "view");
  await desk.goto("/create-auction");
  await desk.getByLabel("Categories", { exact: true }).selectOption("automobiles");
  await desk.getByLabel("VIN").fill("123");
  await desk.getByLabel("VIN").blur();
  await shoot(desk, "report-form");
  const home = await open(null, "/?category=automobiles,electronics&yearFrom=2010&mileageTo=150000");
  await home.getByRole("button", { name: "More Filters" }).click();
  await expect(home.getByLabel("Year from")).toBeVisible();
  await shoot(home, "report-filters", "view");
});
