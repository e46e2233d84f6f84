// The page of a lot in each of its states for a bidder until it is over: the panel of a desktop, a phone's bar and its
// sheet, each with the state's one sentence, action and colour (shared/src/lot-state.ts).
import type { Page } from "@playwright/test";
import { type Api, type Session, uniqueName } from "../e2e/support/api.ts";
import { doubleText } from "../e2e/support/layout-checks.ts";
import { expect, test } from "../e2e/support/test.ts";
import { type OpenState, shoot } from "./shoot.ts";

const MINUTE = 60_000;
/** Engine.IO's packet, without which the page would close its connection. */
const PING = "2";
const phone = { width: 360, height: 640 };
const softClose = { windowSeconds: 300, capMinutes: 30 };

interface Site {
  api: Api;
  id: string;
  ada: Session;
  bola: Session;
}

interface View {
  page: Page;
  /** Keeps the further events of the server from the page. */
  holdEvents: () => void;
}

interface Case {
  lot?: object;
  /** The time until its end; without it, some days. */
  leftMs?: number;
  /** Makes the state for ada, before her page opens. */
  before?: (site: Site) => Promise<unknown>;
  /** Makes the state while her page is open. */
  after?: (site: Site, view: View) => Promise<unknown>;
  /** The one sentence on a desktop. */
  says: RegExp;
  /** The label of the phone's one action, which opens the sheet; null where there is none. */
  action: string | null;
}

const inPublishedSale = async ({ api, id }: Site) => {
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", "admin", {
    title: uniqueName("Sewing machines "),
    opensAt: new Date(Date.now() + 60 * MINUTE).toISOString(),
    closesAt: new Date(Date.now() + 120 * MINUTE).toISOString(),
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, "admin", { revision: 1, auctionIds: [id] });
  await api.call("POST", `/api/sales/${sale._id}/publish`, "admin");
};

/** Each state, and two moments that have no state of their own. */
const cases: Record<OpenState | "last-minute" | "extended", Case> = {
  free: { says: /^Place Your Bid$/, action: "Bid" },
  leading: { before: ({ api, id, ada }) => api.bid(ada, id, 10_500), says: /^You lead at/, action: "Your bid" },
  "leading-below-reserve": {
    lot: { reservePrice: 90_000 },
    before: ({ api, id, ada }) => api.bid(ada, id, 10_500),
    says: /^You have the highest bid, but/,
    action: "Set a maximum",
  },
  outbid: {
    before: async ({ api, id, ada, bola }) => {
      await api.bid(ada, id, 10_500);
      await api.bid(bola, id, 11_000);
    },
    says: /^You were outbid at/,
    action: "Bid",
  },
  tied: {
    before: async ({ api, id, ada, bola }) => {
      await api.setMaxBid(bola, id, 20_000);
      await api.setMaxBid(ada, id, 20_000);
    },
    says: /^Another bidder set ₦20,000.00 before you/,
    action: "Bid ₦20,500.00",
  },
  "maximum-used-up": {
    before: async ({ api, id, ada, bola }) => {
      await api.setMaxBid(ada, id, 15_000);
      await api.bid(bola, id, 16_000);
    },
    says: /^Your maximum of ₦15,000.00 is used up/,
    action: "Bid ₦16,500.00",
  },
  "leading-in-full": {
    before: async ({ api, id, ada, bola }) => {
      await api.setMaxBid(ada, id, 15_000);
      await api.bid(bola, id, 15_000);
    },
    says: /^You lead at ₦15,000.00, with all of your maximum/,
    action: "Raise maximum to ₦15,500.00",
  },
  "maximum-too-low": {
    before: async ({ api, id, ada, bola }) => {
      await api.bid(bola, id, 10_500);
      await api.setMaxBid(ada, id, 10_700);
    },
    says: /^Your maximum is below the minimum next bid/,
    action: "Bid ₦11,000.00",
  },
  "maximum-suspended": {
    before: async ({ api, id, ada }) => {
      await api.setMaxBid(ada, id, 20_000);
      const edit = { description: "The needle is missing." };
      await api.call("PUT", `/api/auctions/admin/${id}`, "admin", edit);
    },
    says: /^Your maximum is suspended/,
    action: null,
  },
  paused: {
    after: ({ api, id }) => api.setStatus(id, "paused"),
    says: /^This auction is paused/,
    action: null,
  },
  "being-bought": {
    lot: { buyItNowPrice: 90_000 },
    after: ({ api, id, bola }) => api.call("POST", `/api/auctions/${id}/buy-it-now`, bola, {}),
    says: /^Auction Paused/,
    action: null,
  },
  "being-bought-by-me": {
    lot: { buyItNowPrice: 90_000 },
    before: ({ api, id, ada }) => api.call("POST", `/api/auctions/${id}/buy-it-now`, ada, {}),
    says: /^Auction Paused/,
    action: "Pay",
  },
  "last-minute": { leftMs: MINUTE, says: /^Place Your Bid$/, action: "Bid" },
  extended: {
    lot: { softClose },
    leftMs: 2 * MINUTE,
    after: ({ api, id, ada }) => api.bid(ada, id, 10_500),
    says: /^You lead at/,
    action: "Your bid",
  },
  closing: {
    after: async ({ api, id }, { page, holdEvents }) => {
      await api.call("PUT", `/api/auctions/admin/${id}`, "admin", endIn(10_000));
      await expect(page.getByRole("timer").first()).toHaveText(/^0m/);
      holdEvents();
    },
    says: /^The time is over\./,
    action: null,
  },
  upcoming: {
    lot: { startTime: new Date(Date.now() + 60 * MINUTE).toISOString() },
    before: inPublishedSale,
    says: /^Bidding opens /,
    action: null,
  },
  withdrawn: {
    before: ({ api, id, ada }) => api.bid(ada, id, 10_500),
    after: ({ api, id }) => api.setStatus(id, "draft"),
    says: /^This auction was withdrawn\.$/,
    action: null,
  },
};

const endIn = (leftMs: number | undefined) =>
  leftMs === undefined ? {} : { endTime: new Date(Date.now() + leftMs).toISOString() };

const watchEvents = async (page: Page): Promise<View> => {
  let isHeld = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((packet) => {
      if (!isHeld || packet === PING) socket.send(packet);
    });
  });
  return {
    page,
    holdEvents: () => {
      isHeld = true;
    },
  };
};

/** The bar's own action, not those inside the page. */
const barAction = (page: Page, label: string) =>
  page
    .getByRole("button", { name: label, exact: true })
    .or(page.getByRole("link", { name: label, exact: true }))
    .last();

for (const [name, { lot = {}, leftMs, before, after, says, action }] of Object.entries(cases)) {
  // A button with an amount asks before it bids or raises.
  const asksAtOnce = action?.includes("₦");
  test(`shows a lot that is ${name}`, async ({ api, open }) => {
    const media = await api.pictures(1);
    const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
    const { _id } = await api.createAuction({
      title: "Sewing machine with iron stand",
      media,
      ...endIn(leftMs),
      ...lot,
    });
    const site = { api, id: _id, ada, bola };
    await before?.(site);
    const page = await open(ada, "about:blank");
    const view = await watchEvents(page);
    await page.goto(`/auction/${_id}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await after?.(site, view);
    await expect(page.getByText(says).first()).toBeVisible();
    await shoot(page, `state-${name}`, "view", [1280]);
    if (asksAtOnce) {
      await page.getByRole("tab", { name: "Your maximum" }).click();
      await shoot(page, `state-${name}-maximum`, "view", [1280]);
    }
    await page.setViewportSize(phone);
    await shoot(page, `state-${name}`, "view", [360]);
    if (action === null) return;
    await page.setViewportSize(phone);
    await barAction(page, action).click();
    if (action === "Pay") return;
    await expect(page.getByRole("dialog")).toBeVisible();
    if (asksAtOnce) {
      await shoot(page, `state-${name}-question`, "view", [360]);
      await page.getByRole("button", { name: "Change amount" }).click();
      await expect(page.getByRole("dialog", { name: "Sewing machine" })).toBeVisible();
    }
    await shoot(page, `state-${name}-sheet`, "view", [360]);
    await page.getByRole("dialog").getByRole("tab", { name: "Your maximum" }).click();
    await shoot(page, `state-${name}-sheet-maximum`, "view", [360]);
  });
}

test("shows an outbid bidder with text twice as large", async ({ api, open }) => {
  const media = await api.pictures(1);
  const { _id } = await api.createAuction({ title: "Sewing machine with iron stand", media, startingPrice: 3_200_000 });
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(ada, _id, 3_300_000);
  await api.bid(bola, _id, 3_400_000);
  const page = await open(ada, `/auction/${_id}`);
  await page.setViewportSize(phone);
  await doubleText(page);
  await expect(page.getByRole("button", { name: "Bid", exact: true })).toBeVisible();
  await shoot(page, "state-outbid-large-text", "view", [360]);
  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await shoot(page, "state-outbid-large-text-sheet", "view", [360]);
});
