// One run: a bidder's page on a bad network, two rivals on a good one. Measures how long the page took, and checks that
// nothing was lost, doubled or made up.
import { setTimeout as wait } from "node:timers/promises";
import type { Bid } from "@jara/shared/auction";
import type { Page } from "@playwright/test";
import type { Api, Session } from "../../e2e/support/api.ts";
import { AuctionPage } from "../../e2e/support/auction-page.ts";
import type { Link } from "../../e2e/support/link.ts";
import type { Device } from "./device.ts";
import { amountOf, probePage, type Seen, type Sight, seenOn } from "./page-probe.ts";
import { Rivals } from "./rivals.ts";
import type { Scenario } from "./scenarios.ts";

/** Between two bids of the rivals. */
const BIDS_EVERY_MS = 700;
const INCREMENT = 500;
const STARTING_PRICE = 10_000;
const UNCONFIRMED = "We could not confirm";
/** Above what the rivals reach within a run, so that the bid is accepted whenever it arrives. */
const OWN_AMOUNT = 500_000;
const SOFT_CLOSE = { windowSeconds: 15, capMinutes: 30 };
const UNTIL_END_MS = 30_000;
const LIVE_WITHIN_MS = 60_000;
/** The page has this long to be right again and to answer, after the network was good again. */
const RIGHT_WITHIN_MS = 60_000;

/** In order of preference, as Socket.IO's client takes them; null: as the product has them. */
export type Transports = readonly ("websocket" | "polling")[] | null;

export interface Figures {
  /** From the navigation until the page was live (ms). */
  live: number | null;
  /** From the loss until the page no longer said "Live" (ms). */
  noticed: number | null;
  /** From the return of the network until the page showed the server's price (ms). */
  right: number | null;
  /** From the return of the network, or the press if nothing was spoilt, until the page answered the bid (ms). */
  answered: number | null;
  answer: string;
  /** The median time from a rival's commit until its price was on the screen, in good times (ms). */
  lag: number | null;
  /** The error of the shown time left (s). */
  countdownOff: number | null;
  faults: string[];
}

export interface Run {
  device: Device;
  api: Api;
  link: Link;
  people: readonly [Session, Session, Session];
  scenario: Scenario;
  transports: Transports;
}

export const measure = async ({ device, api, link, people, scenario, transports }: Run): Promise<Figures> => {
  const [own, ...rivalSessions] = people;
  const lot = await api.createAuction({
    title: `Kettle on ${scenario.name}`,
    startingPrice: STARTING_PRICE,
    bidIncrement: INCREMENT,
    softClose: SOFT_CLOSE,
    endTime: new Date(Date.now() + UNTIL_END_MS).toISOString(),
  });
  const rivals = new Rivals(api, lot._id, rivalSessions, BIDS_EVERY_MS);
  rivals.start(STARTING_PRICE + INCREMENT);
  link.use(scenario.quality);
  link.swallowWebSockets(scenario.swallowsWebSockets ?? false);
  const page = await openPage(device, link, own, scenario, transports);
  try {
    const openedAt = Date.now();
    await page.goto(`${link.origin}/auction/${lot._id}`, { timeout: LIVE_WITHIN_MS });
    await page.getByText("Live", { exact: true }).waitFor({ timeout: LIVE_WITHIN_MS });
    const live = (await firstAfter(page, "states", openedAt, ({ text }) => text === "Live"))?.at ?? null;
    await wait(5_000);

    const screen = new AuctionPage(page);
    await screen.bid(OWN_AMOUNT);
    const confirm = page.getByRole("button", { name: /^Yes, bid / });
    await confirm.waitFor();
    const startedAt = Date.now();
    const cdp = await page.context().newCDPSession(page);
    const goodAt = await scenario.spoil({ page, link, cdp, device, press: () => confirm.click() });
    const pressedAt = (await firstAfter(page, "presses", startedAt, () => true))?.at ?? startedAt;
    const backAt = goodAt ?? pressedAt;
    const priceThen = rivals.priceAt(backAt);
    const [right, answered] = await Promise.all([
      firstAfter(page, "prices", backAt, ({ text }) => amountOf(text) >= priceThen),
      finalAnswer(page, pressedAt),
    ]);
    await wait(3_000);
    await rivals.stop();
    await wait(3_000);
    const seen = await seenOn(page);
    const noticed = seen.states.find(({ at, text }) => at >= pressedAt && text !== "Live")?.at;
    return {
      live: live && live - openedAt,
      noticed: noticed === undefined ? null : noticed - pressedAt,
      right: goodAt && right && right.at - backAt,
      answered: answered && answered.at - backAt,
      answer: answered?.text ?? "none",
      lag: lagOf(seen, rivals, pressedAt),
      countdownOff: await countdownOff(page, api, lot._id, scenario),
      faults: await faultsOf(seen, api, lot._id, own),
    };
  } finally {
    await rivals.stop();
    await page.context().close();
  }
};

const openPage = async (
  { browser }: Device,
  { origin }: Link,
  { token, user }: Session,
  { clockOffMs = 0 }: Scenario,
  transports: Transports,
): Promise<Page> => {
  const localStorage = Object.entries({ token, user: JSON.stringify(user) }).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin, localStorage }] } });
  const page = await context.newPage();
  await probePage(page);
  if (clockOffMs !== 0) await page.addInitScript(shiftClock, clockOffMs);
  if (transports) {
    await page.route(/\/assets\/socket-/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/transports:\[[^\]]*\]/, `transports:${JSON.stringify(transports)}`);
      await route.fulfill({ response: answer, body });
    });
  }
  return page;
};

const shiftClock = (offMs: number): void => {
  const real = Date;
  window.Date = new Proxy(real, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [real.now() + offMs] : args),
    get: (target, key) => (key === "now" ? () => real.now() + offMs : Reflect.get(target, key)),
  });
};

/** The first sight from `after` on that is as wanted; a sight before it that lasts counts as seen at `after`. */
const firstAfter = async (
  page: Page,
  list: keyof Seen,
  after: number,
  isWanted: (sight: Sight) => boolean,
): Promise<Sight | null> => {
  const until = Date.now() + RIGHT_WITHIN_MS;
  for (; Date.now() < until; await wait(100)) {
    const sights = (await seenOn(page).catch(() => null))?.[list] ?? [];
    const before = sights.findLast(({ at }) => at < after);
    if (before && list === "prices" && isWanted(before)) return { ...before, at: after };
    const found = sights.find((sight) => sight.at >= after && isWanted(sight));
    if (found) return found;
  }
  return null;
};

/** The page says after 20 s that it could not confirm the bid. Then its user presses "Try again" until it can. */
const finalAnswer = async (page: Page, pressedAt: number): Promise<Sight | null> => {
  const first = await firstAfter(page, "answers", pressedAt, () => true);
  if (first?.text !== UNCONFIRMED) return first;
  const final = firstAfter(page, "answers", first.at, ({ text }) => text !== UNCONFIRMED);
  await page
    .getByRole("button", { name: "Try again" })
    .click({ timeout: RIGHT_WITHIN_MS })
    .catch(() => {});
  const answer = await final;
  return answer && { ...answer, text: `${answer.text} (tried again)` };
};

const lagOf = ({ prices }: Seen, { committed }: Rivals, until: number): number | null => {
  const lags = committed.flatMap(({ at, price }) => {
    const shown = at < until ? prices.find((sight) => amountOf(sight.text) === price) : undefined;
    return shown ? [Math.max(0, shown.at - at)] : [];
  });
  // The first one may have been there when the page was opened.
  return lags.length > 1 ? median(lags.slice(1)) : null;
};

const countdownOff = async (
  page: Page,
  api: Api,
  auctionId: string,
  { clockOffMs }: Scenario,
): Promise<number | null> => {
  if (clockOffMs === undefined) return null;
  const { auction } = await api.call<{ auction: { endTime: string } }>("GET", `/api/auctions/${auctionId}`, null);
  const text = (await page.getByRole("timer").first().textContent()) ?? "";
  const [, minutes, seconds] = /(?:(\d+)m )?(\d+)s/.exec(text) ?? [];
  const left = (Date.parse(auction.endTime) - Date.now()) / 1_000;
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(minutes ?? 0) * 60 + Number(seconds) - left;
};

const faultsOf = async (seen: Seen, api: Api, auctionId: string, own: Session): Promise<string[]> => {
  const bids: Bid[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/bids/auction/${auctionId}?limit=100&page=${page}`;
    const read = await api.call<{ bids: Bid[]; total: number }>("GET", path, own);
    bids.push(...read.bids);
    if (bids.length >= read.total || read.bids.length === 0) break;
  }
  const faults: string[] = [];
  const mine = bids.filter(({ bidder }) => bidder.username === "You");
  const wasAccepted = seen.answers.some(({ text }) => /^Bid placed|^You were outbid/.test(text));
  if (mine.length > 1) faults.push(`the bid counts ${mine.length} times`);
  if (wasAccepted && mine.length !== 1) faults.push("an accepted bid is missing");
  const known = new Set([STARTING_PRICE, ...bids.map(({ amount }) => amount)]);
  for (const { text } of seen.prices)
    if (!known.has(amountOf(text))) faults.push(`a price that was not committed: ${text}`);
  const ended = [...seen.timers, ...seen.statuses].filter(({ text }) => /ended|sold/i.test(text));
  if (ended.length > 0) faults.push(`"${ended[0]?.text}" before the end`);
  const last = Math.max(...bids.map(({ amount }) => amount));
  if (amountOf(seen.prices.at(-1)?.text ?? "") !== last) faults.push(`the last price is not ${last}`);
  return faults;
};

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN;
