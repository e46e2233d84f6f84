// Replays one lot from its entries in the log, and describes in words what breaks the rules. It reads only the log: no
// hidden maxima, no names, and no other statement of the house.
import type { Extended, Fact } from "../facts.ts";
import type { Leaf } from "../leaf.ts";
import { durationWords, timeWords } from "../words.ts";
import { Contest } from "./bids.ts";
import * as life from "./life.ts";
import { type LotState, newLot } from "./lot-state.ts";
import { checkSoftClose } from "./soft-close.ts";
import type { Handler, Step } from "./step.ts";
import { changed, opened } from "./terms.ts";
import { allVoided, voided } from "./voids.ts";

export interface Remark {
  /** `fault`: against the rules or against the log itself. `notice`: allowed, and worth knowing. */
  readonly kind: "fault" | "notice";
  readonly auction: string;
  readonly version: number;
  readonly sentence: string;
}

/** `bid` and `extended` need the whole entry, so `LotReplay` handles them itself. */
const handlers: { readonly [T in Exclude<Fact["type"], "bid" | "extended">]: Handler<T> } = {
  opened,
  changed,
  paused: life.paused,
  resumed: life.resumed,
  voided,
  "all-voided": allVoided,
  ended: life.ended,
  sold: life.sold,
  awarded: life.awarded,
  cancelled: life.cancelled,
  withdrawn: life.withdrawn,
  reopened: life.reopened,
  removed: life.removed,
  purchase: life.purchase,
  "settlement-reopened": life.settlementReopened,
};

export class LotReplay {
  readonly lot: LotState;
  readonly remarks: Remark[] = [];

  constructor(auction: string) {
    this.lot = newLot(auction);
  }

  /** Takes the entries of the lot in the order of the log. */
  add(leaf: Leaf): void {
    const { lot } = this;
    const say = (kind: Remark["kind"]) => (sentence: string) => {
      this.remarks.push({ kind, auction: lot.auction, version: leaf.version, sentence });
    };
    const { status, price, endsAtMs, winner } = lot;
    const before = { status, price, endsAtMs, winner };
    const step: Step = { leaf, lot, before, fault: say("fault"), notice: say("notice") };
    checkOrder(step);
    lot.version = leaf.version;
    lot.atMs = Math.max(lot.atMs, leaf.atMs);
    applyFacts(step);
  }
}

const applyFacts = (step: Step): void => {
  const extended: Extended[] = [];
  let contest: Contest | null = null;
  for (const fact of step.leaf.facts) {
    if (fact.type === "extended") extended.push(fact);
    else if (fact.type === "bid") {
      contest ??= new Contest(step);
      contest.take(fact);
    } else (handlers[fact.type] as Handler<typeof fact.type>)(step, fact as never);
  }
  contest?.finish();
  if (contest || extended.length > 0) checkSoftClose(step, contest?.last ?? null, extended);
};

/** Checks that versions have no gaps and times never go back, so that no entry was removed, inserted or reordered. */
const checkOrder = ({ leaf, lot, fault }: Step): void => {
  const isFirst = lot.status === "unknown";
  const opens = leaf.facts.some(({ type }) => type === "opened");
  if (isFirst) {
    if (!opens) fault("The lot's first entry in the log does not open it, so something before it is missing.");
  } else if (leaf.version <= lot.version) {
    fault(`Version ${leaf.version} comes after version ${lot.version}.`);
  } else if (leaf.version > lot.version + 1 && !(lot.status === "withdrawn" && opens)) {
    const last = leaf.version - 1;
    const missing = last === lot.version + 1 ? `Version ${last} is` : `The versions ${lot.version + 1} to ${last} are`;
    fault(`${missing} missing in the log.`);
  }
  if (lot.status === "removed") fault("Something happened to the lot after it was removed.");
  if (lot.status === "withdrawn" && !opens) fault("Something happened to the lot while it was a draft.");
  if (leaf.atMs < lot.atMs) {
    fault(`The entry of ${timeWords(leaf.atMs)} comes after one that is ${durationWords(lot.atMs - leaf.atMs)} later.`);
  }
};
