// Tests the verifier against an operator who controls the house's database and key. The operator can compute and sign
// everything again, and is caught by what the verifier remembers, by what another person was shown, or by a bid
// receipt. It is long because each test is one attack.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { utf8 } from "@jara/proof/bytes";
import { cosign, parseCheckpoint } from "@jara/proof/checkpoint";
import { publicKeyOf } from "@jara/proof/ed25519";
import { COSIGNATURE, makeKey, signatureLine, toVkey } from "@jara/proof/signed-note";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeReceipt } from "../../../proof/test/support/bid-receipts.ts";
import { HouseLog, seedOf } from "../../../proof/test/support/house-log.ts";
import {
  AUCTION,
  END,
  ended,
  iso,
  LOT_HASH,
  LotStory,
  min,
  opened,
  ownOf,
  person,
  reserveOf,
  START,
  sellerOf,
} from "../../../proof/test/support/lot-story.ts";
import { filesOf, type ServedSite } from "../../../proof/test/support/served-site.ts";
import { reportOf } from "./report.ts";
import { type Source, Unread } from "./source.ts";
import type { State } from "./state-file.ts";
import { type Run, type VerifyOptions, verifySite } from "./verify-site.ts";

const NOW = END + min(60);
const reserve = reserveOf(1200_00);

/** Ada, Bola, Ada, Bola; then the end. */
const story = (): LotStory =>
  new LotStory()
    .entry(0, opened({ reserve: reserve.commitment }))
    .bids(min(1), ["ada", 1100])
    .bids(min(2), ["bola", 1200])
    .bids(min(3), ["ada", 1300])
    .bids(min(4), ["bola", 1400]);
const withEnd = (lot: LotStory): LotStory => lot.entry(min(60), ended("bola", { reserve: reserve.opened }));

const siteOf = (site: ServedSite): Source => {
  const files = filesOf(site);
  return {
    read: async (where) => {
      const bytes = files.get(where);
      if (!bytes) throw new Unread(`${where} answered with 404.`);
      return bytes;
    },
  };
};

const nothing: State = { format: "jara-verifier-v1", site: "https://auction.example", keys: [], checkpoints: {} };
const verify = (site: ServedSite, state = nothing, options: Partial<VerifyOptions> = {}): Promise<Run> =>
  verifySite(siteOf(site), state, {
    keys: [],
    witnesses: [],
    others: [],
    lot: null,
    receipts: null,
    hasTiles: true,
    compared: 0,
    now: NOW,
    ...options,
  });
const faultsOf = ({ findings }: Run): string[] =>
  findings.all.filter(({ kind }) => kind === "fault").map(({ sentence }) => sentence);
const houseOf = (lot: LotStory): HouseLog => new HouseLog().append(...lot.leaves);

/** The verifier remembers this from before the end. */
const before = async (): Promise<State> => (await verify({ houses: [houseOf(story())] })).next;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-verify-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const keepReceipt = (fields: object = {}): void => {
  const statement = {
    at: iso(START + min(2)),
    auction: AUCTION,
    command: "c",
    contentVersion: 1,
    lotHash: LOT_HASH,
    version: 3,
    salt: "0".repeat(32),
    type: "bid",
    user: ownOf("bola").user,
    v: 1,
    bid: 2,
    amount: 1200_00,
    currency: "NGN",
    price: 1200_00,
    ...fields,
  };
  const file = { format: "jara-proof-v1", receipt: makeReceipt(statement), own: ownOf("bola") };
  writeFileSync(path.join(folder, "bid.json"), JSON.stringify(file));
};

it("finds nothing in a fair log, follows it, and matches a receipt", async () => {
  keepReceipt();
  const state = await before();
  const run = await verify({ houses: [houseOf(withEnd(story()))] }, state, { receipts: folder });
  expect(faultsOf(run)).toEqual([]);
  expect(run).toMatchObject({ receipts: { read: 1, matched: 1 }, logs: [{ size: 6, newEntries: 1 }] });
});

/** The operator's change of the lot, and what the rules alone say about it: null if the changed log looks fair. */
const tampering: Record<string, [(lot: LotStory) => void, string | null]> = {
  "a bid edited": [
    ({ leaves }) => void Object.assign(leaves[2]?.facts[0] as object, { amount: 1250_00 }),
    "Version 4: Bid 3 of ₦1,300.00 was too low: the price was ₦1,250.00 and the least next bid ₦1,350.00.",
  ],
  "a bid given to somebody else": [
    ({ leaves }) => void Object.assign(leaves[2]?.facts[0] as object, { bidder: person("chidi") }),
    null,
  ],
  "a bid removed": [({ leaves }) => void leaves.splice(2, 1), "Version 3 is missing in the log."],
  "a bid removed and the rest renumbered": [
    ({ leaves }) => {
      leaves.splice(2, 1);
      for (const leaf of leaves.slice(2)) {
        leaf.version -= 1;
        Object.assign(leaf.facts[0] as object, { number: (leaf.facts[0]?.number as number) - 1 });
      }
    },
    null,
  ],
  "bids reordered": [
    ({ leaves }) => void leaves.splice(2, 2, leaves[3] as never, leaves[2] as never),
    "Version 3 is missing in the log.",
  ],
  "a bid backdated": [({ leaves }) => void Object.assign(leaves[2] as object, { at: iso(START + min(1) + 1) }), null],
  "a bid backdated before the one before it": [
    ({ leaves }) => void Object.assign(leaves[2] as object, { at: iso(START + 1) }),
    "comes after one that is",
  ],
  "a bid inserted": [
    (lot) => {
      const forged = { ...(lot.leaves[2] as (typeof lot.leaves)[0]), facts: [lot.bid("chidi", 1150)] };
      lot.leaves.splice(2, 0, forged);
    },
    "comes after version",
  ],
  "an end moved": [
    ({ leaves }) => void Object.assign(leaves[0]?.facts[0] as object, { endsAt: iso(END + min(30)) }),
    null,
  ],
  "a reserve changed": [
    ({ leaves }) => void Object.assign(leaves[0]?.facts[0] as object, { reserve: reserveOf(9000_00).commitment }),
    null,
  ],
  "a void without an entry": [
    ({ leaves }) => void Object.assign(leaves[4]?.facts[0] as object, { amount: 1150_00, number: 4 }),
    "was too low",
  ],
};

it.each(Object.entries(tampering))("catches %s in the files, without a new signature", async (_, [tamper]) => {
  const honest = houseOf(story());
  const changed = story();
  tamper(changed);
  const files = houseOf(changed).files();
  const edit = (served: Map<string, Uint8Array>): void => {
    for (const [name, bytes] of files) if (name.startsWith("tile/")) served.set(`log/1/${name}`, bytes);
    // The signed checkpoint asks for as many entries as it was signed for.
    for (const name of ["tile/entries/000.p/5", "tile/0/000.p/5"]) {
      const instead = files.get(name) ?? files.get(name.replace("/5", `/${changed.leaves.length}`));
      if (instead) served.set(`log/1/${name}`, instead);
    }
  };
  const run = await verify({ houses: [honest], edit }).catch((error: unknown) => error as Error);
  if (run instanceof Error) expect(run.message).toBe("log/1/tile/entries/000.p/5 does not hold 5 entries.");
  else expect(faultsOf(run).join("\n")).toMatch(/not those that the house signed|are not theirs/);
});

it.each(Object.entries(tampering))(
  "catches %s by what it remembers, when everything is recomputed and signed anew",
  async (_, [tamper, byTheRules]) => {
    const state = await before();
    const changed = story();
    tamper(changed);
    // So that the changed log is longer than the remembered one, as a running site's is.
    const more = new LotStory("0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11")
      .entry(min(50), opened())
      .bids(min(51), ["ada", 1100]);
    const house = houseOf(changed).append(...more.leaves);
    const run = await verify({ houses: [house] }, state);
    const faults = faultsOf(run);
    expect(faults).toContain(
      `The past was changed: the first 5 entries of auction.example/log/1 are not those that the house signed before (it now signs ${house.entries.length}). Both signatures are kept.`,
    );
    expect(run.findings.evidence).toHaveLength(2);
    // A reader who remembers nothing sees only what breaks the rules.
    const stranger = faultsOf(await verify({ houses: [house] })).join("\n");
    if (byTheRules === null) expect(stranger).toBe("");
    else expect(stranger).toContain(byTheRules);
  },
);

it("finds by the opened reserve that it was changed, also if the log is new to the reader", async () => {
  const changed = story();
  Object.assign(changed.leaves[0]?.facts[0] as object, { reserve: reserveOf(9000_00).commitment });
  const run = await verify({ houses: [houseOf(withEnd(changed))] });
  expect(faultsOf(run)).toEqual([
    "Version 6: The reserve of ₦1,200.00 is not the one that the house had fixed for this lot.",
  ]);
});

const left: [string, (lot: LotStory) => void, object, string][] = [
  ["leaves the bid out", ({ leaves }) => void leaves.splice(2), {}, "This receipt's bid is missing from the log"],
  [
    "has another amount",
    () => {},
    { amount: 1210_00 },
    "The receipt says that bid 2 was ₦1,210.00; the log says ₦1,200.00.",
  ],
  ["has another time", () => {}, { at: iso(START + min(2) - 147) }, "the log says that it was 0.147 s later."],
  [
    "gives the bid to somebody else",
    ({ leaves }) => void Object.assign(leaves[2]?.facts[0] as object, { bidder: person("chidi") }),
    {},
    "This receipt's bid is missing from the log: bid 2 is somebody else's there.",
  ],
];
it.each(left)("finds by a receipt alone that the log %s", async (_, tamper, fields, sentence) => {
  keepReceipt(fields);
  const changed = story();
  tamper(changed);
  const run = await verify({ houses: [houseOf(changed)] }, nothing, { receipts: folder });
  expect(faultsOf(run)).toEqual([expect.stringContaining(sentence)]);
});

it("catches a void whose entry was taken out: by the next bid, by its memory, and by what the site shows", async () => {
  const isVoid: [number, number, string][] = [2, 4].map((number) => [number, number, "fraud"]);
  const withVoid = (): LotStory =>
    story().entry(min(5), {
      type: "voided",
      bidder: person("bola"),
      reason: "fraud",
      price: 1300_00,
      leader: person("ada"),
      bidCount: 2,
      voided: isVoid,
      recorded: [],
      winnerVoided: false,
    });
  const state = (await verify({ houses: [houseOf(withVoid())] })).next;
  const honest = withVoid().bids(min(6), ["chidi", 1400]);
  expect(faultsOf(await verify({ houses: [houseOf(honest)] }, state))).toEqual([]);
  const without = (lot: LotStory): HouseLog => {
    lot.leaves.splice(5, 1);
    for (const leaf of lot.leaves.slice(5)) leaf.version -= 1;
    return houseOf(lot);
  };
  const later = await verify({ houses: [without(withVoid().bids(min(6), ["chidi", 1400]))] });
  expect(faultsOf(later)).toEqual([
    "Version 6: Bid 5 of ₦1,400.00 was too low: the price was ₦1,400.00 and the least next bid ₦1,500.00.",
  ]);
  const remembered = await verify({ houses: [without(withVoid())] }, state);
  expect(faultsOf(remembered)[0]).toMatch(/^The log auction\.example\/log\/1 had 6 entries, which the house signed/);
  const api = shown({ version: 5, currentPrice: 1300, bidCount: 2 }, shownBids());
  const seen = faultsOf(await verify({ houses: [without(withVoid())], api }, nothing, { compared: 5 }));
  expect(seen).toContain("The site shows a price of ₦1,300.00; the log says ₦1,400.00.");
});

it("accuses nobody for a receipt that the house did not sign", async () => {
  const forged = makeReceipt({ any: "thing" }, { seed: seedOf(9) });
  writeFileSync(path.join(folder, "forged.json"), JSON.stringify(forged));
  const run = await verify({ houses: [houseOf(story())] }, nothing, { receipts: folder });
  expect(faultsOf(run)).toEqual([]);
  expect(run.findings.all.map(({ sentence }) => sentence)).toContain(
    "forged.json: The receipt does not carry the house's signature.",
  );
});

it("matches sellers' proofs with every log that has the lot, and accuses nobody for one that does not hold", async () => {
  const keep = (file: string, seller: object) =>
    writeFileSync(path.join(folder, file), JSON.stringify({ format: "jara-proof-v1", seller }));
  const withSeller = (user: string): LotStory =>
    new LotStory().entry(0, opened({ seller: sellerOf(user).commitment, reserve: reserve.commitment }));
  const { user } = sellerOf();
  keep("now.json", sellerOf());
  keep("before.json", { ...sellerOf("house"), reserve: reserve.opened });
  const restarted = new HouseLog(2)
    .append({
      at: iso(START),
      facts: [{ type: "log-restarted", previous: houseOf(withSeller("house")).checkpoint(), reason: "a test" }],
      v: 1,
    })
    .append(...withSeller(user).leaves);
  const site = { houses: [houseOf(withSeller("house")), restarted] };
  const run = await verify(site, nothing, { receipts: folder });
  expect([faultsOf(run), run.sellers.failed]).toEqual([[], []]);
  expect(reportOf(run, null)).toContain(`now.json: By the log, the lot is sold for the account ${user}.`);
  expect(run.sellers.said).toContain("before.json: The reserve of the lot is ₦1,200.00, as the house had fixed it.");

  keep("forged.json", sellerOf(ownOf("ada").user));
  keep("other.json", sellerOf(user, "0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11"));
  const later = await verify(site, nothing, { receipts: folder });
  expect(faultsOf(later)).toEqual([]);
  expect(later.sellers.failed).toEqual([
    "forged.json: By the log, somebody else sells the lot than this file says.",
    "other.json: Lot 0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11 is not in the log.",
  ]);
  expect(reportOf(later, null)).toContain("The log holds, and not every seller's proof does.");
});

it("catches a house that shows two people two logs of the same size, and of different sizes", async () => {
  const mine = await verify({ houses: [houseOf(story())] });
  const other = story();
  Object.assign(other.leaves[2]?.facts[0] as object, { bidder: person("chidi") });
  const others = Object.values(mine.next.checkpoints);
  const same = await verify({ houses: [houseOf(other)] }, nothing, { others });
  expect(faultsOf(same)).toEqual([
    "The house runs two logs: it signed two different ones of 5 entries as auction.example/log/1. Both signatures are kept.",
  ]);
  expect(same.findings.evidence.map(({ text }) => parseCheckpoint(text)?.size)).toEqual([5, 5]);
  const longer = await verify({ houses: [houseOf(withEnd(other))] }, nothing, { others });
  expect(faultsOf(longer)).toContain(
    "The house runs two logs: another person was shown 5 entries of auction.example/log/1 that are not those shown here. Both signatures are kept.",
  );
  expect(faultsOf(await verify({ houses: [houseOf(withEnd(story()))] }, nothing, { others }))).toEqual([]);
});

it("counts only witnesses that signed this very log, so a forked one has none", async () => {
  const seed = seedOf(5);
  const witness = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seed));
  const witnesses = [{ name: witness.name, vkey: toVkey(witness) }];
  const seen = houseOf(story());
  const checkpoint = parseCheckpoint(seen.checkpoint());
  const line = checkpoint ? signatureLine(witness, cosign(checkpoint, 1_764_000_000, seed)) : "";
  const withLine = (files: Map<string, Uint8Array>): void => {
    const note = Buffer.from(files.get("log/1/checkpoint") ?? []).toString();
    files.set("log/1/checkpoint", utf8(note + line));
  };
  const honest = await verify({ houses: [seen], witnesses, edit: withLine });
  expect(honest.logs[0]?.cosignatures).toHaveLength(1);
  const listed = reportOf(honest, null);
  expect(listed).toMatch(
    /: 5 entries about 1 lot\. 1 witness signed its newest checkpoint\.\n {2}With a key that only the house/,
  );
  expect(listed).toContain("because you have the witnesses' keys from the house alone");
  const absent = toVkey(makeKey("witness.example/w2", COSIGNATURE, publicKeyOf(seedOf(6))));
  const own = { witnesses: [toVkey(witness), absent] };
  const trusted = reportOf(await verify({ houses: [seen], edit: withLine }, nothing, own), null);
  expect(trusted).toContain("  With a key that you gave: witness.example/w1 on ");
  expect(trusted).toContain("  Has not signed: witness.example/w2, whose key you gave.");
  expect(trusted).toContain("unless those witnesses are independent of it");
  const forked = story();
  Object.assign(forked.leaves[2]?.facts[0] as object, { bidder: person("chidi") });
  const run = await verify({ houses: [houseOf(forked)], witnesses, edit: withLine });
  expect(run.logs[0]?.cosignatures).toEqual([]);
});

it("says up to which entry witnesses signed, and catches a house that showed them another log", async () => {
  const seed = seedOf(5);
  const witness = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seed));
  const signedBefore = (seen: HouseLog) => (files: Map<string, Uint8Array>) => {
    const checkpoint = parseCheckpoint(seen.checkpoint());
    const line = checkpoint ? signatureLine(witness, cosign(checkpoint, 1_764_000_000, seed)) : "";
    files.set("log/1/checkpoint/witnessed", utf8(seen.checkpoint() + line));
  };
  const own = { witnesses: [toVkey(witness)] };
  const grown = { houses: [houseOf(withEnd(story()))], edit: signedBefore(houseOf(story())) };
  const run = await verify(grown, nothing, own);
  expect([faultsOf(run), run.logs[0]?.witnessedSize]).toEqual([[], 5]);
  expect(reportOf(run, null)).toContain("6 entries about 1 lot. 1 witness signed its first 5 entries.");
  const other = story();
  Object.assign(other.leaves[2]?.facts[0] as object, { bidder: person("chidi") });
  const forked = await verify({ ...grown, edit: signedBefore(houseOf(other)) }, nothing, own);
  expect(faultsOf(forked)).toEqual([
    "The house runs two logs: witnesses were shown 5 entries of auction.example/log/1 that are not those shown here. Both signatures are kept.",
  ]);
  expect(forked.findings.evidence.map(({ text }) => parseCheckpoint(text)?.size)).toEqual([5, 6]);
});

it("says what each witness signed last, also one that lags behind the others or is asked no more", async () => {
  const [one, other] = [5, 6].map((fill) =>
    makeKey(`witness.example/w${fill}`, COSIGNATURE, publicKeyOf(seedOf(fill))),
  );
  if (!one || !other) throw new Error("there are two witnesses");
  const signedBy = (house: HouseLog, witness: typeof one, fill: number): Uint8Array => {
    const checkpoint = parseCheckpoint(house.checkpoint());
    const line = checkpoint ? signatureLine(witness, cosign(checkpoint, 1_764_000_000, seedOf(fill))) : "";
    return utf8(house.checkpoint() + line);
  };
  const edit = (older: LotStory) => (files: Map<string, Uint8Array>) => {
    files.set("log/1/checkpoint", signedBy(houseOf(withEnd(story())), one, 5));
    files.set("log/1/checkpoint/witnessed?witness=witness.example%2Fw6", signedBy(houseOf(older), other, 6));
  };
  const houses = [houseOf(withEnd(story()))];
  const own = { witnesses: [toVkey(other)] };
  const witnesses = [{ name: one.name, vkey: toVkey(one) }];
  const run = await verify({ houses, witnesses, edit: edit(story()) }, nothing, own);
  expect(faultsOf(run)).toEqual([]);
  const report = reportOf(run, null);
  expect(report).toMatch(/ {2}With a key that you gave: witness\.example\/w6 on [^\n]+, its first 5 entries\.\n/);
  expect(report).toMatch(/ {2}With a key that only the house lists: witness\.example\/w5 on [^\n]+ Lagos time\. Ask/);
  // An older signature does not speak for what came after it.
  expect(report).toContain("because you have the witnesses' keys from the house alone");
  const forked = story();
  Object.assign(forked.leaves[2]?.facts[0] as object, { bidder: person("chidi") });
  expect(faultsOf(await verify({ houses, witnesses, edit: edit(forked) }, nothing, own))).toEqual([
    "The house runs two logs: witnesses were shown 5 entries of auction.example/log/1 that are not those shown here. Both signatures are kept.",
  ]);
});

it("says so if a witness has signed, by the house's own word, and no signature of it fits", async () => {
  const witness = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seedOf(5)));
  const noticesOf = async (size: number): Promise<string[]> => {
    const witnesses = [{ name: witness.name, vkey: toVkey(witness), size }];
    const { findings } = await verify({ houses: [houseOf(story())], witnesses }, nothing, {
      witnesses: [toVkey(witness)],
    });
    return findings.all.map(({ sentence }) => sentence).filter((sentence) => sentence.includes("witness.example"));
  };
  expect(await noticesOf(0)).toEqual([]);
  expect(await noticesOf(4)).toEqual([
    "The house says that witness.example/w1 signed 4 entries of auction.example/log/1, and shows no signature of it that fits this log. The log may have been changed since: ask the witness what it signed.",
  ]);
});

it("catches a log that lost entries, and one that vanished", async () => {
  const state = await before();
  const shorter = story();
  shorter.leaves.pop();
  expect(faultsOf(await verify({ houses: [houseOf(shorter)] }, state))).toEqual([
    "The log auction.example/log/1 had 5 entries, which the house signed, and has 4 now.",
  ]);
  expect(faultsOf(await verify({ houses: [] }, state))).toEqual([
    "The site no longer shows the log auction.example/log/1, which the house had signed.",
  ]);
});

it("believes a new key only if a key that it knows signed beside it", async () => {
  const state = await before();
  const house = houseOf(withEnd(story()));
  house.seeds = [seedOf(2)];
  expect(faultsOf(await verify({ houses: [house] }, state))).toEqual([
    "The checkpoint of auction.example/log/1 does not carry the signature of a key that belongs to the house.",
  ]);
  house.seeds = [seedOf(1), seedOf(2)];
  const rotating = await verify({ houses: [house] }, state);
  expect(faultsOf(rotating)).toEqual([]);
  house.seeds = [seedOf(2)];
  expect(faultsOf(await verify({ houses: [house] }, rotating.next))).toEqual([]);
});

it("follows a log that was begun anew beside the one that it continues", async () => {
  const first = houseOf(story());
  const second = new HouseLog(2);
  const restart = { type: "log-restarted", previous: first.checkpoint(), reason: "restored from a backup" };
  second.append({ at: iso(START + min(5)), facts: [restart], v: 1 }, ...withEnd(story()).leaves);
  const run = await verify({ houses: [first, second] }, await before());
  expect(faultsOf(run)).toEqual([]);
  expect(run.findings.all.map(({ sentence }) => sentence)).toContain(
    "The log auction.example/log/2 was begun anew after auction.example/log/1 with 5 entries. Reason: restored from a backup",
  );
});

const shown = (fields: object = {}, bids: readonly object[] = shownBids()): Record<string, unknown> => ({
  [`api/auctions/${AUCTION}`]: {
    auction: { version: 5, currentPrice: 1400, bidCount: 4, status: "active", endTime: iso(END), ...fields },
  },
  [`api/bids/auction/${AUCTION}?page=1&limit=100`]: { total: bids.length, bids },
});
const shownBids = (): object[] =>
  [1400, 1300, 1200, 1100].map((amount, index) => ({ amount, kind: "manual", timestamp: iso(START + min(4 - index)) }));

it("finds nothing if the site shows what the log says, or a later version", async () => {
  const same = await verify({ houses: [houseOf(story())], api: shown() }, nothing, { compared: 5 });
  expect([faultsOf(same), same.compared]).toEqual([[], { same: 1, skipped: 0 }]);
  const later = await verify({ houses: [houseOf(story())], api: shown({ version: 6 }) }, nothing, { compared: 5 });
  expect([faultsOf(later), later.compared]).toEqual([[], { same: 0, skipped: 1 }]);
});

it.each([
  ["price", shown({ currentPrice: 1300 }), "The site shows a price of ₦1,300.00; the log says ₦1,400.00."],
  ["number of bids", shown({ bidCount: 3 }), "The site counts 3 bids; the log says 4."],
  [
    "end",
    shown({ endTime: iso(END + 1) }),
    "The site shows 25 November 2026, 14:00:00.001 Lagos time as the end; the log says 25 November 2026, 14:00:00.000 Lagos time.",
  ],
  ["version", shown({ version: 4 }), "The site shows version 4 of the lot; the log is at version 5 already."],
  ["bid", shown({}, shownBids().slice(1)), "The site does not show bid 4 of ₦1,400.00 as the log has it."],
  [
    "bid's void",
    shown(
      {},
      shownBids().map((bid, index) => (index === 0 ? { ...bid, voided: {} } : bid)),
    ),
    "The site does not show bid 4 of ₦1,400.00 as the log has it.",
  ],
  [
    "bid's time",
    shown(
      {},
      shownBids().map((bid, index) => (index === 0 ? { ...bid, timestamp: iso(START + min(4) - 1) } : bid)),
    ),
    "The site shows a bid of ₦1,400.00 on 25 November 2026, 13:03:59.999 Lagos time that is not in the log.",
  ],
])("catches a site that shows another %s than the log", async (_, api, sentence) => {
  const run = await verify({ houses: [houseOf(story())], api }, nothing, { compared: 5 });
  expect(faultsOf(run)).toContain(sentence);
});

it("says that the site could not be read, and accuses nobody, if files are missing", async () => {
  const cut = (files: Map<string, Uint8Array>): void => void files.delete("log/1/tile/entries/000.p/5");
  await expect(verify({ houses: [houseOf(story())], edit: cut })).rejects.toThrow(Unread);
});
