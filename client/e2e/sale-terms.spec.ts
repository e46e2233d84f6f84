// Tests the terms of a sale in a real browser: staff ask for them and choose a picture; a bidder's first bid waits for
// their acceptance and then goes on by itself, on the lot's page; later bids ask for nothing.
import { uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { pictureFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;
const TERMS = "Collect within five days.\nLots are sold as seen.";
test("a bid waits for the acceptance of a sale's terms, and is placed by it", async ({ administrator, api, open }) => {
  const stem = uniqueName("Bronze ");
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const lots = [];
  for (const n of [1, 2]) {
    const details = { title: `${stem} head ${n}`, startTime, startingPrice: 1_000, bidIncrement: 100 };
    lots.push(await api.createAuction(details, administrator));
  }
  const closesAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title: `${stem} sale`,
    closesAt,
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, {
    revision: 1,
    auctionIds: lots.map(({ _id }) => _id),
  });

  const desk = await open(administrator, `/admin/sales/${sale._id}`);
  await desk.getByLabel("Bidders accept these terms before their first bid").check();
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("Please write the terms that bidders accept")).toBeVisible();
  await desk.getByLabel("Terms of this sale").fill(TERMS);
  await desk.getByLabel("Picture of the sale").setInputFiles(await pictureFile(desk, "hall.jpg", 30));
  await expect(desk.getByRole("img", { name: "The sale's picture" })).toBeVisible();
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("Sale saved")).toBeVisible();
  await expectAccessible(desk, "a sale that asks for its terms");
  await desk.getByRole("button", { name: "Publish", exact: true }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(desk.getByText("Published: 2 lots.")).toBeVisible();

  const ada = await api.member("ada");
  const phone = await open(ada, `/auction/${lots[0]?._id}`, { viewport: { width: 360, height: 740 } });
  await expect(phone.getByText("You accept the terms of this sale once, before your first bid.")).toBeVisible();
  const lot = new AuctionPage(phone);
  const press = async (amount: number) => {
    // On a phone the form is behind one button.
    await phone.getByRole("button", { name: "Bid", exact: true }).click();
    await lot.amount.fill(String(amount));
    await lot.placeBid.click();
  };
  await press(1_100);
  const dialog = phone.getByRole("dialog", { name: "Terms of this sale" });
  await expect(dialog).toContainText("Lots are sold as seen.");
  await expectAccessible(phone, "the terms of a sale");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(phone.getByText("Please accept the terms of this sale before you bid.")).toBeVisible();
  await lot.placeBid.click();
  await dialog.getByRole("button", { name: "Accept and continue" }).click();
  await expect(phone.getByText("Bid placed successfully!")).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("You have accepted the terms of this sale.")).toBeVisible();

  await phone.goto(`/auction/${lots[1]?._id}`);
  await press(1_100);
  await expect(phone.getByText("Bid placed successfully!")).toBeVisible();

  const bola = await api.member("bola");
  const catalogue = await open(bola, `/sales/${sale._id}`);
  await catalogue.getByRole("button", { name: "Read and accept" }).click();
  await catalogue.getByRole("button", { name: "Accept and continue" }).click();
  await expect(catalogue.getByText("You have accepted the terms of this sale.")).toBeVisible();
  await expectAccessible(catalogue, "a sale whose terms are accepted");
});
