// Computes what voiding somebody's bids would make of an auction, without changing it.
import type { ErrorBody } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { areKnown } from "../../auction/evolve.ts";
import type { AuctionState } from "../../auction/state.ts";
import { previewOfVoid } from "../../auction/void-bids.ts";
import { effectOf, newerVersion } from "../outcome.ts";
import type { EngineStore } from "../ports.ts";

export interface VoidPreview {
  readonly state: AuctionState;
  readonly effect: VoidEffect | ErrorBody;
}

interface PreviewDeps {
  readonly engineStore: Pick<EngineStore, "loadAuctions" | "loadLog">;
  readonly clock: { now(): number };
  readonly engine: { readonly rates: ExchangeRates };
}

/** Null for an unknown auction. */
export const previewVoid = async (
  { engineStore, clock, engine }: PreviewDeps,
  auctionId: string,
  whose: Parameters<typeof previewOfVoid>[2],
): Promise<VoidPreview | null> => {
  const [log, [state]] = await Promise.all([engineStore.loadLog(auctionId), engineStore.loadAuctions([auctionId])]);
  if (!state) return null;
  const upToHere = log.filter(({ revision }) => revision <= state.revision);
  if (!areKnown(upToHere)) return { state, effect: newerVersion };
  const after = previewOfVoid(state, { log: upToHere, rates: engine.rates }, whose, clock.now());
  return { state, effect: "code" in after ? after : effectOf(state, after) };
};
