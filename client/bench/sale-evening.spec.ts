// The console of a sale's evening under load: 500 lots, 2,000 watchers of the lots that close next, bids all the time,
// and lots that close. It prints how long the console's frames took, and whether any watcher saw a price before the
// console did. WATCHERS, LOTS and SECONDS change the size.
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import type { Page } from "@playwright/test";
import type { Api, Session } from "../e2e/support/api.ts";
import { projectRoot } from "../e2e/support/project-root.ts";
import { expect, test } from "../e2e/support/test.ts";

const LOTS = Number(process.env.LOTS ?? 500);
const WATCHERS = Number(process.env.WATCHERS ?? 2_000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const WATCHED = 8;
const BIDS_A_SECOND = 4;
const SPACING_SECONDS = 10;
/** The crowd has this long to come before the first lot closes. */
const UNTIL_FIRST_CLOSE_MS = 150_000;
/** Measuring begins so long before the first lot closes. */
const BEFORE_CLOSE_MS = 10_000;

interface Seen {
  /** The durations (ms) of frames of more than 50 ms; the browser reports no shorter ones. */
  long: number[];
  /** All times between two frames (ms). */
  frames: number[];
  /** When a price arrived at the page, by lot and version. */
  prices: [string, number][];
}

/** Notes the page's frames, and when each price arrived on its connection. */
const watchPage = () => {
  const seen: Seen = { long: [], frames: [], prices: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "long-animation-frame",
  });
  let before = performance.now();
  const frame = (at: number) => {
    seen.frames.push(at - before);
    before = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const noteFrame = ({ data }: MessageEvent) => {
    const [, json] = /^42(\["auction:price",.*)$/s.exec(String(data)) ?? [];
    if (!json) return;
    const [, { auctionId, version }] = JSON.parse(json);
    seen.prices.push([`${auctionId} ${version}`, Date.now()]);
  };
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener("message", noteFrame);
    }
  };
};

const forget = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen };
    for (const list of [seen.long, seen.frames, seen.prices]) list.length = 0;
  });
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const at = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
const inMs = (value: number): string => `${value.toFixed(0)} ms`;

const makeSale = async (api: Api, seller: Session): Promise<{ saleId: string; lots: Auction[]; closesAt: number }> => {
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const lots: Auction[] = [];
  for (let n = 1; n <= LOTS; n += 1) {
    lots.push(await api.createAuction({ title: `Evening lot ${n}`, startTime, bidIncrement: 100 }, seller));
  }
  const closesAt = Date.now() + UNTIL_FIRST_CLOSE_MS;
  const made = await api.call<{ sale: { _id: string; revision: number } }>("POST", "/api/sales", seller, {
    title: "The measured evening",
    description: "",
    terms: "",
    viewings: [],
    opensAt: null,
    closesAt: new Date(closesAt).toISOString(),
    spacingSeconds: SPACING_SECONDS,
    closing: "alone",
  });
  const { _id: saleId, revision } = made.sale;
  const auctionIds = lots.map(({ _id }) => _id);
  await api.call("PUT", `/api/sales/${saleId}/lots`, seller, { revision, auctionIds });
  await api.call("POST", `/api/sales/${saleId}/publish`, seller, {});
  await expect
    .poll(
      async () =>
        (await api.call<{ auction: Auction }>("GET", `/api/auctions/${lots.at(-1)?._id}`, null)).auction.status,
    )
    .toBe("active");
  return { saleId, lots, closesAt };
};

test(`the console with ${LOTS} lots and ${WATCHERS} watchers`, async ({ api, administrator, open }) => {
  const seller = await api.colleague("seller");
  const bidders = await Promise.all(["ada", "bola", "chidi"].map((name) => api.member(name)));
  const { saleId, lots, closesAt } = await makeSale(api, seller);
  const next = lots.slice(0, WATCHED);
  const crowd = fork(path.join(projectRoot, "client/bench/watchers.mjs"), [
    api.origin,
    String(WATCHERS),
    next.map(({ _id }) => _id).join(","),
  ]);
  await once(crowd, "message");

  const page = await open(administrator, "/bidding-info");
  await page.addInitScript(watchPage);
  await page.goto(`/admin/sales/${saleId}/console`);
  await expect(page.getByRole("link", { name: "Evening lot 1", exact: true })).toBeVisible();
  await wait(Math.max(3_000, closesAt - BEFORE_CLOSE_MS - Date.now()));
  await forget(page);

  const until = Date.now() + SECONDS * 1_000;
  let placed = 0;
  let refused = 0;
  for (let n = 0; Date.now() < until; n += 1) {
    // Each lot's bids come from everybody in turn; every second bid is for the lot in front.
    const front = Math.max(0, Math.ceil((Date.now() - closesAt) / (SPACING_SECONDS * 1_000)));
    const lot = (n % 2 === 0 ? lots[front] : lots[front + (n % (LOTS - front))]) as Auction;
    const amount = 20_000 + n * 100;
    await api.call("POST", "/api/bids", bidders[n % bidders.length] as Session, { auctionId: lot._id, amount }).then(
      () => (placed += 1),
      () => (refused += 1),
    );
    await wait(1_000 / BIDS_A_SECOND);
  }
  await wait(2_000);
  const seen = await seenBy(page);
  crowd.send("report");
  const [arrivals] = (await once(crowd, "message")) as [[string, number[]][]];

  const ofCrowd = new Map(arrivals);
  const compared = seen.prices.flatMap(([key, here]) => {
    const there = ofCrowd.get(key);
    return there && there.length > WATCHERS / 2 ? [{ here, there }] : [];
  });
  const first = compared.map(({ here, there }) => here - at(there, 0));
  const middle = compared.map(({ here, there }) => here - at(there, 0.5));
  const last = compared.map(({ here, there }) => here - at(there, 1));
  console.log(
    [
      `${LOTS} lots, ${WATCHERS} watchers of ${WATCHED} lots each, ${SECONDS} s, ${placed} bids (${refused} refused)`,
      `frames: ${seen.frames.length}; between two of them, median ${inMs(at(seen.frames, 0.5))}, p99 ${inMs(at(seen.frames, 0.99))}, longest ${inMs(at(seen.frames, 1))}`,
      `frames that took more than 50 ms: ${seen.long.length}, the longest ${inMs(at(seen.long, 1))}`,
      `prices that the console and the crowd both got: ${compared.length}`,
      `the console after the first watcher: median ${inMs(at(first, 0.5))}, longest ${inMs(at(first, 1))}`,
      `the console after the watcher in the middle: median ${inMs(at(middle, 0.5))}, longest ${inMs(at(middle, 1))}`,
      `the console after the last watcher: median ${inMs(at(last, 0.5))}, longest ${inMs(at(last, 1))}`,
    ].join("\n"),
  );
  expect(compared.length, "prices to compare").toBeGreaterThan(0);
});
