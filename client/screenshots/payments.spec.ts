// The payment card in every state, Purchases, the second chance, and adding the money that is missing.
import type { Auction } from "@jara/shared/auction";
import type { Purchases, Settlements, Win } from "@jara/shared/rest/settlements";
import type { Api, Session } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const READY = {
  place: "Jara warehouse, 12 Adeniran Ogunsanya Street, Surulere",
  hours: "Monday to Friday, 9:00 to 17:00",
};

test("shows a win that is unpaid, short of balance, partly paid, paid, ready and handed over", async ({
  api,
  open,
}) => {
  const ada = await api.member("ada");
  const { _id } = await api.createAuction({
    title: "Sewing machine, Butterfly, with table and motor",
    startingPrice: 90_000,
    media: await api.pictures(2),
  });
  await api.bid(ada, _id, 97_500);
  await api.setStatus(_id, "ended");
  const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${_id}/win`, ada);
  const settlement = `/api/settlements/${win._id}`;
  const page = await open(ada, `/auction/${_id}`);
  await expect(page.getByRole("button", { name: "Pay from balance" })).toBeVisible();
  await shoot(page, "payment-open");
  await page.getByText("Bank transfer").click();
  await shoot(page, "payment-transfer");
  await page.getByRole("button", { name: "Pay from balance" }).click();
  await shoot(page, "payment-question", "view");
  await page.getByRole("button", { name: "Not yet" }).click();
  await api.call("PUT", `/api/users/admin/balance/${ada.user._id}`, "admin", { balance: 5_000, action: "set" });
  await expect(page.getByRole("button", { name: "Add ₦73,000.00" })).toBeVisible();
  await shoot(page, "payment-short");
  await page.getByRole("button", { name: "Add ₦73,000.00" }).click();
  await expect(page.getByRole("dialog").getByLabel("Amount (₦)")).toBeVisible();
  await shoot(page, "payment-add-money", "view");
  await page.keyboard.press("Escape");
  await api.call("POST", `${settlement}/payments`, "admin", { method: "transfer", amount: 30_000 });
  await expect(page.getByText("₦48,000.00").first()).toBeVisible();
  await shoot(page, "payment-part");
  await api.call("POST", `${settlement}/payments`, "admin", { method: "cash", amount: 48_000 });
  await expect(page.getByText("Your payment is confirmed")).toBeVisible();
  await shoot(page, "payment-paid");
  await api.call("POST", `${settlement}/ready`, "admin", READY);
  await expect(page.getByText("Your pickup code")).toBeVisible();
  await shoot(page, "payment-ready");
  const { win: ready } = await api.call<{ win: Win }>("GET", `/api/auctions/${_id}/win`, ada);
  await api.call("POST", `${settlement}/handed-over`, "admin", { code: ready.pickup?.code });
  await expect(page.getByText("The lot is yours")).toBeVisible();
  await shoot(page, "payment-handed-over");
});

test("shows a dollar lot bought with Buy It Now, and Purchases with each kind of card", async ({ api, open }) => {
  const ada = await api.member("ada");
  const won = async (title: string, amount: number): Promise<Auction> => {
    const auction = await api.createAuction({ title, media: await api.pictures(1) });
    await api.bid(ada, auction._id, amount);
    await api.setStatus(auction._id, "ended");
    return auction;
  };
  const empty = await open(await api.member("bola"), "/purchases");
  await expect(empty.getByText("You have not bought anything yet.")).toBeVisible();
  await shoot(empty, "purchases-empty");
  const bought = await api.createAuction({
    title: "iPhone 13, 128 GB, midnight",
    currency: "USD",
    startingPrice: 200,
    bidIncrement: 10,
    buyItNowPrice: 400,
    media: await api.pictures(1),
  });
  await api.call("POST", `/api/auctions/${bought._id}/buy-it-now`, ada);
  const page = await open(ada, `/auction/${bought._id}`);
  await expect(page.getByRole("heading", { name: /^Payment due by/ })).toBeVisible();
  await shoot(page, "payment-dollars");

  await won("Talking drum from Oyo", 24_000);
  const ready = await won("Ankara cloth, six yards", 11_000);
  const forfeited = await won("A set of twelve textbooks", 12_000);
  const waived = await won("Standing fan", 13_000);
  const { settlements } = await api.call<Settlements>("GET", "/api/settlements?limit=100", "admin");
  const idOf = ({ _id }: Auction) => settlements.find(({ auction }) => auction._id === _id)?._id;
  await api.call("POST", `/api/settlements/${idOf(ready)}/payments`, ada, { method: "balance" });
  await api.call("POST", `/api/settlements/${idOf(ready)}/ready`, "admin", READY);
  await api.call("POST", `/api/settlements/${idOf(waived)}/waive`, "admin", { note: "Was in hospital." });
  await page.route("**/api/users/purchases?*", async (route) => {
    const answer = (await (await route.fetch()).json()) as Purchases;
    // A forfeit comes after days; the page shows what the server then says.
    const purchases = answer.purchases.map(
      (win): Win =>
        win.auction._id === forfeited._id
          ? { ...win, status: "forfeited", penaltyNgn: 1_200, remaining: 0, closedAt: new Date().toISOString() }
          : win,
    );
    await route.fulfill({ json: { ...answer, purchases: purchases.toSorted(openFirst) } });
  });
  await page.goto("/purchases");
  await expect(page.getByRole("heading", { name: "Earlier" })).toBeVisible();
  await page.getByText("Not paid in time", { exact: true }).click();
  await shoot(page, "purchases");
});

const openFirst = (a: Win, b: Win) => Number(b.status === "open") - Number(a.status === "open");

test("shows a second chance: the offer and the confirmation", async ({ api, open }) => {
  const [first, second] = [await api.member("chidi"), await api.member("dayo")];
  const { _id } = await api.createAuction({ title: "Generator, 3.5 kVA", media: await api.pictures(1) });
  await api.bid(second, _id, 40_000);
  await api.bid(first, _id, 42_000);
  await api.setStatus(_id, "ended");
  await offerTo(first, _id, api);
  const page = await open(second, "/purchases");
  await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
  await shoot(page, "second-chance");
  await page.getByRole("button", { name: "Accept" }).click();
  await shoot(page, "second-chance-question", "view");
});

test("shows a bid for which the balance is too small", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Sofa set, seven seats", startingPrice: 250_000 });
  const emeka = await api.member("emeka");
  await api.call("PUT", `/api/users/admin/balance/${emeka.user._id}`, "admin", { balance: 0, action: "set" });
  const page = await open(emeka, `/auction/${_id}`);
  await page.getByLabel(/^Your bid/).fill("258335");
  await expect(page.getByRole("button", { name: "Add ₦51,667.00" })).toBeVisible();
  await shoot(page, "bid-short", "view");
});

/** The winner's bids are voided, and the lot is offered to the runner-up. */
const offerTo = async (winner: Session, auctionId: string, api: Api) => {
  const { win } = await api.call<{ win: Win }>("GET", `/api/auctions/${auctionId}/win`, winner);
  await api.call("POST", `/api/auctions/${auctionId}/void-bids`, "admin", {
    userId: winner.user._id,
    reason: "fraud",
    note: "Paid with a stolen card.",
  });
  await api.call("POST", `/api/settlements/${win._id}/second-chance`, "admin");
};
