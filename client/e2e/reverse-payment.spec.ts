// Tests that staff take one of several payments of a lot back: the dialog names each, and the others stay.
import type { SettlementDetails, Settlements } from "@jara/shared/rest/settlements";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("staff choose which of several payments is reversed, and the lot is due again with what the others paid", async ({
  administrator,
  api,
  open,
}) => {
  const title = "Ivory comb, paid in three parts";
  const { _id } = await api.createAuction({ title });
  const ada = await api.member("ada");
  await api.bid(ada, _id, 20_000);
  await api.setStatus(_id, "ended");
  const { settlements } = await api.call<Settlements>(
    "GET",
    `/api/settlements?q=${encodeURIComponent(title)}`,
    administrator,
  );
  const id = settlements[0]?._id ?? "";
  const book = (body: object) => api.call("POST", `/api/settlements/${id}/payments`, administrator, body);
  await book({ method: "cash", amount: 3000 });
  await book({ method: "transfer", amount: 5000, reference: "GTB 4410" });
  await book({ method: "cash", amount: 9000 });

  const page = await open(administrator, `/admin/settlements/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: /^Reverse payment/ }).click();
  const newest = dialog.getByRole("radio", { name: /₦9,000\.00 with ₦1,000\.00 to the balance, Cash/ });
  await expect(newest).toBeChecked();
  await expect(dialog).toContainText("₦1,000.00 came with it above what was due.");
  await expect(dialog.getByRole("radio", { name: /^All 3 payments, ₦17,000\.00/ })).toBeVisible();
  await expectAccessible(page, "the reversal of one payment");

  await dialog.getByRole("radio", { name: /₦5,000\.00, Bank transfer, GTB 4410/ }).check();
  await expect(dialog).toContainText("₦5,000.00 is due again.");
  await expect(dialog).toContainText("The other payments of ₦11,000.00 stay.");
  // Somebody else reverses it first: no other payment is reversed in its place.
  const { payments } = await api.call<SettlementDetails>("GET", `/api/settlements/${id}`, administrator);
  const transfer = payments.find(({ method }) => method === "transfer")?._id ?? "";
  await api.call("POST", `/api/settlements/${id}/reverse`, administrator, { reason: "Bounced", payments: [transfer] });
  await expect(dialog).toContainText("The chosen payment was taken back in the meantime.");
  await expect(dialog.getByRole("button", { name: "Reverse payment" })).toBeDisabled();

  await dialog.getByRole("radio", { name: /₦3,000\.00, Cash/ }).check();
  await expect(dialog).toContainText("₦3,000.00 is due again, so ₦8,000.00 in all.");
  await dialog.getByLabel("Reason").fill("It was for another lot");
  await dialog.getByRole("button", { name: "Reverse payment" }).click();
  await expect(dialog).toBeHidden();
  const after = await api.call<SettlementDetails>("GET", `/api/settlements/${id}`, administrator);
  expect(after.settlement).toMatchObject({ status: "open", paid: 8000, remaining: 8000 });
  expect(after.payments.map(({ amount, reversed }) => [amount, reversed?.reason ?? null])).toEqual([
    [8000, null],
    [5000, "Bounced"],
    [3000, "It was for another lot"],
  ]);
});
