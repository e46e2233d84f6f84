// Tests what the terms gate reads, with a database that answers with one lot.
import { randomUUID } from "node:crypto";
import { noRequirements } from "@jara/shared/bidding-requirements";
import { toMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { createTermsGate } from "./sale-terms.ts";

const bidding = {
  type: "PlaceBid",
  auctionId: randomUUID(),
  userId: randomUUID(),
  commandId: randomUUID(),
  amountMinor: toMinor(1_000),
} as const;
const alone = {
  status: "active",
  startsAt: 1_000 as number | null,
  saleId: null as string | null,
  saleStatus: null as "draft" | "published" | null,
  asksTerms: null as boolean | null,
  isLeftOut: false,
  isAccepted: false,
  isKnown: false,
};

const asking = { saleId: randomUUID(), saleStatus: "published" as const, asksTerms: true };

/** What is known of a person with a verified e-mail address alone. */
const stranger = { isEmailVerified: true, hasPhone: false, document: null, site: null, sale: null };

/** A gate over a lot, and how often it read it. */
const gateOver = (lot: typeof alone, asked = noRequirements) => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return [lot];
  };
  const joined = { leftJoin: () => joined, where: read };
  // The subqueries of the statement have a condition and no join.
  const from = () => ({ ...joined, where: () => null });
  const gate = createTermsGate({
    database: { db: { select: () => ({ from }) } } as unknown as Pick<Database, "db">,
    requirements: { of: () => asked },
    rates: () => ({ NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 }),
  });
  return { gate, reads: () => reads };
};
const preconditionOf = async (gate: ReturnType<typeof gateOver>["gate"]) => {
  const passed = await gate.pass(bidding);
  if ("refused" in passed) throw new Error("refused");
  return passed.precondition;
};

describe("the gate of a sale's terms", () => {
  it("reads a lot of no sale once, and its answer holds for the lot's present opening alone", async () => {
    const { gate, reads } = gateOver(alone);
    await gate.pass(bidding);
    const precondition = await preconditionOf(gate);
    expect(reads()).toBe(1);
    const states = [1_000, 2_000, null].map((startsAt) => ({ startsAt, status: "active" as const }));
    expect(states.map((state) => precondition?.(state))).toEqual([true, false, false]);
    gate.forget(bidding.auctionId);
    await gate.pass(bidding);
    expect(reads()).toBe(2);
  });

  it("reads a lot again for each bid if the lot opened without a start, because it gets no other one", async () => {
    const { gate, reads } = gateOver({ ...alone, startsAt: null });
    await gate.pass(bidding);
    await gate.pass(bidding);
    expect(reads()).toBe(2);
  });

  it("asks for the terms of a published sale alone, and reads a lot of a draft sale again for each bid", async () => {
    expect(await gateOver({ ...alone, ...asking }).gate.pass(bidding)).toMatchObject({
      refused: { code: "TERMS_NOT_ACCEPTED" },
    });
    const { gate, reads } = gateOver({ ...alone, ...asking, saleStatus: "draft" });
    for (const _ of ["first", "second"]) expect(await gate.pass(bidding)).toHaveProperty("precondition");
    expect(reads()).toBe(2);
  });

  it("asks for no terms on a lot that opened before its sale was published", async () => {
    const { gate, reads } = gateOver({ ...alone, ...asking, isLeftOut: true });
    for (const _ of ["first", "second"]) expect(await gate.pass(bidding)).toHaveProperty("precondition");
    expect(reads()).toBe(1);
  });

  it("reads the lot and the bidder for each bid while bidders must qualify, and nothing more once they need not", async () => {
    const asked = { ...noRequirements, phone: true };
    const { gate, reads } = gateOver({ ...alone, ...stranger }, asked);
    const refused = { refused: { code: "BIDDER_NOT_APPROVED", missing: ["phone"] } };
    expect(await gate.pass(bidding)).toMatchObject(refused);
    expect(await gate.pass(bidding)).toMatchObject(refused);
    expect(reads()).toBe(4);
    asked.phone = false;
    expect(await gate.pass(bidding)).toHaveProperty("precondition");
    expect(reads()).toBe(4);
  });

  it("does not let a bid on a lot with terms through if the lot opens before the bid is decided", async () => {
    const { gate } = gateOver({ ...alone, ...asking, status: "paused" });
    const precondition = await preconditionOf(gate);
    const states = (["paused", "active"] as const).map((status) => ({ startsAt: 1_000, status }));
    expect(states.map((state) => precondition?.(state))).toEqual([true, false]);
  });
});
