// The page of a lot in each state that comes after its bidding: to pay, paid, lost, not sold, listed again and so on, on
// a desktop and a phone. states-of-a-lot.spec.ts has the open ones.
import type { MyTab } from "@jara/shared/my-tabs";
import type { Win } from "@jara/shared/rest/settlements";
import type { Api, Session } from "../e2e/support/api.ts";
import type { AuctionServer } from "../e2e/support/auction-server.ts";
import { expect, test } from "../e2e/support/test.ts";
import { type LateState, shoot } from "./shoot.ts";

const READY = { place: "12 Broad Street, Lagos Island", hours: "Monday to Friday, 9:00 to 17:00" };

interface Site {
  api: Api;
  server: Pick<AuctionServer, "letPaymentsBeOverdue">;
  id: string;
  ada: Session;
  bola: Session;
}

/** Ada bids less than Bola. */
const outbid = async ({ api, id, ada, bola }: Site) => {
  await api.bid(ada, id, 10_500);
  await api.bid(bola, id, 12_000);
};
const won = async ({ api, id, ada }: Site) => {
  await api.bid(ada, id, 10_500);
  await api.endNow(id);
};
const winOf = async ({ api, id, ada }: Site) =>
  (await api.call<{ win: Win }>("GET", `/api/auctions/${id}/win`, ada)).win;
const ready = async (site: Site) => {
  await won(site);
  await site.api.setStatus(site.id, "sold");
  await site.api.call("POST", `/api/settlements/${(await winOf(site))._id}/ready`, "admin", READY);
};
const unsold = async (site: Site) => {
  await site.api.bid(site.ada, site.id, 10_500);
  await site.api.setStatus(site.id, "ended");
};
const listAgain = async ({ api, id }: Site) => {
  const { auction } = await api.call<{ auction: { _id: string } }>("POST", `/api/auctions/${id}/relist`, "admin");
  await api.setStatus(auction._id, "active");
};

interface Case {
  lot?: object;
  make: (site: Site) => Promise<unknown>;
  says: RegExp;
  /** The badge of its row in My Bids. */
  badge: string | null;
}

const below = { reservePrice: 90_000 };
const cases: Record<LateState, Case> = {
  "won-to-pay": { make: won, says: /^You won this auction!$/, badge: "To pay" },
  paid: {
    make: async (site) => {
      await won(site);
      await site.api.setStatus(site.id, "sold");
    },
    says: /^Your payment is confirmed$/,
    badge: "Paid",
  },
  ready: { make: ready, says: /^Your pickup code$/, badge: "Ready for pickup" },
  collected: {
    make: async (site) => {
      await ready(site);
      const { _id, pickup } = await winOf(site);
      await site.api.call("POST", `/api/settlements/${_id}/handed-over`, "admin", { code: pickup?.code });
    },
    says: /^The lot is yours$/,
    badge: "Collected",
  },
  // Nothing is owed after a waiver.
  won: {
    make: async (site) => {
      await won(site);
      const path = `/api/settlements/${(await winOf(site))._id}/waive`;
      await site.api.call("POST", path, "admin", { note: "Was in hospital." });
    },
    says: /^You do not have to pay$/,
    badge: null,
  },
  offered: {
    make: async (site) => {
      const { api, id, bola } = site;
      await outbid(site);
      await api.endNow(id);
      const settlementId = (await winOf({ ...site, ada: bola }))._id;
      const bids = { userId: bola.user._id, reason: "fraud", note: "Paid with a stolen card." };
      await api.call("POST", `/api/auctions/${id}/void-bids`, "admin", bids);
      await api.call("POST", `/api/settlements/${settlementId}/second-chance`, "admin");
    },
    says: /^The winner did not take this lot, so it is offered to you\.$/,
    badge: "Offered to you",
  },
  "not-paid": {
    make: async (site) => {
      await won(site);
      await site.server.letPaymentsBeOverdue();
      await expect.poll(async () => (await winOf(site)).status).toBe("forfeited");
    },
    says: /^You won this auction, but did not pay in time\.$/,
    badge: "Not paid in time",
  },
  lost: {
    make: async (site) => {
      await outbid(site);
      await site.api.endNow(site.id);
    },
    says: /^You did not win\.$/,
    badge: "Lost",
  },
  sold: {
    make: async ({ api, id, bola }) => {
      await api.bid(bola, id, 12_000);
      await api.endNow(id);
    },
    says: /^Won by/,
    badge: null,
  },
  unsold: { lot: below, make: unsold, says: /^This lot was not sold\.$/, badge: "Reserve not met" },
  relisted: {
    lot: below,
    make: async (site) => {
      await unsold(site);
      await listAgain(site);
    },
    says: /^This auction is over\. The lot was listed again\.$/,
    badge: "Listed again",
  },
  cancelled: {
    make: async (site) => {
      await outbid(site);
      const more = { status: "cancelled", publicReason: "The leg has broken." };
      await site.api.call("PATCH", `/api/auctions/admin/${site.id}/status`, "admin", more);
    },
    says: /^This auction was cancelled\.$/,
    badge: "Cancelled: you pay nothing",
  },
};

/** The tab of My Bids that has the lot. */
const tabs: Partial<Record<string, MyTab>> = {
  offered: "action",
  lost: "lost",
  unsold: "lost",
  relisted: "lost",
  cancelled: "lost",
};

for (const [name, { lot = {}, make, says, badge }] of Object.entries(cases)) {
  test(`shows a lot that is ${name}, and its row in My Bids`, async ({ api, open, server }) => {
    const media = await api.pictures(1);
    const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
    const { _id } = await api.createAuction({ title: "Talking drum from Oyo", media, ...lot });
    await make({ api, server, id: _id, ada, bola });
    const page = await open(ada, `/auction/${_id}`);
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await shoot(page, `state-${name}`, "view", [360, 1280]);
    if (badge === null) return;
    await page.goto(`/my-bids?tab=${tabs[name] ?? "won"}`);
    const row = page.getByRole("article", { name: "Talking drum from Oyo" }).first();
    await expect(row.getByText(badge, { exact: true })).toBeVisible();
    if (name === "relisted") await expect(row.getByRole("link", { name: "See the new auction" })).toBeVisible();
    await shoot(page, `state-${name}-my-bids`, "view", [360, 1280]);
  });
}

test("leads from an old lot to the auction as which it is listed again, and notifies its bidder", async ({
  api,
  open,
  server,
}) => {
  const ada = await api.member("ada");
  const { _id } = await api.createAuction({ title: "Kora with 21 strings", ...below });
  const site = { api, server, id: _id, ada, bola: ada };
  await unsold(site);
  await listAgain(site);
  const page = await open(ada, `/auction/${_id}`);
  await page.getByRole("link", { name: "See the new auction" }).click();
  await expect(page.getByText("Place Your Bid").first()).toBeVisible();
  expect(page.url()).not.toContain(_id);
  await page.goto("/notifications");
  await expect(page.getByText("The lot was not sold")).toBeVisible();
  await expect(page.getByText("A lot you bid on is listed again")).toBeVisible();
  await shoot(page, "notifications-unsold-and-listed-again", "view", [360, 1280]);
});
