// `pnpm lighthouse`: the scores of Home, of a lot and of a bidder's My Bids, as Lighthouse gives them for a phone with a
// slow connection. It builds the site, starts a server of its own with the demo on a port of its own, and fails below the
// marks. It stands outside `pnpm check`, because the times depend on what else the machine does; the best of three runs
// counts.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { NODE_FLAGS } from "../../server/node-flags.mjs";

/**
 * The audits of the data that a visit costs. Lighthouse has had no audits of web apps since version 12
 * (docs/installable.md).
 */
const DATA = [
  "total-byte-weight",
  "unused-javascript",
  "unused-css-rules",
  "image-delivery-insight",
  "cache-insight",
  "document-latency-insight",
  "duplicated-javascript-insight",
  "legacy-javascript-insight",
  "font-display-insight",
];
const MARKS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = Number(process.env.RUNS ?? 3);
const port = Number(process.env.PORT ?? 3987);
const site = `http://localhost:${port}`;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
if (spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" }).status !== 0) process.exit(1);

const folder = mkdtempSync(path.join(tmpdir(), "jara-lighthouse-"));
const server = spawn(process.execPath, [...NODE_FLAGS, "server/dist/main.js"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: site,
    DATA_DIR: path.join(folder, "data"),
    LOG_LEVEL: "warn",
    SEED: "demo",
  },
});

const isReady = async () => {
  for (let waited = 0; waited < 60_000; waited += 250) {
    const answer = await fetch(`${site}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("The server did not start.");
};

/** The scores of a page in percent, the times that decide the first score, and the checks that lost points. */
const judge = async (url, chromePort) => {
  const { lhr } = await lighthouse(url, { port: chromePort, output: "json", logLevel: "error" });
  const scores = Object.fromEntries(
    Object.keys(MARKS).map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  );
  const times = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ].map((name) => `${lhr.audits[name].title} ${lhr.audits[name].displayValue}`);
  const data = DATA.map((name) => lhr.audits[name])
    .filter(Boolean)
    .map(
      ({ title, displayValue, score }) =>
        `${title}: ${displayValue || (score === 1 ? "nothing to save" : `score ${score}`)}`,
    );
  const lost = Object.keys(MARKS)
    .filter((name) => name !== "performance")
    .flatMap((name) => lhr.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title}`);
  return { scores, times, data, lost: [...new Set(lost)], report: lhr };
};

/** Logs a bidder of the demo in, where the client keeps its session. Lighthouse leaves this storage as it is. */
const logIn = async (chromePort) => {
  const answer = await fetch(`${site}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@auction.test", password: "bidder1234" }),
  });
  const { token, user } = await answer.json();
  const browser = await puppeteer.connect({ browserURL: `http://localhost:${chromePort}` });
  const page = await browser.newPage();
  await page.goto(`${site}/favicon.svg`);
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
  await page.close();
  await browser.disconnect();
};

let failed = false;
let chrome;
try {
  await isReady();
  const { auctions } = await (await fetch(`${site}/api/auctions?search=Corolla`)).json();
  chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox"],
  });
  for (const [name, url, begin] of [
    ["Home", `${site}/`],
    ["Lot", `${site}/auction/${auctions[0]._id}`],
    ["My Bids", `${site}/my-bids`, logIn],
  ]) {
    await begin?.(chrome.port);
    // No search engine may show a personal page.
    const marks = begin ? { ...MARKS, seo: 0 } : MARKS;
    let best = null;
    for (let run = 0; run < RUNS; run += 1) {
      const found = await judge(url, chrome.port);
      if (!best || found.scores.performance > best.scores.performance) best = found;
    }
    const scores = Object.entries(best.scores).map(([kind, score]) => `${kind} ${score}`);
    console.log(`${name}: ${scores.join(", ")}\n  ${best.times.join(", ")}`);
    for (const line of best.data) console.log(`  data: ${line}`);
    for (const line of best.lost) console.log(`  lost: ${line}`);
    for (const [kind, mark] of Object.entries(marks)) if (best.scores[kind] < mark) failed = true;
    if (process.env.REPORTS) {
      mkdirSync(process.env.REPORTS, { recursive: true });
      writeFileSync(path.join(process.env.REPORTS, `${name}.json`), JSON.stringify(best.report));
    }
  }
} finally {
  await chrome?.kill();
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
const marks = Object.entries(MARKS).map(([kind, mark]) => `${kind} ${mark}`);
console.log(`Marks: ${marks.join(", ")}`);
process.exit(failed ? 1 : 0);
