// Checks what an online payment counts for, if the lot is in another currency than naira: what was promised when it began, if
// the promise still holds when the money arrives, and otherwise its worth at the rate in force.
import type { LogEvent, Step } from "../log.ts";
import type { Stored, StoredOnline, StoredRate } from "../stored.ts";

/** A node may decide with the rate from before a change for this long. */
const RATE_KNOWN_WITHIN_MS = 300_000;
/** The time of a change of the rate may differ by this much from the time of the auction's change that used it. */
const AROUND_MS = 1_000;
/** A node may decide this long before the commit, if the database is slow. */
const DECIDED_WITHIN_MS = 60_000;

/** The rates that were in force at this moment, or shortly before. */
export const ratesAt = (rates: readonly StoredRate[], at: number): number[] =>
  rates
    .filter(({ at: from }, index) => {
      const until = rates[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      return from <= at + AROUND_MS && until >= at - RATE_KNOWN_WITHIN_MS;
    })
    .map(({ nairaForDollar }) => nairaForDollar);

type Online = Extract<LogEvent, { type: "PaymentReceived" | "PaymentCredited" }>;
const isOnline = (event: LogEvent): event is Online =>
  (event.type === "PaymentReceived" || event.type === "PaymentCredited") && event.method === "online";

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Null if the change books no online payment that has a promise, or books it right. */
export const worthDiffers = (
  { row, before }: Pick<Step, "row" | "before">,
  online: readonly StoredOnline[],
  { rates }: Pick<Stored, "rates">,
): string | null => {
  const booked = row.events.filter(isOnline);
  const promise = online.find(({ reference }) => booked.some((event) => event.reference === reference));
  if (before?.currency === "NGN" || !promise || promise.worthMinor === null || promise.worthUntil === null) return null;
  const worthMinor = sum(
    booked.map((event) => (event.type === "PaymentReceived" ? event.amountMinor : (event.worthMinor ?? Number.NaN))),
  );
  const ngnMinor = sum(booked.map((event) => event.ngnMinor));
  const leftMs = promise.worthUntil - row.at;
  const right = [
    ...(leftMs >= -DECIDED_WITHIN_MS ? [promise.worthMinor] : []),
    ...(leftMs <= DECIDED_WITHIN_MS
      ? ratesAt(rates, row.at).map((rate) => Math.floor(Number((ngnMinor / rate).toFixed(4))))
      : []),
  ];
  if (right.includes(worthMinor)) return null;
  return `revision ${row.revision} counts ${ngnMinor} kobo as ${worthMinor} where they are worth ${right.join(" or ")}`;
};
