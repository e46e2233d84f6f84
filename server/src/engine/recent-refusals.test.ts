// Tests the memory of refusals: what it keeps, and what it evicts when it is full.
import { refusal } from "@jara/shared/errors";
import { describe, expect, it } from "vitest";
import type { KnownOutcome } from "./ports.ts";
import { RecentRefusals } from "./recent-refusals.ts";

const refused = (userId: string, n: number | string): KnownOutcome => ({
  userId,
  commandId: `${n}`,
  fingerprint: `PlaceBid lot ${n}`,
  contentVersion: 0,
  outcome: { ok: false, error: refusal("BID_TOO_LOW") },
  at: 7,
});

const has = (memory: RecentRefusals, userId: string, n: number | string): boolean =>
  memory.get({ userId, commandId: `${n}` }) !== undefined;

describe("the memory of refusals", () => {
  it("returns a refusal only to its user, and keeps the first one of a command", () => {
    const memory = new RecentRefusals();
    const first = refused("ada", 1);
    memory.add(first);
    memory.add({ ...first, at: 8 });
    expect(memory.get(first)).toBe(first);
    expect(has(memory, "bola", 1)).toBe(false);
    memory.delete(first);
    expect(memory.get(first)).toBeUndefined();
    expect(memory.count).toBe(0);
  });

  it("drops a user's oldest refusal when the user has too many, and nobody else's", () => {
    const memory = new RecentRefusals(10, 1000);
    memory.add(refused("bola", "hers"));
    for (let n = 0; n < 1000; n++) memory.add(refused("ada", n));
    expect(memory.count).toBe(11);
    expect(has(memory, "bola", "hers")).toBe(true);
    expect(has(memory, "ada", 989)).toBe(false);
    expect(has(memory, "ada", 990)).toBe(true);
  });

  it("stays within its bound for any user, and a full memory leaves each user a few refusals", () => {
    const memory = new RecentRefusals(50, 200);
    for (const user of ["a", "b", "c", "d"]) for (let n = 0; n < 50; n++) memory.add(refused(user, n));
    for (let n = 0; n < 5; n++) memory.add(refused("bola", n));
    for (let n = 50; n < 5000; n++) memory.add(refused("abcd"[n % 4] as string, n));
    expect(memory.count).toBe(200);
    for (let n = 0; n < 5; n++) expect(has(memory, "bola", n)).toBe(true);
  });

  it("stays within its bound if each refusal is another user's", () => {
    const memory = new RecentRefusals(50, 200);
    for (let n = 0; n < 5000; n++) memory.add(refused(`user ${n}`, n));
    expect(memory.count).toBe(200);
    expect(has(memory, "user 4999", 4999)).toBe(true);
    expect(has(memory, "user 4799", 4799)).toBe(false);
  });
});
