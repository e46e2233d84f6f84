// Measures the work with which a page starts, on a phone whose processor is four times slower: the time in scripts, the
// time that blocks touches, and what is loaded. Give it the origins of the sites to compare, which all have the demo:
//   node client/bench/start-work.mjs http://localhost:3946 http://localhost:3947
// The sites take turns, so that other work of the machine affects them alike. ROUNDS is the number of turns; it prints the
// medians.
import { chromium } from "@playwright/test";

const SLOWDOWN = 4;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true };
/** Longer tasks block touches, as the metric "Total Blocking Time" counts them. */
const BLOCKING_MS = 50;
/** The late parts of a page load within this time. */
const SETTLED_MS = 3_000;
const CATEGORIES = [
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8",
  "blink.user_timing",
];
const SCRIPTS = new Set(["EvaluateScript", "FunctionCall", "v8.callFunction", "RunMicrotasks", "v8.compileModule"]);
const STYLES = new Set(["UpdateLayoutTree", "Layout", "PrePaint", "Paint", "ParseAuthorStyleSheet"]);

const sites = process.argv.slice(2);
if (sites.length === 0) throw new Error("Give the origins of the sites.");

const json = async (address, body) => {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(address, init ?? {})).json();
};

/** The pages of a site, each with the storage of its reader. */
const pagesOf = async (site) => {
  const { auctions } = await json(`${site}/api/auctions?search=Corolla`);
  const { token, user } = await json(`${site}/api/auth/login`, { email: "ada@auction.test", password: "bidder1234" });
  const localStorage = Object.entries({ token, user: JSON.stringify(user) }).map(([name, value]) => ({ name, value }));
  const reader = { cookies: [], origins: [{ origin: site, localStorage }] };
  return { Home: ["/"], Lot: [`/auction/${auctions[0]._id}`], "My Bids": ["/my-bids", reader] };
};

/** The time that some event of these names takes, in ms. Events inside each other count once. */
const timeIn = (events, names) => {
  let [total, end] = [0, 0];
  for (const { name, ts, dur = 0 } of events) {
    if (!names.has(name) || ts + dur <= end) continue;
    total += ts + dur - Math.max(ts, end);
    end = ts + dur;
  }
  return total / 1000;
};

/** The work of the page's main thread. */
const workIn = (trace) => {
  const threads = new Map();
  for (const event of trace) {
    const key = `${event.pid} ${event.tid}`;
    if (event.ph === "X")
      threads
        .set(key, threads.get(key) ?? [])
        .get(key)
        .push(event);
  }
  const works = [...threads.values()].map((all) => {
    const events = all.sort((one, other) => one.ts - other.ts);
    const tasks = events.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
    const blocking = tasks.reduce((sum, { dur = 0 }) => sum + Math.max(0, dur / 1000 - BLOCKING_MS), 0);
    const longest = Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000));
    return { script: timeIn(events, SCRIPTS), style: timeIn(events, STYLES), blocking, longest };
  });
  return works.sort((one, other) => other.script - one.script)[0];
};

const measure = async (browser, address, storageState) => {
  const context = await browser.newContext({ ...PHONE, ...(storageState ? { storageState } : {}) });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = { requests: 0, bytes: 0 };
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    loaded.requests += 1;
    loaded.bytes += encodedDataLength;
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(address);
  await page.getByText("Live", { exact: true }).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  return { ...workIn(traceEvents), requests: loaded.requests, kB: loaded.bytes / 1000 };
};

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" });
const found = new Map();
const pages = await Promise.all(sites.map(pagesOf));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, site] of sites.entries()) {
    for (const [name, [path, reader]] of Object.entries(pages[index])) {
      const key = `${name}  ${site}`;
      found.set(key, [...(found.get(key) ?? []), await measure(browser, site + path, reader)]);
    }
  }
}
await browser.close();
for (const [key, all] of [...found].sort()) {
  const line = Object.keys(all[0]).map((what) => `${what} ${median(all.map((one) => one[what])).toFixed(0)}`);
  console.log(`${key}: ${line.join(", ")}`);
}
