// Tests the checking of proofs as a bidder does it: a lot that ended, a saved file without a connection, and a log that
// somebody with access to the database has changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectGoodEverywhere } from "./support/everywhere.ts";
import { projectRoot } from "./support/project-root.ts";
import { expect, test } from "./support/test.ts";

const holds = (page: Page) => page.getByRole("heading", { name: "Your device found no mistake" });
const isWitnessed = (page: Page) =>
  page.getByText("Somebody else whom you trust confirms that we show everybody the same.");
const fails = (page: Page) => page.getByRole("heading", { name: "Your device found a mistake" });

/** New entries come within two seconds. */
const untilLogged = async (api: Api, auctionId: string, entries: number): Promise<void> => {
  await expect
    .poll(async () => (await api.call<{ leaves: unknown[] }>("GET", `/api/auctions/${auctionId}/proof`, null)).leaves)
    .toHaveLength(entries);
};

const saved = async (page: Page): Promise<string> => {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const download = await downloading;
  return await readFile(await download.path(), "utf8");
};

const choose = (page: Page, text: string): Promise<void> =>
  page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer: Buffer.from(text) });

test("a bidder checks an ended lot, saves the proof, and checks the file without a connection", async ({
  api,
  open,
  watch,
}) => {
  // Browsers log each request that fails without a connection.
  watch.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  const lot = await api.createAuction({ title: "Brass lion, proved", reservePrice: 10_000 });
  const [bisi, remi] = await Promise.all([api.member("bisi"), api.member("remi")]);
  await api.bid(bisi, lot._id, 10_500);
  await api.bid(remi, lot._id, 11_000);
  const page = await open(bisi, `/auction/${lot._id}`);
  const onPage = new AuctionPage(page);
  await onPage.bid(12_000);
  await expect(onPage.youLead).toBeVisible();
  await api.setStatus(lot._id, "ended");
  await untilLogged(api, lot._id, 5);

  await page.getByRole("link", { name: "Check this auction" }).click();
  await expect(page.getByRole("heading", { name: "Check this auction", level: 1 })).toBeVisible();
  await expect(holds(page)).toBeVisible();
  for (const sentence of [
    "Nothing is wrong, so you need not do anything.",
    "Your bids on the lot: number 1, 3.",
    "You won the lot.",
    "Whether the bidders are real people who meant to buy.",
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  const experts = page.getByText(/\b(log|entry|entries|witness|witnesses|fingerprint|version)\b/i);
  await expect(page.getByRole("main").locator(experts).filter({ visible: true })).toHaveCount(0);
  await expectGoodEverywhere(page, "the check of a lot");
  await page.getByText("For experts", { exact: true }).click();
  for (const sentence of [
    "All 5 entries of the lot stand in the log that the house signed, as they are in this file.",
    // The other bid was made elsewhere.
    "The log agrees with 1 receipt that this device keeps of your bids and maximums on the lot.",
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expectGoodEverywhere(page, "the check of a lot, with the part for experts");
  const file = await saved(page);
  // The file contains no name and no account of other people.
  expect(file).not.toContain(remi.user._id);
  expect(file).not.toContain(remi.user.username);
  // The receipt of a maximum would reveal it to everybody who gets the file.
  expect(JSON.parse(file)).not.toHaveProperty("receipt");

  const program = page.waitForEvent("download");
  await page.getByRole("link", { name: "verify-log.mjs" }).click();
  expect(await readFile(await (await program).path(), "utf8")).toContain("the house");

  await page.context().setOffline(true);
  await choose(page, file);
  await expect(page.getByRole("heading", { name: "Check a proof", level: 1 })).toBeVisible();
  await expect(holds(page)).toBeVisible();
  await expect(page.getByText("You won the lot.")).toBeVisible();
  await choose(page, file.replace("1200000", "1300000"));
  await expect(fails(page)).toBeVisible();
  await expect(page.getByText(/is not in the log that the house signed/)).toBeVisible();
  await choose(page, "A photo");
  await expect(page.getByText("This is no proof file, or it is damaged.")).toBeVisible();
});

test("staff prove that a lot is the house's own, and its reserve, by a file that names nobody", async ({
  api,
  open,
  watch,
}) => {
  // They have no bid to prove.
  watch.expectErrors(/404 .*\/api\/users\/proof\//);
  const lot = await api.createAuction({ title: "Brass bell of the house", reservePrice: 12_000 });
  const desk = await api.colleague("sade");
  await untilLogged(api, lot._id, 1);
  const page = await open(desk, `/verify?auction=${lot._id}`);
  await expect(holds(page)).toBeVisible();
  for (const sentence of [
    "By the log, the lot is the house's own.",
    "The reserve of the lot is ₦12,000.00, as the house had fixed it.",
    "This file tells the reserve, which is secret until the lot ends. Be careful to whom you give it.",
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  const file = await saved(page);
  expect(file).not.toContain(desk.user._id);
  await choose(page, file.replace('"amount":1200000', '"amount":1100000'));
  await expect(fails(page)).toBeVisible();
  await expect(page.getByText(/^The reserve of ₦11,000\.00 in this file is not the one/)).toBeVisible();
});

test("a row that is changed in the database afterwards makes the check fail in words", { tag: "@long" }, async ({
  browser,
}) => {
  const server = await AuctionServer.open();
  try {
    const api = new Api(server.url);
    const lot = await api.createAuction({ title: "Clay bird" });
    const bisi = await api.member("bisi");
    await api.bid(bisi, lot._id, 10_500);
    await api.setStatus(lot._id, "ended");
    await untilLogged(api, lot._id, 3);
    const page = await browser.newPage({ baseURL: server.url });
    await page.goto(`/verify?auction=${lot._id}`);
    await expect(holds(page)).toBeVisible();

    await server.changeRows(
      `update log_leaves set entry = replace(entry, '1050000', '1000000') where auction_id = '${lot._id}'`,
    );
    await page.goto(`/verify?auction=${lot._id}`);
    await expect(fails(page)).toBeVisible();
    await expect(page.getByText(/: it was changed, or is not from there\.$/)).toBeVisible();
    await page.close();
  } finally {
    await server.close();
  }
});

/** Our own witness, as another party runs it. */
const startWitness = async (folder: string, logKeys: readonly string[]) => {
  const flags = ["--name", "witness.test/w1", "--folder", folder, "--port", "0"];
  for (const key of logKeys) flags.push("--log", key);
  const program = ["--import", "tsx", "load/src/witness/main.ts"];
  const started = spawn(process.execPath, [...program, ...flags], { cwd: projectRoot });
  let said = "";
  started.stdout.on("data", (text) => (said += String(text)));
  await expect.poll(() => said.split("\n").length, { timeout: 60_000 }).toBe(3);
  const [address = "", vkey = ""] = said.split("\n");
  const stop = async () => {
    const ended = once(started, "close");
    started.kill();
    await ended;
  };
  return { vkey, setting: `${vkey} ${address.replace("/add-checkpoint", "")}`, stop };
};

test(
  "says how many witnesses signed, and counts those whose keys the reader keeps",
  { tag: "@long" },
  async ({ browser }, testInfo) => {
    test.setTimeout(300_000);
    const server = await AuctionServer.open();
    const api = new Api(server.url);
    const { keys } = await api.call<{ keys: { vkey: string }[] }>("GET", "/log", null);
    const logKeys = keys.map(({ vkey }) => vkey);
    const witness = await startWitness(testInfo.outputPath("witness"), logKeys);
    await server.restartWith({ LOG_WITNESSES: witness.setting });
    try {
      const lot = await api.createAuction({ title: "Wooden comb" });
      await api.bid(await api.member("bisi"), lot._id, 10_500);
      await api.setStatus(lot._id, "ended");
      await untilLogged(api, lot._id, 3);
      const proof = () => api.call<{ checkpoint: string }>("GET", `/api/auctions/${lot._id}/proof`, null);
      // The server asks each witness every ten seconds.
      await expect.poll(async () => (await proof()).checkpoint, { timeout: 60_000 }).toContain("\n— witness.test/w1 ");

      const page = await browser.newPage({ baseURL: server.url });
      await page.goto(`/verify?auction=${lot._id}`);
      await expect(holds(page)).toBeVisible();
      const byTheHouse = page.getByText(/1 witness signed it by keys that you have from the house alone/);
      await page.getByText("For experts", { exact: true }).click();
      await expect(byTheHouse).toBeVisible();

      const field = page.getByLabel("Key of a witness");
      await field.fill(`${witness.vkey.slice(0, -4)}AAAA`);
      await page.getByRole("button", { name: "Keep this key" }).click();
      await expect(page.getByText("This is not the key of a witness.")).toBeVisible();
      await field.fill(` ${witness.vkey} `);
      await page.getByRole("button", { name: "Keep this key" }).click();
      const byOwn = page.getByText(
        /^1 witness signed this log of [\d,]+ entries, by keys that you keep: witness\.test\/w1/,
      );
      await expect(byOwn).toBeVisible();
      await expect(isWitnessed(page)).toBeVisible();
      await expect(byTheHouse).toBeHidden();

      // The file carries the signature and the key, and the key that is kept stays on the device.
      const file = await saved(page);
      expect(JSON.parse(file).keys).toContain(witness.vkey);
      await page.goto("/verify");
      await page.getByText("For experts", { exact: true }).click();
      await choose(page, file);
      await expect(byOwn).toBeVisible();
      await page.getByRole("button", { name: "Remove witness.test/w1" }).click();
      await expect(byTheHouse).toBeVisible();
      await expect(holds(page)).toBeVisible();
      await page.close();
    } finally {
      await server.close();
      await witness.stop();
    }
  },
);

test("the page shows what the house found last night, signed, also after a row was changed", { tag: "@long" }, async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await AuctionServer.open();
  try {
    const api = new Api(server.url);
    const lot = await api.createAuction({ title: "Clay drum" });
    const bisi = await api.member("bisi");
    await api.bid(bisi, lot._id, 10_500);
    await untilLogged(api, lot._id, 2);
    const page = await browser.newPage({ baseURL: server.url });
    const last = async () => (await (await page.request.get("/log")).json()).verdicts.last;
    const forExperts = page.getByText("For experts", { exact: true });
    await page.goto("/verify");
    await forExperts.click();
    await expect(page.getByText("There is no verdict yet.")).toBeVisible();

    // Asks for the check of the bid's day. Otherwise a server makes it only in the following night. The day is read
    // from the row, so that a midnight during the test does no harm.
    const asked = `insert into log_verdict_tries (date, tries, tried_at, is_asked_for)
      select to_char((max(at) at time zone 'UTC') + interval '1 hour', 'YYYY-MM-DD'), 0, null, true
      from auction_events where auction_id = '${lot._id}'`;
    await server.changeRows(asked);
    await expect.poll(last, { timeout: 100_000 }).toMatchObject({ number: 1, result: "good" });
    await page.goto("/verify");
    await forExperts.click();
    await expect(page.getByRole("heading", { name: "Everything that was checked is correct" })).toBeVisible();
    await expect(page.getByText("the auction house checked itself", { exact: false })).toBeVisible();

    // An operator with access to the database makes the bid higher; the next check finds it.
    await server.changeRows(
      `with asked as (${asked})
       update bids set amount_minor = amount_minor + 100 where auction_id = '${lot._id}'`,
    );
    await expect.poll(last, { timeout: 120_000 }).toMatchObject({ number: 2, result: "bad" });
    // The part for experts is open, because something is not correct.
    await page.goto("/verify");
    await expect(page.getByRole("heading", { name: "Something is not correct" })).toBeVisible();
    await expect(page.getByText(`Lot ${lot._id}, version 2: the promise “replay” does not hold`)).toBeVisible();

    // A verdict that is exchanged for another one is found too.
    await server.changeRows("update log_verdicts set note = replace(note, 'result: bad', 'result: good')");
    await page.goto("/verify");
    await expect(page.getByText(/^Verdict 2 on .* does not carry the signature/)).toBeVisible();
    await page.close();
  } finally {
    await server.close();
  }
});
