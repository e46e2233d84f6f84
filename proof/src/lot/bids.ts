// Applies and checks the bids of one entry, by the rules of docs/rules/bidding.md as far as they are public: who may
// bid when, how much, and what an auto-bid may do. Written from the rules; hidden maxima are not in the log, so it
// checks what any maxima allow.
import type { Bid } from "../facts.ts";
import { durationWords } from "../words.ts";
import { incrementAt } from "./lot-state.ts";
import { has, money, type Step } from "./step.ts";

/** Applies the bids of one entry in their order. `later`: runs once the whole entry is read. */
export class Contest {
  readonly #step: Step;
  readonly #minimum: number;
  readonly #leader: string | null | undefined;
  #manual: Bid | null = null;
  readonly #autos: { readonly bid: Bid; readonly price: number; readonly leader: string | null | undefined }[] = [];
  #last: Bid | null = null;

  constructor(step: Step) {
    const { lot } = step;
    this.#step = step;
    this.#leader = lot.leader;
    this.#minimum = lot.price + incrementAt(lot, lot.price);
  }

  get last(): Bid | null {
    return this.#last;
  }

  take(bid: Bid): void {
    const { lot, leaf } = this.#step;
    checkNumber(this.#step, bid);
    checkTime(this.#step, bid);
    if (lot.barred.has(bid.bidder)) {
      this.#step.fault(`${named(this.#step, bid)} is of somebody who may not bid on this lot any more.`);
    }
    if (bid.kind === "manual") this.#takeManual(bid);
    else this.#takeAuto(bid);
    lot.bids.set(bid.number, {
      number: bid.number,
      amount: bid.amount,
      kind: bid.kind,
      bidder: bid.bidder,
      atMs: leaf.atMs,
      isVoid: false,
    });
    lot.price = bid.amount;
    lot.leader = bid.bidder;
    lot.bidCount += 1;
    this.#last = bid;
  }

  #takeManual(bid: Bid): void {
    const { fault, lot } = this.#step;
    if (this.#last) fault(`${named(this.#step, bid)} stands in one entry with a bid before it: two commands at once.`);
    if (bid.amount < this.#minimum) {
      const why = `the price was ${money(this.#step, lot.price)} and the least next bid ${money(this.#step, this.#minimum)}`;
      fault(`${named(this.#step, bid)} was too low: ${why}.`);
    }
    this.#manual = bid;
  }

  #takeAuto(bid: Bid): void {
    const { fault, lot } = this.#step;
    if (bid.amount < lot.price) {
      fault(`${named(this.#step, bid)} made the price fall from ${money(this.#step, lot.price)}, without a void.`);
    }
    const isNewcomer = bid.bidder !== this.#leader && bid.bidder !== this.#manual?.bidder;
    if (isNewcomer && this.#leader !== undefined && bid.amount < this.#minimum) {
      fault(`${named(this.#step, bid)} was too low: the least next bid was ${money(this.#step, this.#minimum)}.`);
    }
    this.#autos.push({ bid, price: lot.price, leader: lot.leader });
  }

  /** The rules for auto-bids need to know which one was the entry's last. */
  finish(): void {
    const [first, second, third] = this.#autos;
    const { fault } = this.#step;
    if (third) fault(`${named(this.#step, third.bid)} is the third auto-bid at once; the rules allow two.`);
    if (first && second) {
      if (first.bid.bidder === second.bid.bidder) {
        fault(`${named(this.#step, second.bid)} was made against the same person's bid ${first.bid.number}.`);
      }
      if (first.bid.amount <= first.price) {
        fault(`${named(this.#step, first.bid)} is not above the price, so nothing made it necessary.`);
      }
    }
    const last = this.#autos.at(-1);
    if (last) this.#checkLast(last);
  }

  /** The winner's auto-bid: at most one increment above what it had to beat, unless it goes to the reserve. */
  #checkLast({ bid, price, leader }: { bid: Bid; price: number; leader: string | null | undefined }): void {
    const { lot, fault } = this.#step;
    const most = price + incrementAt(lot, price);
    const isOwnRaise = leader === bid.bidder;
    if (!isOwnRaise && bid.amount <= most) return;
    if (lot.reserve === null) {
      const why = isOwnRaise
        ? "its bidder was leading already and nobody else bid"
        : `${money(this.#step, most)} was enough`;
      fault(`${named(this.#step, bid)} was raised for nothing: ${why}.`);
      return;
    }
    lot.reserveJumps.push({ bid: bid.number, amount: bid.amount, commitment: lot.reserve });
    if (lot.reserveAmount !== null) checkJumps(this.#step);
  }
}

/** A bid that only the reserve explains must have gone exactly to it. Called once the reserve is opened. */
export const checkJumps = (step: Step): void => {
  const { lot, fault } = step;
  if (lot.reserveAmount === null) return;
  for (const { bid, amount, commitment } of lot.reserveJumps) {
    if (commitment !== lot.reserve || amount === lot.reserveAmount) continue;
    fault(
      `Bid ${bid} went to ${money(step, amount)} with nobody to beat. Only the reserve could explain that, and the reserve was ${money(step, lot.reserveAmount)}.`,
    );
  }
  lot.reserveJumps = [];
};

export const named = (step: Step, bid: Pick<Bid, "number" | "amount">): string =>
  `Bid ${bid.number} of ${money(step, bid.amount)}`;

const checkNumber = ({ lot, fault }: Step, { number }: Bid): void => {
  const due = lot.lastNumber === null ? null : lot.lastNumber + 1;
  lot.lastNumber = number;
  if (due === null || number === due) return;
  fault(
    number > due
      ? `Bid ${due === number - 1 ? due : `${due} to ${number - 1}`} is missing in the log: bid ${number} came next.`
      : `Bid ${number} came where bid ${due} should be, so a number was used twice.`,
  );
};

/** A change of the terms may let maxima bid that were too low before, also during a pause. */
const lowersTheBar = ({ leaf }: Step): boolean =>
  leaf.facts.some(
    (fact) =>
      fact.type === "changed" &&
      (fact.startingPrice !== undefined || fact.increment !== undefined || fact.reserve !== undefined),
  );

const checkTime = (step: Step, bid: Bid): void => {
  const { lot, leaf, before, fault } = step;
  if (lot.status === "paused") {
    if (bid.kind === "auto" && lowersTheBar(step)) return;
    fault(`${named(step, bid)} was taken while the lot was paused.`);
    return;
  }
  if (lot.status !== "active") {
    fault(`${named(step, bid)} was taken while the lot was ${lot.status === "unknown" ? "not open yet" : lot.status}.`);
    return;
  }
  // With an edit, the end before it and the end after it both let a maximum bid.
  const endsAtMs = has(step, "changed") ? Math.max(before.endsAtMs, lot.endsAtMs) : lot.endsAtMs;
  const late = leaf.atMs - endsAtMs;
  if (late > 0) fault(`${named(step, bid)} came ${durationWords(late)} after the end.`);
  else if (late === 0) fault(`${named(step, bid)} came exactly at the end, which is too late.`);
};
