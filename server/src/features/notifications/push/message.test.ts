// Tests how long a push service keeps a message that it cannot deliver yet, and that the words are true if it comes
// late.
import { toMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import type { DuePush } from "./due.ts";
import { deliveryOf, messageOf } from "./message.ts";

const NOW = Date.now();
const MINUTE_MS = 60_000;
const DAY_S = 86_400;

const due = (about: string, changes: Partial<DuePush> = {}): DuePush => ({
  id: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f",
  userId: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e60",
  kind: "reminder",
  about,
  auctionId: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e61",
  count: 1,
  at: NOW,
  readAt: null,
  holds: true,
  data: { auctionId: "1", title: "Drum", what: "15m", currency: "NGN", wishPrice: null },
  priceMinor: toMinor(1_000),
  incrementMinor: toMinor(50),
  increments: null,
  endsAt: NOW + 10 * MINUTE_MS,
  leaderId: null,
  status: "active",
  currency: "NGN",
  mergeKey: null,
  isWanted: true,
  isUrgent: false,
  heldUntil: null,
  isOpen: true,
  hasBid: true,
  end: null,
  owed: null,
  ...changes,
});

describe("a push message that comes late", () => {
  const ttlOf = (one: DuePush) => deliveryOf(one).ttlSeconds;

  it("is dropped at the end of the lot if it is about an open lot or a reminder of it, and otherwise after a day", () => {
    for (const about of ["outbid", "extended", "reminder"]) {
      expect(ttlOf(due(about))).toBeGreaterThan(540);
      expect(ttlOf(due(about))).toBeLessThanOrEqual(600);
    }
    expect(ttlOf(due("won"))).toBe(DAY_S);
    expect(ttlOf(due("reminder", { endsAt: NOW + 48 * 60 * MINUTE_MS }))).toBe(DAY_S);
    expect(ttlOf(due("reminder", { endsAt: NOW - MINUTE_MS }))).toBe(60);
  });

  it("is kept for a day if bidding is paused, because the end is not known, and names no end", () => {
    const paused = due("reminder", { status: "paused", endsAt: NOW - MINUTE_MS });
    expect(ttlOf(paused)).toBe(DAY_S);
    expect(messageOf(paused)).toMatchObject({
      title: "A lot you watch is paused",
      text: expect.stringMatching(/Bidding is paused.$/),
    });
  });

  it("names a time that is still true then", () => {
    const titleOf = (what: "24h" | "1h" | "15m") =>
      messageOf(due("reminder", { data: { auctionId: "1", title: "Drum", what, currency: "NGN", wishPrice: null } }))
        .title;
    expect((["24h", "1h", "15m"] as const).map(titleOf)).toEqual([
      "A lot you watch ends within a day",
      "A lot you watch ends within an hour",
      "A lot you watch ends within 15 minutes",
    ]);
  });
});
