// Tests what bidders get on their own connections when the lot they bid on becomes a draft.
import type { PushFrame } from "@jara/shared/live-commands";
import { expect, it } from "vitest";
import { anAuction, bidPlaced, maxBidId, maxBidSet, minor, stateAfter } from "../../test/support/given-auction.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { evolveChange } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Change, Committed } from "../engine/ports.ts";
import { publishPrivateEvents } from "./private-events.ts";
import type { Rooms } from "./rooms.ts";

const framesOf = (before: AuctionState, after: AuctionState, events: readonly AuctionEvent[]): string[] => {
  const frames: string[] = [];
  const rooms = {
    mayReach: () => true,
    publishEverywhere: (room: string, frame: PushFrame) => frames.push(`${room} ${JSON.stringify(frame)}`),
  } as unknown as Rooms;
  publishPrivateEvents(rooms, [{ before, after, events, actorId: "admin" } as unknown as Committed<Change>]);
  return frames;
};
const before = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100), maxBidSet("bola", 1150));
const edited: AuctionEvent = { type: "AuctionEdited", changes: { title: "SECRET" }, before: { title: "A lot" } };

it("notifies the leader and the owner of a maximum when both are gone, without the texts and prices of the draft", () => {
  const cancelled: AuctionEvent = { type: "MaxBidCancelled", maxBidId: maxBidId("bola"), ownerId: "bola" };
  const events = [edited, cancelled, { type: "AuctionWithdrawn" }] as const;
  const after = { ...evolveChange(before, events), leader: null, bidCount: 0, priceMinor: minor(7777) };
  const frames = framesOf(before, after, events);
  expect(frames).toEqual([
    `user:bola {"type":"maxbid:removed","data":{"_id":"max-of-bola"}}`,
    expect.stringContaining(`user:adaeze {"type":"auction:mine","data":{"auctionId":"lot","version":${after.version}`),
  ]);
  expect(frames.join()).not.toMatch(/SECRET|77\.77/);
});

it("notifies nobody of a bid that the same change placed and withdrew", () => {
  const events = [edited, bidPlaced("bola", 2, 1150, "auto"), { type: "AuctionWithdrawn" }] as const;
  const frames = framesOf(before, evolveChange(before, events), events);
  expect(frames.join()).not.toMatch(/SECRET|11\.5|lot-2|bid:outbid|maxbid:changed/);
});

it("sends the outbid leader the title and price when the auction stays public", () => {
  const events = [edited, bidPlaced("bola", 2, 1300, "auto")] as const;
  const frames = framesOf(before, evolveChange(before, events), events).join();
  expect(frames).toContain(
    '{"type":"bid:outbid","data":{"auctionId":"lot","title":"SECRET","currentPrice":13,"minimumBid":14}}',
  );
});
