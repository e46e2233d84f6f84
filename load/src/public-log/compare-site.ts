// Compares what the site shows about a lot with what its log says, to find a house that changed a row but not the log.
import { fromUtf8 } from "@jara/proof/bytes";
import type { LotState } from "@jara/proof/lot/lot-state";
import { countWords, moneyWords, timeWords } from "@jara/proof/words";
import { z } from "zod";
import type { Findings } from "./findings.ts";
import { type Source, Unread } from "./source.ts";

const minor = z.number().transform((major) => Math.round(major * 100));
const auctionSchema = z.object({
  auction: z.object({
    version: z.int(),
    currentPrice: minor,
    bidCount: z.int(),
    status: z.string(),
    endTime: z.string().transform((time) => Date.parse(time)),
  }),
});
const bidsSchema = z.object({
  total: z.int(),
  bids: z.array(
    z.object({
      amount: minor,
      kind: z.string(),
      voided: z.unknown().optional(),
      timestamp: z.string().transform((time) => Date.parse(time)),
    }),
  ),
});

const PAGE = 100;

/** Nothing is compared for a lot that the site no longer shows, or that has changed since the log's newest entry. */
export const compareSite = async (
  source: Source,
  lot: LotState,
  findings: Findings,
): Promise<"same" | "other" | "skipped"> => {
  if (lot.status === "withdrawn" || lot.status === "removed") return "skipped";
  let shown: z.infer<typeof auctionSchema>["auction"];
  let bids: Bid[];
  try {
    shown = auctionSchema.parse(await json(source, `api/auctions/${lot.auction}`)).auction;
    if (shown.version !== lot.version) return laterOrFault(shown.version, lot, findings);
    bids = await allBids(source, lot.auction);
    const again = auctionSchema.parse(await json(source, `api/auctions/${lot.auction}`)).auction;
    if (again.version !== lot.version) return "skipped";
  } catch (error) {
    if (error instanceof Unread) return "skipped";
    throw error;
  }
  const faults = [...faultsOf(shown, lot), ...bidFaults(bids, lot)];
  for (const fault of faults) findings.fault(fault, lot.auction);
  return faults.length === 0 ? "same" : "other";
};

type Bid = z.infer<typeof bidsSchema>["bids"][number];

const json = async (source: Source, where: string): Promise<unknown> => {
  const text = fromUtf8(await source.read(where));
  try {
    return JSON.parse(text ?? "");
  } catch {
    throw new Unread(`${where} is no JSON.`);
  }
};

const laterOrFault = (version: number, lot: LotState, findings: Findings): "skipped" | "other" => {
  if (version > lot.version) return "skipped";
  findings.fault(
    `The site shows version ${version} of the lot; the log is at version ${lot.version} already.`,
    lot.auction,
  );
  return "other";
};

const allBids = async (source: Source, auction: string): Promise<Bid[]> => {
  const bids: Bid[] = [];
  for (let page = 1; ; page++) {
    const where = `api/bids/auction/${auction}?page=${page}&limit=${PAGE}`;
    const answer = bidsSchema.parse(await json(source, where));
    bids.push(...answer.bids);
    if (answer.bids.length === 0 || bids.length >= answer.total) return bids;
  }
};

function* faultsOf(
  shown: { currentPrice: number; bidCount: number; endTime: number },
  { price, bidCount, endsAtMs, currency, purchase }: LotState,
): Generator<string> {
  // A lot that was sold by Buy It Now shows the price of the purchase.
  if (shown.currentPrice !== price && !purchase?.isPaid) {
    yield `The site shows a price of ${moneyWords(shown.currentPrice, currency)}; the log says ${moneyWords(price, currency)}.`;
  }
  if (shown.bidCount !== bidCount)
    yield `The site counts ${countWords(shown.bidCount, "bid")}; the log says ${bidCount}.`;
  if (shown.endTime !== endsAtMs) {
    yield `The site shows ${timeWords(shown.endTime)} as the end; the log says ${timeWords(endsAtMs)}.`;
  }
}

function* bidFaults(shown: readonly Bid[], { bids, currency, hasAllBids }: LotState): Generator<string> {
  if (!hasAllBids) return;
  const key = (atMs: number, kind: string, amount: number): string => `${atMs} ${kind} ${amount}`;
  const left = new Map<string, number>();
  for (const { timestamp, kind, amount, voided } of shown) {
    if (voided !== undefined) continue;
    const one = key(timestamp, kind, amount);
    left.set(one, (left.get(one) ?? 0) + 1);
  }
  for (const { number, amount, kind, atMs, isVoid } of bids.values()) {
    if (isVoid) continue;
    const one = key(atMs, kind, amount);
    const count = left.get(one) ?? 0;
    if (count > 0) left.set(one, count - 1);
    else yield `The site does not show bid ${number} of ${moneyWords(amount, currency)} as the log has it.`;
  }
  for (const [one, count] of left) {
    const [at = "", , amount = ""] = one.split(" ");
    if (count === 0) continue;
    yield `The site shows a bid of ${moneyWords(Number(amount), currency)} on ${timeWords(Number(at))} that is not in the log.`;
  }
}
