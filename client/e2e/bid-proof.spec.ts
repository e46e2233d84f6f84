// Tests the proof of a bid: it is kept on the device, shown in My Bids and on the lot's page, and saved as a file. The
// test checks the file with Node's crypto and nothing of the site's own code.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { OWN_PASSWORD } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { LOG_KEY } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

const sha256 = (...parts: Uint8Array[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

const publicKey = (): KeyObject => {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = Buffer.concat([prefix, Buffer.from(LOG_KEY, "hex")]);
  return createPublicKey(createPrivateKey({ key, format: "der", type: "pkcs8" }));
};

interface Receipt {
  readonly statement: string;
  readonly index: number;
  readonly path: string;
  readonly note: string;
}

/** Follows the path to the root, and checks its signature. Returns what is stated. */
const checked = ({ statement, index, path, note }: Receipt) => {
  const hashes = Buffer.from(path, "base64");
  let root = sha256(Buffer.of(0), Buffer.from(statement));
  for (let height = 0; height < 10; height++) {
    const beside = hashes.subarray(height * 32, height * 32 + 32);
    root = (index >> height) % 2 === 1 ? sha256(Buffer.of(1), beside, root) : sha256(Buffer.of(1), root, beside);
  }
  const [text = "", line = ""] = note.split("\n\n");
  expect(text.split("\n").slice(1)).toEqual(["1024", root.toString("base64")]);
  const signature = Buffer.from(line.trim().split(" ")[2] ?? "", "base64").subarray(4);
  expect(verify(null, Buffer.from(`${text}\n`), publicKey(), signature)).toBe(true);
  return JSON.parse(statement);
};

const lotOf = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

const savedFile = async (page: Page) => {
  const saving = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save as a file" }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), file: JSON.parse(readFileSync(await download.path(), "utf8")) };
};

/** The log may not have the lot yet, and without a connection nothing can be asked. */
const NO_PROOF_OF_LOG = [/\/api\/(users\/proof|auctions)\//, /\/log\b/, /ERR_INTERNET_DISCONNECTED/];

test("a bid's proof is in My Bids, also after a reload and offline, and its file holds", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(...NO_PROOF_OF_LOG);
  const title = "Proof of concept drum";
  const { _id } = await api.createAuction({
    title,
    buyItNowPrice: 90_000,
    softClose: { windowSeconds: 120, capMinutes: 30 },
  });
  const dayo = await api.member("dayo");
  const page = await open(dayo, `/auction/${_id}`);
  const lot = new AuctionPage(page);
  await lot.bid(10_500);
  await expect(lot.youLead).toBeVisible();
  const ofLot = page.getByRole("button", { name: "Show proof: Your bid of ₦10,500.00" });
  await page.getByText("Proof of your newest bid").click();
  await expect(ofLot).toBeVisible();
  const bottom = () =>
    lot.rail.evaluate((rail) => Math.ceil(rail.firstElementChild?.getBoundingClientRect().bottom ?? 0));
  await expect.poll(bottom, "the panel fits a window of 800 px").toBeLessThanOrEqual(800);
  await ofLot.click();
  await expect(page.getByRole("dialog", { name: "Proof of your bid" })).toContainText("The site has signed this.");
  await page.keyboard.press("Escape");

  await page.goto("/my-bids");
  const row = lotOf(page, title);
  await row.getByText("Your bid, with proof").click();
  await row.getByRole("button", { name: "Show proof: Your bid of ₦10,500.00" }).click();
  const dialog = page.getByRole("dialog", { name: "Proof of your bid" });
  for (const words of ["Your bid of ₦10,500.00", title, "bid 1 on this lot"]) await expect(dialog).toContainText(words);
  const { name, file } = await savedFile(page);
  expect(name).toBe(`jara-proof-${_id.slice(0, 8)}-bid-1.json`);
  expect(file).toMatchObject({ format: "jara-proof-v1", site: new URL(page.url()).origin });
  const stated = checked(file.receipt);
  expect(stated).toMatchObject({
    type: "bid",
    auction: _id,
    user: dayo.user._id,
    amount: 1_050_000,
    currency: "NGN",
    bid: 1,
    price: 1_050_000,
  });

  // The link to the check has the same receipt behind its #.
  await expect(dialog.getByRole("link", { name: "Check it" })).toHaveAttribute("href", /#r=/);
  const address = (await dialog.getByRole("link", { name: "Check it" }).getAttribute("href")) ?? "";
  const packed = Buffer.from(address.split("#r=")[1] ?? "", "base64url");
  expect(JSON.parse(inflateSync(packed).toString())).toMatchObject({ format: "jara-proof-v1", receipt: file.receipt });
  await expect(dialog.getByRole("img", { name: "QR code of the proof" })).toBeVisible();
  await expectAccessible(page, "the proof of a bid");
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page, "the proof of a bid on a phone");
  await expectAccessible(page, "the proof of a bid on a phone");

  await page.reload();
  await lotOf(page, title).getByText("Your bid, with proof").click();
  await expect(lotOf(page, title).getByRole("button", { name: /^Show proof/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await lotOf(page, title)
    .getByRole("button", { name: /^Show proof/ })
    .click();
  expect(checked((await savedFile(page)).file.receipt)).toEqual(stated);
  await page.context().setOffline(false);
});

type AddedReceipt = Readonly<Record<"user" | "command" | "at" | "type", string>>;

/** Adds receipts to those that the page keeps, and returns all, oldest first. */
const keptReceipts = (page: Page, added: readonly AddedReceipt[] = []) =>
  page.evaluate(
    (added) =>
      new Promise<AddedReceipt[]>((resolve) => {
        const opening = indexedDB.open("bid-receipts");
        opening.onsuccess = () => {
          const store = opening.result.transaction("receipts", "readwrite").objectStore("receipts");
          for (const one of added) store.put({ auction: "another", receipt: {}, ...one });
          const all = store.index("by time").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    added,
  );

test("proofs of bids stay after a log-out, those of a maximum do not, and another account on the device sees none", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  // A request that is under way at the log-out is refused.
  watch.expectErrors(...NO_PROOF_OF_LOG, /401 .*\/api\//);
  const title = "Drum of two owners";
  const { _id } = await api.createAuction({ title });
  const [dayo, emeka] = await Promise.all([api.member("dayo"), api.member("emeka")]);
  const page = await open(dayo, `/auction/${_id}`);
  const lot = new AuctionPage(page);
  await lot.bid(10_500);
  const proof = page.getByText("Proof of your newest bid");
  await expect(proof).toBeVisible();
  const user = dayo.user._id;
  const types = async (added: readonly AddedReceipt[] = []) =>
    (await keptReceipts(page, added)).filter((kept) => kept.user === user).map(({ type }) => type);
  const maximum = { user, command: "a maximum", at: "2026-01-01T00:00:00.000Z", type: "max-bid", amount: 3_000_000 };
  expect(await types([maximum])).toEqual(["max-bid", "bid"]);
  const signIn = async ({ user }: typeof dayo) => {
    await page.getByRole("button", { name: "Logout" }).click();
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await page.goto(`/auction/${_id}`);
    await expect(lot.wayToBid.first()).toBeVisible();
  };
  await signIn(emeka);
  await expect(proof).toBeHidden();
  await expect.poll(() => types(), "nobody else reads a maximum").toEqual(["bid"]);
  await signIn(dayo);
  await expect(proof).toBeVisible();
});

test("a maximum has its proof too", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(...NO_PROOF_OF_LOG);
  const title = "Drum with a maximum";
  const { _id } = await api.createAuction({ title });
  const page = await open(await api.member("chidi"), `/auction/${_id}`);
  await page.getByRole("tab", { name: "Your maximum" }).click();
  const form = new AuctionPage(page).autoBid;
  await form.getByLabel(/^(Your|New) maximum \(/).fill("30000");
  await form.getByRole("button", { name: /Set/ }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: /^Yes, (bid|set) / });
  const proof = page.getByText("Proof of your newest action");
  await expect(confirm.or(proof)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await proof.click();
  await page.getByRole("button", { name: /^Show proof/ }).click();
  await expect(page.getByRole("dialog", { name: "Proof of your action" })).toContainText("Your maximum of ₦30,000.00");
  const { file } = await savedFile(page);
  expect(checked(file.receipt)).toMatchObject({ type: "max-bid", amount: 3_000_000 });
});

test("the newest 500 proofs of an account are kept", { tag: "@long" }, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Drum of a thousand bids" });
  const dayo = await api.member("dayo");
  const page = await open(dayo, `/auction/${_id}`);
  const lot = new AuctionPage(page);
  const proof = page.getByText("Proof of your newest bid");
  await lot.bid(10_500);
  await expect(proof).toBeVisible();
  const older = Array.from({ length: 505 }, (_, n) => ({
    user: dayo.user._id,
    command: `old ${n}`,
    at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    type: "withdrawal",
  }));
  expect(await keptReceipts(page, older)).toHaveLength(506);
  await lot.bid(11_000);
  await page.getByRole("dialog").getByRole("button", { name: /^Yes/ }).click();
  await proof.click();
  await expect(page.getByRole("button", { name: /^Show proof.*₦11,000.00/ })).toBeVisible();
  const left = (await keptReceipts(page)).map(({ command }) => command);
  expect(left).toHaveLength(500);
  expect(left.slice(0, 2)).toEqual(["old 7", "old 8"]);
});
