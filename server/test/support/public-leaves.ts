// Makes the entries that the public log gets for an auction that was played command by command, as the sequencer makes
// them.
import { createHash } from "node:crypto";
import type { AuctionState } from "../../src/auction/state.ts";
import { lotDocument } from "../../src/auction/view/lot-document.ts";
import { type FactsGiven, factsOf, isPublicAfter, renewsReserve } from "../../src/auction/view/public-facts.ts";
import { entryOf } from "../../src/features/public-log/leaves/leaf.ts";
import { canonicalJson } from "../../src/platform/signing/canonical-json.ts";
import { reserveCommitment } from "../../src/platform/signing/commitments.ts";
import type { PlayedAuction } from "./play-auction.ts";

export const PLAYED_ID = "0a6f54a2-6b1e-4d4e-9c5e-0d6f0f3a7b11";

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");
export const commitmentOf = (name: string): string => hex(`commitment of ${name}`);

export const entriesOf = ({ log, steps }: PlayedAuction): string[] => {
  const entries: string[] = [];
  let wasPublic = false;
  let reserve: ReturnType<FactsGiven["reserveAfter"]> = null;
  const take = (
    events: Parameters<typeof factsOf>[0],
    before: AuctionState | null,
    after: AuctionState,
    at: number,
    isByClock: boolean,
  ): void => {
    if (renewsReserve(events, wasPublic)) reserve = sealed(after, entries.length);
    const lotHash = hex(canonicalJson(lotDocument(after)));
    const lot = () => ({ before, after, lotHash, media: [] });
    const seller = () => hex("commitment of the seller");
    const facts = factsOf(events, wasPublic, {
      isByClock,
      person: commitmentOf,
      seller,
      reserveAfter: () => reserve,
      lot,
    });
    wasPublic = isPublicAfter(events, wasPublic);
    if (facts) entries.push(entryOf({ auctionId: PLAYED_ID, version: after.version, at, facts }));
  };
  const [first] = log;
  const [step] = steps;
  if (first && step) take(first.events, null, step.before, first.at, false);
  for (const [n, { before, after, events, at }] of steps.entries()) {
    if (after.version === before.version) continue;
    take(events as Parameters<typeof factsOf>[0], before, after, at, log[n + 1]?.actorId === null);
  }
  return entries;
};

const sealed = ({ reserveMinor }: AuctionState, n: number): ReturnType<FactsGiven["reserveAfter"]> => {
  if (reserveMinor === null) return null;
  const salt = Buffer.alloc(32, n);
  const commitment = reserveCommitment(PLAYED_ID, reserveMinor, salt);
  return { commitment, amount: reserveMinor, salt: salt.toString("hex") };
};
