// Tests proof files: what an honest one proves, and what is reported about one that somebody has changed. It is long
// because each part of a file can be changed.
import { expect, it } from "vitest";
import { makeReceipt, receiptsVkey } from "../test/support/bid-receipts.ts";
import { HouseLog, seedOf } from "../test/support/house-log.ts";
import {
  AUCTION,
  changed,
  END,
  ended,
  iso,
  LOT_HASH,
  LotStory,
  min,
  opened,
  ownOf,
  reserveOf,
  START,
  sellerOf,
} from "../test/support/lot-story.ts";
import { toHex } from "./bytes.ts";
import { canonical } from "./canonical-json.ts";
import { cosign, parseCheckpoint } from "./checkpoint.ts";
import { publicKeyOf } from "./ed25519.ts";
import { sha256Of } from "./hashing.ts";
import { verifyProofFile } from "./proof-file.ts";
import { COSIGNATURE, type Key, makeKey, signatureLine, toVkey } from "./signed-note.ts";

const NOW = END + min(60);
const text = { v: 1, title: "Toyota Corolla" };
const lotHash = toHex(sha256Of(canonical(text)));

const story = (): LotStory =>
  new LotStory()
    .entry(0, opened({ lotHash }))
    .bids(min(1), ["ada", 1100])
    .bids(min(2), ["bola", 1200])
    .entry(min(60), ended("bola"));

/** With entries of other lots between those of the lot. */
const houseOf = (lot: LotStory): HouseLog => {
  const house = new HouseLog();
  const other = new LotStory("0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11").entry(0, opened()).leaves;
  for (const leaf of lot.leaves) house.append(leaf, ...other.splice(0, 1));
  return house;
};

const statement = (fields: object = {}): object => ({
  at: iso(START + min(2)),
  auction: AUCTION,
  command: "c-1",
  contentVersion: 1,
  lotHash,
  salt: "0".repeat(32),
  type: "bid",
  user: ownOf("bola").user,
  v: 1,
  version: 3,
  bid: 2,
  amount: 1200_00,
  currency: "NGN",
  price: 1200_00,
  ...fields,
});

interface Parts {
  house?: HouseLog;
  receipt?: object | undefined;
  own?: object | undefined;
  [part: string]: unknown;
}
const fileOf = ({ house = houseOf(story()), ...parts }: Parts = {}): object => ({
  format: "jara-proof-v1",
  site: "https://auction.example",
  keys: [...house.vkeys, receiptsVkey()],
  receipt: makeReceipt(statement()),
  own: ownOf("bola"),
  lot: house.proofOf(AUCTION, text),
  ...parts,
});
const verify = (file: object, now = NOW, trusted: string[] = []) => verifyProofFile(JSON.stringify(file), now, trusted);

it("says what an honest file proves and what it does not", () => {
  const verdict = verify(fileOf());
  expect(verdict.failed).toEqual([]);
  expect([verdict.holds, verdict.witnesses]).toEqual([true, "none"]);
  expect(verdict.proved).toEqual([
    "The house accepted your bid 2 of ₦1,200.00, on 25 November 2026, 13:02:00.000 Lagos time. It signed this and cannot take it back.",
    "The rules of bidding were kept, as far as others can see: 2 bids count, the price is ₦1,200.00, and it ended with a winner.",
    "Your bid on the lot: number 2.",
    "You won the lot.",
  ]);
  expect(verdict.logProved).toEqual([
    "All 4 entries of the lot stand in the log that the house signed, as they are in this file. An entry is the opening, the end or one change of the lot; a change can have several bids, if maximums answered one.",
    "The lot's text, pictures' addresses and rules are those that the log names.",
    "The log holds your bid 2 of ₦1,200.00, on 25 November 2026, 13:02:00.000 Lagos time.",
  ]);
  expect(verdict.notProved).toEqual([
    "Whether the bidders are real people who meant to buy.",
    "Changes of the lot after the last one here, of 25 November 2026, 14:00:00.000 Lagos time.",
  ]);
  expect(verdict.logNotProved).toEqual([
    "That the keys in this file are the house's. Compare them with the keys that the house publishes.",
    "Whether the house runs a second log for others: no witness has signed this one.",
  ]);
});

it("uses no words of experts in the sentences that everybody reads", () => {
  const { proved, notices, notProved } = verify(fileOf());
  expect(proved.length).toBeGreaterThan(0);
  for (const sentence of [...proved, ...notices, ...notProved]) {
    expect(sentence).not.toMatch(/\b(log|entry|entries|witness|witnesses|fingerprint|version)\b/i);
  }
});

it("takes only keys that the reader trusts, if there are any", () => {
  const file = fileOf();
  const trusted = [...new HouseLog().vkeys];
  expect(verify(file, NOW, trusted).holds).toBe(true);
  expect(verify(file, NOW, [receiptsVkey(seedOf(7))]).failed).toContain(
    "This file was signed with keys that are not the house's.",
  );
});

it("says how many witnesses signed, and from whom the reader has their keys", () => {
  const house = houseOf(story());
  const proof = house.proofOf(AUCTION, text) as { checkpoint: string };
  const checkpoint = parseCheckpoint(proof.checkpoint);
  const witness = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seedOf(5)));
  const line = checkpoint && signatureLine(witness, cosign(checkpoint, END / 1000, seedOf(5)));
  const lot = { ...proof, checkpoint: `${proof.checkpoint}${line}` };
  const when = "witness.example/w1 (25 November 2026, 14:00:00.000 Lagos time).";
  const byTheHouse = `Whether the house runs a second log for others: 1 witness signed it by keys that you have from the house alone, and which could be the house's own: ${when}`;
  const carried = verify(fileOf({ lot, keys: [...house.vkeys, receiptsVkey(), toVkey(witness)] }));
  expect([carried.holds, carried.witnesses, carried.logNotProved.includes(byTheHouse)]).toEqual([true, "listed", true]);
  const check = (own: Key[], listed: Key[] = []) =>
    verifyProofFile(JSON.stringify(fileOf({ lot })), NOW, [], { own: own.map(toVkey), listed: listed.map(toVkey) });
  expect(check([], [witness]).logNotProved).toContain(byTheHouse);
  const second = makeKey("witness.example/w2", COSIGNATURE, publicKeyOf(seedOf(6)));
  const kept = check([witness, second], [witness]);
  expect(kept.witnesses).toBe("kept");
  expect(kept.logProved).toContain(
    `1 witness signed this log of ${house.entries.length} entries, by keys that you keep: ${when}`,
  );
  expect(kept.logNotProved.slice(-2)).toEqual([
    "Whether the house runs a second log for others, unless the witnesses whose keys you keep are independent of it.",
    "That witness.example/w2, whose key you keep, has seen this log: it has not signed it as it stands in this file.",
  ]);
  // Another key with the same name signs nothing.
  const other = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seedOf(7)));
  expect(check([other], [other]).witnesses).toBe("none");
  expect(check([other], [other]).logNotProved).toContain(
    "Whether the house runs a second log for others: no witness has signed this one.",
  );
});

it("finds an entry that was changed in the file", () => {
  const file = fileOf();
  const changed = JSON.stringify(file).replaceAll("120000", "130000").replaceAll("1200_00", "1300_00");
  expect(verifyProofFile(changed, NOW).failed).toContain(
    "Entry 3 is not in the log that the house signed: it was changed, or is not from there.",
  );
});

const isMissing =
  "This receipt's bid is missing from the log: the house signed your bid 2 of ₦1,200.00, on 25 November 2026, 13:02:00.000 Lagos time.";

it("finds a bid that the house signed and left out, also in a log that is consistent in itself", () => {
  const without = new LotStory().entry(0, opened({ lotHash })).bids(min(1), ["ada", 1100]);
  expect(verify(fileOf({ house: houseOf(without) })).failed).toContain(isMissing);
  without.entry(min(60), ended("ada"));
  const renumbered = verify(fileOf({ house: houseOf(without) }));
  expect(renumbered.failed).toContain("This receipt's bid is missing from the log: bid 2 is not where it should be.");
});

it("compares all receipts that a device keeps of the lot with the log", () => {
  const other = statement({ auction: "0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11" });
  const { bid: _, price: __, ...rest } = statement({ type: "max-bid", amount: 5000_00 }) as Record<string, unknown>;
  const maximum = { ...rest, command: "c-2" };
  const check = (kept: object[], house = houseOf(story())) =>
    verifyProofFile(
      JSON.stringify(fileOf({ house, receipt: undefined })),
      NOW,
      [],
      undefined,
      kept.map((one) => makeReceipt(one)),
    );
  const both = check([statement(), maximum, other]);
  expect(both.failed).toEqual([]);
  expect(both.logProved).toContain(
    "The log agrees with 2 receipts that this device keeps of your bids and maximums on the lot.",
  );
  const without = new LotStory().entry(0, opened({ lotHash })).bids(min(1), ["ada", 1100]);
  const missing = check([statement(), other], houseOf(without));
  expect([missing.holds, missing.failed]).toEqual([false, [isMissing]]);
  const stranger = verifyProofFile(JSON.stringify(fileOf({ receipt: undefined })), NOW, [], undefined, [
    makeReceipt(statement(), { seed: seedOf(9) }),
  ]);
  expect(stranger.holds).toBe(true);
  expect(stranger.notices).toEqual([
    "A receipt on this device is worth nothing. The receipt does not carry the house's signature.",
  ]);
});

it("waits for a log that is a moment behind", () => {
  const without = new LotStory().entry(0, opened({ lotHash })).bids(min(1), ["ada", 1100]);
  const verdict = verify(fileOf({ house: houseOf(without) }), START + min(2) + 5000);
  expect(verdict.holds).toBe(true);
  expect(verdict.logNotProved).toContain(
    "The log does not hold your bid 2 of ₦1,200.00, on 25 November 2026, 13:02:00.000 Lagos time, yet. Look again in a minute.",
  );
});

it.each([
  ["another amount", { amount: 1250_00 }, "The receipt says that bid 2 was ₦1,250.00; the log says ₦1,200.00."],
  [
    "another time",
    { at: iso(START + min(2) - 1) },
    "The receipt says 25 November 2026, 13:01:59.999 Lagos time; the log says that it was 0.001 s later.",
  ],
  [
    "another text of the lot",
    { lotHash: LOT_HASH },
    "By the receipt, what the lot said at that moment was something else than the log says now.",
  ],
])("finds a log that has %s than the receipt", (_, fields, sentence) => {
  expect(verify(fileOf({ receipt: makeReceipt(statement(fields)) })).failed).toContain(sentence);
});

it("finds a bid that the log gives to somebody else", () => {
  const receipt = makeReceipt(statement({ user: ownOf("ada").user }));
  expect(verify(fileOf({ receipt, own: ownOf("ada") })).failed).toContain(
    "This receipt's bid is missing from the log: bid 2 is somebody else's there.",
  );
});

it("takes a receipt for a secret maximum, which is not in the log", () => {
  const {
    bid: _,
    price: __,
    ...max
  } = statement({ type: "max-bid", at: iso(START + min(2) + 5) }) as Record<string, unknown>;
  const verdict = verify(fileOf({ receipt: makeReceipt(max) }));
  expect(verdict.failed).toEqual([]);
  expect(verdict.logProved).toContain(
    "The log holds the version 3 of the lot that the receipt names. The maximum itself is secret and not in it.",
  );
});

it("reports it if somebody else won below one's own maximum", () => {
  const {
    bid: _,
    price: __,
    ...max
  } = statement({ type: "max-bid", at: iso(START + min(2) + 5), amount: 5000_00, user: ownOf("ada").user }) as Record<
    string,
    unknown
  >;
  const verdict = verify(fileOf({ receipt: makeReceipt(max), own: ownOf("ada") }));
  expect(verdict.notices).toEqual([
    "Somebody else won for ₦1,200.00, below your maximum of ₦5,000.00. If you did not cancel or lower it afterwards, the house did not follow its rules.",
  ]);
});

it.each([
  [
    "a changed statement",
    (receipt: Receipt) => ({ ...receipt, statement: receipt.statement.replace("120000", "110000") }),
    "What the receipt states is not what the house signed: it was changed.",
  ],
  [
    "another place",
    (receipt: Receipt) => ({ ...receipt, index: 18 }),
    "What the receipt states is not what the house signed: it was changed.",
  ],
  ["a cut path", (receipt: Receipt) => ({ ...receipt, path: receipt.path.slice(4) }), "The receipt is damaged."],
  ["no note", (receipt: Receipt) => ({ ...receipt, note: "" }), "The receipt is damaged."],
  ["a field too many", (receipt: Receipt) => ({ ...receipt, more: 1 }), "This is no bid receipt, or it is damaged."],
])("refuses a receipt with %s", (_, change, sentence) => {
  expect(verify(fileOf({ receipt: change(makeReceipt(statement())) })).failed).toContain(sentence);
});
type Receipt = ReturnType<typeof makeReceipt>;

it("refuses receipts of another signer, size or purpose", () => {
  const failed = (receipt: object, keys = [...new HouseLog().vkeys, receiptsVkey()]) =>
    verify(fileOf({ receipt, keys })).failed;
  expect(failed(makeReceipt(statement(), { seed: seedOf(8) }))).toContain(
    "The receipt does not carry the house's signature.",
  );
  expect(failed(makeReceipt(statement(), { places: 1023 }))).toContain(
    "What the receipt states is not what the house signed: it was changed.",
  );
  const house = new HouseLog().append(statement());
  const asReceipt = { statement: house.entries[0], index: 0, path: "", note: house.checkpoint() };
  expect(failed(asReceipt)).toContain("The receipt was signed for something else: auction.example/log/1.");
  const host = "other.example";
  expect(failed(makeReceipt(statement(), { host }), [...house.vkeys, receiptsVkey(seedOf(1), host)])).toContain(
    "The receipt and the log were signed by different houses.",
  );
});

it("refuses an own part that does not open, and parts of different lots", () => {
  expect(verify(fileOf({ own: { ...ownOf("bola"), salt: "1".repeat(64) } })).failed).toContain(
    "The secret number in this file does not open the code that the file says is yours.",
  );
  expect(verify(fileOf({ own: ownOf("bola", "0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11") })).failed).toContain(
    "The parts of this file are about different lots.",
  );
});

const reserve = reserveOf(5000_00);
const ofSeller = (fields: object = {}) => ({ ...sellerOf(), reserve: reserve.opened, ...fields });
const houseOfSeller = (): HouseLog =>
  houseOf(new LotStory().entry(0, opened({ lotHash, seller: sellerOf().commitment, reserve: reserve.commitment })));
const sold = (fields: object, house = houseOfSeller()) =>
  verify(fileOf({ house, receipt: undefined, own: undefined, ...fields }));

it("says who sells the lot and which reserve was fixed, to whoever gets the seller's file", () => {
  const told = sold({ seller: ofSeller() });
  expect(told.failed).toEqual([]);
  expect(told.proved.slice(-2)).toEqual([
    `By the log, the lot is sold for the account ${sellerOf().user}.`,
    "The reserve of the lot is ₦5,000.00, as the house had fixed it.",
  ]);
  expect(told.notices).toEqual([
    "This file tells the reserve, which is secret until the lot ends. Be careful to whom you give it.",
  ]);
  const untold = sold({ seller: sellerOf() });
  expect([untold.holds, untold.notices]).toEqual([true, []]);
  const ofHouse = sellerOf("house");
  const own = houseOf(new LotStory().entry(0, opened({ lotHash, seller: ofHouse.commitment })));
  expect(sold({ seller: { ...ofHouse, reserve: null } }, own).proved.slice(-2)).toEqual([
    "By the log, the lot is the house's own.",
    "The lot has no reserve.",
  ]);
  const alone = sold({ seller: ofSeller(), lot: undefined });
  expect(alone.proved).toEqual([]);
  expect(alone.logNotProved).toContain("Whether the log names this seller: the file has no entries of the log.");
});

const unsealed = "The secret number in this file does not open the code that the file says is the seller's.";
const another = "By the log, somebody else sells the lot than this file says.";
const notFixed = "The reserve of ₦6,000.00 in this file is not the one that the house had fixed for the lot.";
const forgeries: [string, object, string][] = [
  ["another account with the seller's number", { user: ownOf("ada").user }, unsealed],
  ["another account with a number of its own", sellerOf(ownOf("ada").user), another],
  ["a bidder's part", ownOf("ada"), unsealed],
  ["the house in the seller's place", sellerOf("house"), another],
  ["the seller's part of another lot", sellerOf(undefined, "0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11"), another],
  ["another reserve", { reserve: { ...reserve.opened, amount: 6000_00 } }, notFixed],
  ["another reserve with a number of its own", { reserve: reserveOf(6000_00).opened }, notFixed],
  ["no reserve", { reserve: null }, "By this file the lot has no reserve; by the log it has one."],
];
it.each(forgeries)("refuses a seller's file with %s", (_, fields, sentence) => {
  const verdict = sold({ seller: ofSeller(fields) });
  expect(verdict.failed).toContain(sentence);
  expect(verdict.proved.join()).not.toContain("reserve");
});

it("refuses a seller of a lot whose entries name none", () => {
  expect(sold({ seller: ofSeller() }, houseOf(story())).failed).toEqual(["The log does not say who sells the lot."]);
});

it("says of an earlier reserve that the house changed it", () => {
  const later = reserveOf(4000_00);
  const house = houseOf(
    new LotStory()
      .entry(0, opened({ lotHash, seller: sellerOf().commitment, reserve: reserve.commitment }))
      .entry(min(1), changed({ lotHash, reserve: later.commitment })),
  );
  const before = sold({ seller: ofSeller() }, house);
  expect([before.holds, before.notices[0]]).toEqual([
    true,
    "The reserve of the lot was ₦5,000.00, before the house changed it.",
  ]);
  expect(sold({ seller: ofSeller({ reserve: later.opened }) }, house).proved.at(-1)).toBe(
    "The reserve of the lot is ₦4,000.00, as the house had fixed it.",
  );
});

it("finds another text of the lot, and faults in the lot itself", () => {
  const house = houseOf(story());
  expect(verify(fileOf({ lot: house.proofOf(AUCTION, { ...text, title: "Toyota Camry" }) })).failed).toContain(
    "What the lot says in this file is not what the log says that it said.",
  );
  const unfair = houseOf(
    new LotStory().entry(0, opened({ lotHash })).bids(min(1), ["ada", 1100]).bids(min(2), ["bola", 1150]),
  );
  expect(verify(fileOf({ house: unfair, receipt: makeReceipt(statement({ amount: 1150_00 })) })).failed).toEqual([
    "Bid 2 of ₦1,150.00 was too low: the price was ₦1,100.00 and the least next bid ₦1,200.00.",
  ]);
});

it("never throws, whatever the file holds", () => {
  const good = JSON.stringify(fileOf());
  for (const broken of ["", "null", "[]", '"text"', "{}", good.slice(0, 500), good.replace("jara-proof-v1", "v2")]) {
    expect(verifyProofFile(broken, NOW).holds).toBe(false);
  }
  for (const part of ["receipt", "own", "seller", "lot"]) {
    for (const value of [null, 1, "x", [], {}, { leaves: 1 }]) {
      expect(verify(fileOf({ [part]: value })).holds).toBe(false);
    }
  }
});
