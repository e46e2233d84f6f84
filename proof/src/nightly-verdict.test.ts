// Tests how an outsider reads nightly verdicts: signatures, the chain, and a verdict that does not come.
import { expect, it } from "vitest";
import { seedOf, signNote } from "../test/support/house-log.ts";
import { toBase64 } from "./bytes.ts";
import { checkpointText, parseCheckpoint } from "./checkpoint.ts";
import { publicKeyOf } from "./ed25519.ts";
import { sha256Of } from "./hashing.ts";
import { chainFaults, dueDay, lateWords, type NightlyVerdict, readVerdict, verdictName } from "./nightly-verdict.ts";
import { ED25519, makeKey } from "./signed-note.ts";

const ORIGIN = "auction.example/log/1";
const NAME = verdictName(ORIGIN);
const keyOf = (name: string, seed = 1) => makeKey(name, ED25519, publicKeyOf(seedOf(seed)));
const keys = [keyOf(NAME), keyOf(ORIGIN), keyOf("auction.example/bid-receipts")];
const root = toBase64(sha256Of("a root"));

const textOf = (number: number, previous: string | null, date = `2026-11-${20 + number}`): string =>
  [
    NAME,
    `number: ${number}`,
    `date: ${date}`,
    `previous: ${previous ?? "none"}`,
    "made: 2026-11-26T01:00:00.000Z",
    "result: good",
    `log: ${ORIGIN} 0 ${root} 5 ${root}`,
    "entries: 5",
    "lots: 2",
    "bids: 3",
    "judged: replay, ledger",
    "note: Everything that was checked holds.",
    "",
  ].join("\n");
const verdict = (text: string, seed = 1): NightlyVerdict => {
  const read = readVerdict(signNote(text, NAME, seedOf(seed)), keys);
  if (typeof read === "string") throw new Error(read);
  return read;
};
const chain = (length: number): NightlyVerdict[] => {
  const verdicts: NightlyVerdict[] = [];
  for (let n = 1; n <= length; n++) verdicts.push(verdict(textOf(n, verdicts.at(-1)?.hash ?? null)));
  return verdicts;
};

it("reads what a signed verdict says", () => {
  expect(verdict(textOf(1, null))).toMatchObject({
    name: NAME,
    number: 1,
    date: "2026-11-21",
    previous: null,
    result: "good",
    entries: 5,
    lots: 2,
    bids: 3,
    judged: ["replay", "ledger"],
    findings: [],
    logs: [{ origin: ORIGIN, from: { size: 0 }, to: { size: 5 } }],
  });
});

it("refuses one that was changed, is signed by a stranger, or by the house under another name", () => {
  const note = signNote(textOf(1, null), NAME, seedOf(1));
  const unsigned = "Verdict 1 on 2026-11-21 does not carry the signature of a key that belongs to the house.";
  expect(readVerdict(note.replace("bids: 3", "bids: 4"), keys)).toBe(unsigned);
  expect(readVerdict(signNote(textOf(1, null), NAME, seedOf(2)), keys)).toBe(unsigned);
  expect(readVerdict(signNote(textOf(1, null), ORIGIN, seedOf(1)), keys)).toBe(unsigned);
  for (const [from, to] of [
    ["result: good", "result: fine"],
    ["date: 2026-11-21", "date: yesterday"],
    [" 5 ", " five "],
    ["number: 1\n", ""],
  ] as const) {
    expect(readVerdict(signNote(textOf(1, null).replace(from, to), NAME, seedOf(1)), keys)).toBe(
      "A verdict is damaged.",
    );
  }
});

it("is no checkpoint, and neither a checkpoint nor a bid receipt's note is a verdict", () => {
  expect(parseCheckpoint(signNote(textOf(1, null), NAME, seedOf(1)))).toBeNull();
  for (const name of [ORIGIN, "auction.example/bid-receipts"]) {
    const checkpoint = signNote(checkpointText(name, { size: 1, root: sha256Of("a root") }), name, seedOf(1));
    expect(readVerdict(checkpoint, keys)).toBe("A verdict is damaged.");
  }
});

it("finds a verdict that was removed, exchanged, or put before the first one", () => {
  const [first, second, third, fourth] = chain(4) as [NightlyVerdict, NightlyVerdict, NightlyVerdict, NightlyVerdict];
  expect(chainFaults([first, second, third, fourth])).toEqual([]);
  expect(chainFaults([second, third])).toEqual([]);
  expect(chainFaults([first, third, fourth])).toEqual([`Verdict 2 of ${NAME} is missing.`]);
  const other = verdict(textOf(2, first.hash, "2026-11-23"));
  expect(chainFaults([first, other, third])).toEqual([
    `Verdict 2 of ${NAME} is not the one that the next verdict names: it was exchanged.`,
  ]);
  expect(chainFaults([verdict(textOf(1, first.hash))])).toEqual([
    `Verdict 1 of ${NAME} is not where the verdicts can begin.`,
  ]);
});

it("says from eight o'clock in Lagos on that the verdict of the day before has not come", () => {
  const at = (time: string): number => Date.parse(`2026-11-26T${time}Z`);
  expect([dueDay(at("06:59:59.999")), dueDay(at("07:00:00.000"))]).toEqual(["2026-11-24", "2026-11-25"]);
  expect(lateWords("2026-11-25", at("07:00:00.000"))).toBeNull();
  expect(lateWords("2026-11-24", at("06:00:00.000"))).toBeNull();
  expect(lateWords("2026-11-24", at("07:00:00.000"))).toBe(
    "The verdict on 2026-11-25 has not come. The last one is on 2026-11-24.",
  );
  expect(lateWords(null, at("07:00:00.000"))).toContain("no verdict yet");
});
