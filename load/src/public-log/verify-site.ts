// One run of the verifier: follows every log of a site, replays every lot, matches receipts and sellers' proofs, and
// compares the newest lots with what the site shows.
import { fromUtf8 } from "@jara/proof/bytes";
import type { Leaf } from "@jara/proof/leaf";
import type { LotState } from "@jara/proof/lot/lot-state";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import { type Key, toVkey } from "@jara/proof/signed-note";
import { inParallel } from "../in-parallel.ts";
import { compareSite } from "./compare-site.ts";
import { Findings } from "./findings.ts";
import { type FollowedLog, followLog } from "./follow-log.ts";
import { type IndexOfLogs, readIndex } from "./index-of-logs.ts";
import { matchReceipts, matchSellers, readKept, type SellersProofs } from "./kept-receipts.ts";
import type { Source } from "./source.ts";
import type { State } from "./state-file.ts";
import { parseKeys, type Trust, trustedKeys, vkeysOf } from "./trusted-keys.ts";
import { readVerdicts, type Verdicts } from "./verdicts.ts";
import { sayHidden } from "./witnessed.ts";

export interface VerifyOptions {
  readonly keys: readonly string[];
  /** Keys of witnesses that the reader has from the witnesses. */
  readonly witnesses: readonly string[];
  /** Checkpoints' notes that other people were shown. */
  readonly others: readonly string[];
  readonly lot: string | null;
  readonly receipts: string | null;
  readonly hasTiles: boolean;
  /** How many lots are compared with what the site shows, the newest first. */
  readonly compared: number;
  /** Ms since 1970. */
  readonly now: number;
}

export interface Run {
  readonly findings: Findings;
  readonly logs: readonly FollowedLog[];
  /** The witnesses whose keys the reader has from elsewhere than the house. */
  readonly ownWitnesses: readonly Key[];
  readonly receipts: { readonly read: number; readonly matched: number };
  readonly sellers: SellersProofs;
  readonly compared: { readonly same: number; readonly skipped: number };
  readonly lot: LotState | null;
  /** Null: the site makes no verdicts. */
  readonly verdicts: Verdicts | null;
  /** To be remembered if nothing is wrong. */
  readonly next: State;
}

export const verifySite = async (source: Source, state: State, options: VerifyOptions): Promise<Run> => {
  const findings = new Findings();
  const index = await readIndex(source);
  const notes: string[] = [];
  for (const { number } of index.logs) notes.push(fromUtf8(await source.read(`log/${number}/checkpoint`)) ?? "");
  const trust = trustedKeys(index, notes, parseKeys(options.keys), parseKeys(state.keys), findings);
  const ownWitnesses = parseKeys(options.witnesses);
  const { receipts, sellers } = readKept(options.receipts, trust.receiptKeys, findings);
  const kept = new Set(receipts.map(({ statement }) => statement.auction));
  sayMissing(state, index.logs, findings);

  // If the reader gave a key, use it for the same key in the house's list. The house may list another key under the
  // same name.
  const claimed = index.witnesses.map(({ witness, size }) => ({
    size,
    witness: ownWitnesses.find((key) => toVkey(key) === toVkey(witness)) ?? witness,
  }));
  const witnesses = [...new Set([...ownWitnesses, ...claimed.map(({ witness }) => witness)])];
  const logs: FollowedLog[] = [];
  for (const { number, origin } of index.logs) {
    const remembered = state.checkpoints[origin] ?? null;
    const { others, hasTiles } = options;
    const log = { number, origin, remembered, others, kept, hasTiles, keys: trust.logKeys };
    const followed = await followLog(source, { ...log, witnesses }, findings);
    if (followed) logs.push(followed);
  }
  const current = logs.find(({ origin }) => origin === index.logs.at(-1)?.origin);
  if (current) {
    const shown = [...current.cosignatures, ...current.earlier].map(({ witness }) => witness);
    sayHidden(claimed, current.origin, shown, findings);
  }
  for (const { lots } of logs)
    for (const { remarks } of lots.values()) for (const remark of remarks) say(findings, remark);

  // A log that was begun anew continues the lots of the earlier one: the newest that has a lot counts.
  const lots = new Map<string, LotReplay>(logs.flatMap((log) => [...log.lots]));
  const entries = new Map<string, readonly Leaf[]>(logs.flatMap((log) => [...log.entries]));
  const matched = matchReceipts(receipts, entries, options.now, findings);
  const verdicts = await verdictsOf(source, index, trust, state, options.now, findings);
  const wanted = chosen(lots, options, kept);
  const compared = { same: 0, skipped: 0 };
  await inParallel(wanted, 4, async ({ lot }) => {
    const outcome = await compareSite(source, lot, findings);
    if (outcome !== "other") compared[outcome] += 1;
  });
  const checkpoints = Object.fromEntries(logs.map(({ origin, checkpoint }) => [origin, checkpoint]));
  return {
    findings,
    logs,
    verdicts,
    compared,
    ownWitnesses,
    receipts: { read: receipts.length, matched },
    sellers: matchSellers(sellers, logs),
    lot: options.lot === null ? null : (lots.get(options.lot)?.lot ?? null),
    next: {
      ...state,
      keys: vkeysOf(trust),
      checkpoints: { ...state.checkpoints, ...checkpoints },
      ...(verdicts && { verdicts: verdicts.notes }),
    },
  };
};

const verdictsOf = async (
  source: Source,
  index: IndexOfLogs,
  { verdictKeys }: Trust,
  { verdicts = {} }: State,
  now: number,
  findings: Findings,
): Promise<Verdicts | null> => {
  if (index.verdictKeys !== null) return await readVerdicts(source, verdictKeys, verdicts, now, findings);
  if (Object.keys(verdicts).length > 0)
    findings.fault("The site no longer shows the verdicts that the house had signed.");
  return null;
};

const say = (
  findings: Findings,
  remark: { kind: "fault" | "notice"; sentence: string; auction: string; version: number },
) => {
  const sentence = `Version ${remark.version}: ${remark.sentence}`;
  if (remark.kind === "fault") findings.fault(sentence, remark.auction);
  else findings.notice(sentence, remark.auction);
};

/** A log that the verifier has followed before must still be there. */
const sayMissing = (state: State, logs: readonly { readonly origin: string }[], findings: Findings): void => {
  for (const [origin, note] of Object.entries(state.checkpoints)) {
    if (logs.some((log) => log.origin === origin)) continue;
    findings.contradiction(
      `The site no longer shows the log ${origin}, which the house had signed.`,
      "vanished-log",
      note,
    );
  }
};

const chosen = (
  lots: ReadonlyMap<string, LotReplay>,
  { lot, compared }: VerifyOptions,
  kept: ReadonlySet<string>,
): LotReplay[] => {
  const named = [...kept, ...(lot === null ? [] : [lot])].map((id) => lots.get(id)).filter((one) => one !== undefined);
  const newest = [...lots.values()].sort((a, b) => b.lot.atMs - a.lot.atMs).slice(0, compared);
  return [...new Set([...named, ...newest])];
};
