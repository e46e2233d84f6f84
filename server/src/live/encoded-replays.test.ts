// Tests that many readers of the same gap cost one reading and one encoding, and that nobody gets what another may see.
import { expect, it } from "vitest";
import type { AuctionState } from "../auction/state.ts";
import { anyAdmin, everyone, type Viewer } from "../auction/view/viewer.ts";
import { EncodedReplays, LONGEST_BYTES } from "./encoded-replays.ts";
import type { FramesFor } from "./replay.ts";

const state = (version: number) => ({ id: "lot", version }) as AuctionState;
const ada: Viewer = { kind: "user", id: "ada" };
const bola: Viewer = { kind: "user", id: "bola" };

const given = ({ title = "" } = {}) => {
  const made = { read: 0, framed: 0 };
  let fails = false;
  const framesFor: FramesFor = (viewer) => {
    made.framed += 1;
    return [
      { type: "auction:resync", data: { auctionId: `${title}${viewer.kind} ${"id" in viewer ? viewer.id : ""}` } },
    ];
  };
  const replays = new EncodedReplays({
    toReaders: async (_state, sinceVersion) => {
      made.read += 1;
      if (fails) throw new Error("no database");
      return sinceVersion === 0 ? null : { framesFor, concerned: new Set(["ada"]) };
    },
  });
  const textFor = async (viewer: Viewer, sinceVersion = 1, version = 9): Promise<string | undefined> =>
    (await replays.toReader(state(version), sinceVersion, viewer))?.events.json;
  const fail = (doesFail: boolean): void => {
    fails = doesFail;
  };
  return { replays, made, textFor, fail };
};

it("reads and encodes a gap once for all who see the same, at once and one after the other", async () => {
  const { replays, made, textFor } = given();
  const [one, other] = await Promise.all([textFor(everyone), textFor(bola)]);
  expect(one).toBe(other);
  expect(await textFor(everyone)).toBe(one);
  expect(made).toEqual({ read: 1, framed: 1 });
  expect((await replays.toReader(state(9), 1, everyone))?.madeOf).toBe(0);
});

it("makes another for each gap", async () => {
  const { made, textFor } = given();
  await textFor(everyone, 1, 9);
  await textFor(everyone, 2, 9);
  await textFor(everyone, 1, 10);
  expect(made.read).toBe(3);
});

it("charges the changes to the caller for whom they were read", async () => {
  const { replays } = given();
  const both = await Promise.all([everyone, bola].map((viewer) => replays.toReader(state(9), 1, viewer)));
  expect(both.map((one) => one?.madeOf)).toEqual([8, 0]);
});

it("gives bidders of the gap and staff their own events, and nobody else", async () => {
  const { textFor } = given();
  expect(await textFor(ada)).toContain("user ada");
  expect(await textFor(anyAdmin)).toContain("admin");
  for (const viewer of [everyone, bola]) expect(await textFor(viewer)).toContain("public ");
});

it("returns null for a gap that cannot be replayed, and for one that is too long to send", async () => {
  expect(await given().textFor(everyone, 0)).toBeUndefined();
  const tooLong = given({ title: "x".repeat(LONGEST_BYTES) });
  expect(await tooLong.textFor(everyone)).toBeUndefined();
  expect(await tooLong.textFor(ada)).toBeUndefined();
});

it("keeps no failure", async () => {
  const { textFor, fail } = given();
  fail(true);
  await expect(textFor(everyone)).rejects.toThrow("no database");
  fail(false);
  expect(await textFor(everyone)).toContain("public ");
});
