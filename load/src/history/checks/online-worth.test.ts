import { expect, it } from "vitest";
import type { LogEvent, Step } from "../log.ts";
import type { StoredOnline } from "../stored.ts";
import { worthDiffers } from "./online-worth.ts";

const MINUTE = 60_000;
const [startedAt, reference, settlementId] = [1_000 * MINUTE, "payment-1", "win-1"];
const payer = { id: "ada", username: "ada" };
/** 100 dollars at 800 naira. The rate is 1,000 since a minute after the start. */
const promise: StoredOnline = {
  reference,
  auctionId: "lot",
  amountMinor: 80_000_00,
  status: "paid",
  worthMinor: 100_00,
  worthUntil: startedAt + 15 * MINUTE,
};
const rates = [
  { nairaForDollar: 800, at: 0 },
  { nairaForDollar: 1_000, at: startedAt + MINUTE },
];
const received = (amountMinor: number, ngnMinor = promise.amountMinor): LogEvent => ({
  type: "PaymentReceived",
  settlementId,
  payer,
  method: "online",
  reference,
  amountMinor,
  ngnMinor,
});
const wrong = (minutes: number, events: readonly LogEvent[], currency = "USD", online = [promise]) => {
  const row = { revision: 7, version: 7, actorId: null, at: startedAt + minutes * MINUTE, events: [...events] };
  return worthDiffers({ row, before: { currency } as Step["before"] }, online, { rates });
};

it("accepts the promised worth within 15 minutes, and the worth at the present rate afterwards", () => {
  expect(wrong(10, [received(100_00)])).toBeNull();
  expect(wrong(20, [received(80_00)])).toBeNull();
  // A node may have decided just before the end of the promise.
  for (const worth of [100_00, 80_00]) expect(wrong(15, [received(worth)])).toBeNull();
});

it("finds a payment at the present rate while a promise holds, and at the promised one afterwards", () => {
  const text = "revision 7 counts 8000000 kobo as";
  expect(wrong(10, [received(80_00)])).toBe(`${text} 8000 where they are worth 10000`);
  expect(wrong(20, [received(100_00)])).toBe(`${text} 10000 where they are worth 8000`);
  expect(wrong(20, [received(80_01)])).not.toBeNull();
});

it("counts what goes to the balance together with what counts for the lot", () => {
  const surplus: LogEvent = {
    type: "PaymentCredited",
    settlementId,
    payer,
    method: "online",
    reference,
    ngnMinor: 20_000_00,
    worthMinor: 25_00,
  };
  expect(wrong(10, [surplus, received(75_00, 60_000_00)])).toBeNull();
  expect(wrong(20, [surplus, received(75_00, 60_000_00)])).not.toBeNull();
});

it("asks nothing of a lot in naira, and of a payment from before there were promises", () => {
  expect(wrong(20, [received(100_00)], "NGN")).toBeNull();
  expect(wrong(20, [received(100_00)], "USD", [{ ...promise, worthUntil: null }])).toBeNull();
});
