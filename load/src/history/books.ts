// The books of one auction, kept from its log by the rules of deposits and payments and independent of the
// engine: what is owed, what was received, and which ledger postings, payments and receipts each change must make.
// It accepts any log; what breaks a promise in the log itself is listed in `looked`. One class and more than 300 lines,
// because every event works on the same debts.
import { shareOfMinor } from "@jara/shared/basis-points";
import { type LotRules, rulesOf } from "@jara/shared/payment-rules";
import type { Deposit, LogEvent, LogRow, Reversed, ReversedPayment, State, Step } from "./log.ts";
import { stepped } from "./log.ts";
import type { Stored } from "./stored.ts";

/** A win or a purchase: what is owed and what was received for it. NGN: deposit, paidNgn, penalty. */
export interface Debt {
  readonly kind: "win" | "buy-it-now";
  /** For a win the id of the stored settlement; empty if none is stored. */
  readonly id: string;
  readonly personId: string;
  /** The lot's, when the debt began. In older logs a lot could get another currency later. */
  readonly currency: string;
  priceMinor: number;
  readonly feeMinor: number;
  /** The buyer's premium on the price, and the VAT on it: 0 for a purchase. They follow the price. */
  premiumMinor: number;
  vatMinor: number;
  status: "open" | "paid" | "waived" | "forfeited" | "void" | "refunded";
  dueAt: number;
  readonly createdAt: number;
  closedAt: number | null;
  depositMinor: number;
  depositWorthMinor: number;
  paidMinor: number;
  paidNgnMinor: number;
  penaltyMinor: number | null;
  /** NGN: booked above what was due, so it went to the balance. */
  surplusMinor: number;
  /** NGN: voids gave so much of the payments back. */
  refundedMinor: number;
  /** Before so many of the booked payments the debt was forfeited, and they went back. */
  countsFrom: number;
  /** A lower price gave a part of it back, so that the amounts in the two currencies may be rounded. */
  isLowered: boolean;
  /** A forfeit was taken back, so the deposit follows the price. */
  wasForfeited: boolean;
  /** While it is forfeited: what would be due if the forfeit were taken back. */
  dueAgainMinor: number;
  isPardoned: boolean;
  /** Its sale was refunded and cancelled. */
  isRefunded: boolean;
  /** The penalty was kept before the tables had a column for it. */
  isPenaltyOld: boolean;
}

/** A ledger posting that a change must make. NGN kobo; below zero, it is taken. */
export interface Move {
  readonly row: LogRow;
  readonly personId: string;
  readonly settlementId: string;
  readonly cause: string;
  readonly amountMinor: number;
  readonly reference: string | null;
}

/** A deposit that a change took. */
export interface Take {
  readonly row: LogRow;
  readonly debt: Debt;
  readonly deposit: Deposit;
  readonly currency: string;
  /** The lot's percentage. */
  readonly depositBasisPoints: number;
  /** The price of which it is a part, then. */
  readonly priceMinor: number;
  /** Sold by an administrator's word: nothing is taken. */
  readonly isFree: boolean;
}

/** A payment that must be in the table. */
export interface Booked {
  readonly row: LogRow;
  readonly event: Of<"PaymentReceived">;
  reversedAt: number | null;
}

/** A receipt that a change must make. */
export interface Paper {
  readonly row: LogRow;
  readonly debt: Debt;
  readonly personId: string;
  readonly kind: "payment" | "refund" | "penalty" | "credit-note";
  readonly method: string;
  readonly ngnMinor: number;
  readonly corrects: "payment" | "refund" | "penalty" | null;
  /** The time of the corrected receipt; null for any. */
  readonly correctsAt: number | null;
  /** From before receipts existed. */
  readonly isOld: boolean;
  /** For a payment: the amount still to be paid after the change, with its price, fee and deposit. */
  leaves:
    | (Pick<Debt, "priceMinor" | "feeMinor" | "premiumMinor" | "vatMinor" | "depositWorthMinor"> & {
        remainingMinor: number;
      })
    | null;
}

/** A refund by transfer: the withdrawal that must send it. */
export interface Sent {
  readonly row: LogRow;
  readonly personId: string;
  readonly withdrawalId: string;
  readonly ngnMinor: number;
}

export interface Looked {
  readonly promise: "deposits" | "payments" | "second-chances";
  readonly wrong: string | null;
}

export interface Books {
  readonly debts: readonly Debt[];
  readonly moves: readonly Move[];
  readonly takes: readonly Take[];
  readonly booked: readonly Booked[];
  readonly papers: readonly Paper[];
  readonly sent: readonly Sent[];
  readonly looked: readonly Looked[];
}

export type Of<T extends LogEvent["type"]> = Extract<LogEvent, { type: T }>;

const totalOf = ({ priceMinor, feeMinor, premiumMinor, vatMinor }: Debt): number =>
  priceMinor + feeMinor + premiumMinor + vatMinor;

export const remainingOf = (debt: Debt): number => Math.max(0, totalOf(debt) - debt.depositWorthMinor - debt.paidMinor);

/**
 * Counts what a lot's rules add to a winning bid, without the server's function: hundredths of a percent, rounded up to
 * a whole kobo or cent.
 */
const premiumOf = (priceMinor: number, { premiumBasisPoints, vatBasisPoints }: LotRules) => {
  const share = (of: bigint, points: number): bigint => (of * BigInt(points) + 9_999n) / 10_000n;
  const premium = share(BigInt(priceMinor), premiumBasisPoints);
  return { premiumMinor: Number(premium), vatMinor: Number(share(premium, vatBasisPoints)) };
};

export const isHeld = ({ status }: Debt): boolean => status === "open" || status === "paid";

/** Causes of postings that a change of an auction makes. */
export const causes = {
  deposits: ["win-deposit", "purchase-deposit", "deposit-return"],
  payments: ["payment", "payment-return", "payment-surplus", "payment-reversal", "refund-in-cash"],
  forfeits: ["win-forfeit", "buy-it-now-forfeit", "forfeit-return"],
  /** A job books what sellers are paid; no change of an auction does. */
  sales: ["sale-proceeds", "commission", "seller-charge"],
} as const;

/**
 * `fromAt`: since when the site takes deposits (epoch ms). Before it a log says less: no deposit was taken, and a sale
 * said that all was paid.
 */
export const booksOf = (
  { id, steps }: { readonly id: string; readonly steps: readonly Step[] },
  stored: Pick<Stored, "settlements">,
  fromAt: number,
): Books => {
  const keeper = new Bookkeeper(stored.settlements.get(id) ?? [], fromAt);
  for (const step of steps) keeper.enter(step);
  return keeper;
};

const isStruck = ({ row, event }: Booked, settlementId: string, one: ReversedPayment): boolean =>
  row.at === one.at &&
  event.settlementId === settlementId &&
  event.method === one.method &&
  event.amountMinor === one.amountMinor &&
  event.ngnMinor === one.ngnMinor &&
  event.reference === one.reference;

/** NGN kobo that came with the payment above what was due. */
const creditedWith = ({ row, event: { settlementId } }: Booked): number =>
  row.events.reduce(
    (sum, event) =>
      event.type === "PaymentCredited" && event.settlementId === settlementId ? sum + event.ngnMinor : sum,
    0,
  );

const undoing = new Set<LogEvent["type"]>([
  "AuctionStarted",
  "AuctionPaused",
  "AuctionCancelled",
  "AuctionWithdrawn",
  "AuctionReopened",
  "AuctionRemoved",
]);
const noting = new Set<LogEvent["type"]>([
  "SettlementReopened",
  "PurchaseReopened",
  "PurchasePardoned",
  "SaleRefunded",
]);

class Bookkeeper implements Books {
  readonly debts: Debt[] = [];
  readonly moves: Move[] = [];
  readonly takes: Take[] = [];
  readonly booked: Booked[] = [];
  readonly papers: Paper[] = [];
  readonly sent: Sent[] = [];
  readonly looked: Looked[] = [];
  readonly #settlements: readonly { id: string; winnerId: string; createdAt: number }[];
  readonly #fromAt: number;
  /** The settlement of the last end, and the purchase that pauses the auction or sold it. */
  #win: Debt | null = null;
  #bought: Debt | null = null;
  /** Is true once a deposit was taken. */
  #hasTaken = false;
  #row!: LogRow;
  #at!: State;

  constructor(settlements: readonly { id: string; winnerId: string; createdAt: number }[], fromAt: number) {
    this.#settlements = settlements;
    this.#fromAt = fromAt;
  }

  enter({ row, before }: Step): void {
    if (!before) return;
    this.#row = row;
    this.#at = before;
    const [moves, papers] = [this.moves.length, this.papers.length];
    for (const event of row.events) {
      this.#event(event);
      this.#at = stepped(this.#at, event, row);
    }
    if (!row.events.some(({ type }) => noting.has(type))) this.#refunds(moves);
    for (const paper of this.papers.slice(papers)) {
      if (paper.kind !== "payment") continue;
      const { priceMinor, feeMinor, premiumMinor, vatMinor, depositWorthMinor } = paper.debt;
      const remainingMinor = paper.debt.status === "open" ? remainingOf(paper.debt) : 0;
      paper.leaves = { priceMinor, feeMinor, premiumMinor, vatMinor, depositWorthMinor, remainingMinor };
    }
    if (!this.#isNew()) return;
    for (const debt of [this.#win, this.#bought]) {
      if (debt?.status === "open") {
        this.#look(
          "payments",
          remainingOf(debt) === 0 && `leaves ${debt.id} open, of which nothing remains to be paid`,
        );
        const isIdle = row.events.some(
          (event) =>
            event.type === "PaymentCredited" && event.settlementId === debt.id && event.payer.id === debt.personId,
        );
        this.#look("payments", isIdle && `credits money to a balance while ${debt.id} is not paid`);
      }
    }
  }

  #event(event: LogEvent): void {
    if (undoing.has(event.type)) this.#undo();
    switch (event.type) {
      case "AuctionEnded":
        this.#ended(event);
        break;
      case "SettlementOpened":
        this.#opened(event.winner.id, event.amountMinor, event.dueAt, event.deposit, event.because === "sold");
        break;
      case "BuyItNowStarted":
        this.#boughtNow(event);
        break;
      case "PaymentReceived":
        this.#paid(event);
        break;
      case "PaymentCredited": {
        const { payer, settlementId, ngnMinor, reference } = event;
        const isOnline = event.method === "online";
        this.#move(payer.id, settlementId, ngnMinor, "payment-surplus", isOnline ? reference : null);
        const debt = [this.#win, this.#bought].find((one) => one?.id === settlementId);
        if (debt && !isOnline) debt.surplusMinor += ngnMinor;
        break;
      }
      case "PaymentsReversed":
        this.#unbook(event);
        break;
      case "SomePaymentsReversed":
        this.#strike(event);
        break;
      case "AuctionSold":
        this.#close(this.#win?.status === "open" ? this.#win : null);
        break;
      case "PurchasePaid":
        this.#close(this.#isNamed(this.#bought, event.purchaseId, ["open"]));
        break;
      case "SettlementWaived":
        this.#give(this.#isNamed(this.#win, event.settlementId, ["open"]), "waived");
        break;
      case "SettlementForfeited":
        this.#forfeit(this.#isNamed(this.#win, event.settlementId, ["open"]), event.penaltyMinor, "win-forfeit");
        break;
      case "PurchaseForfeited": {
        const debt = this.#isNamed(this.#bought, event.purchaseId, ["open"]);
        this.#forfeit(debt, event.penaltyMinor, "buy-it-now-forfeit");
        break;
      }
      case "SaleRefunded":
        this.#refunded(event);
        break;
      case "PurchaseVoided":
      case "PurchaseWaived":
        if (this.#row.events.some(({ type }) => type === "SaleRefunded")) {
          this.#bought = null;
          break;
        }
        this.#give(this.#isNamed(this.#bought, event.purchaseId, ["open", "paid"]), "void");
        this.#bought = null;
        break;
      case "DeadlineExtended":
        this.#extend(this.#isNamed(this.#win, event.settlementId, ["open"]), event.dueAt);
        break;
      case "PurchaseExtended":
        this.#extend(this.#isNamed(this.#bought, event.purchaseId, ["open"]), event.deadlineAt);
        break;
      case "SettlementReopened":
        this.#reopened(event);
        break;
      case "PurchaseReopened": {
        const debt = this.#isNamed(this.#bought, event.purchaseId, ["paid"]);
        if (event.keepsPayments) this.#dueAgain(debt, event.deadlineAt, event.reversed);
        else this.#takeBack(debt, event.deadlineAt, event.reversed);
        break;
      }
      case "PurchasePardoned":
        this.#pardon(event);
        break;
      case "BidsVoided":
        this.#voided(event);
        break;
      default:
        break;
    }
  }

  #look(promise: Looked["promise"], wrong: string | false): void {
    this.looked.push({ promise, wrong: wrong === false ? null : `revision ${this.#row.revision} ${wrong}` });
  }

  #isNew(): boolean {
    return this.#hasTaken || this.#row.at >= this.#fromAt;
  }

  #move(personId: string, settlementId: string, amountMinor: number, cause: string, reference: string | null = null) {
    if (amountMinor !== 0) this.moves.push({ row: this.#row, personId, settlementId, cause, amountMinor, reference });
  }

  #paper(
    debt: Debt,
    kind: Paper["kind"],
    method: string,
    ngnMinor: number,
    corrects: Paper["corrects"] = null,
    correctsAt: number | null = null,
  ): void {
    const paper = { row: this.#row, debt, personId: debt.personId, kind, method, ngnMinor, corrects, correctsAt };
    this.papers.push({ ...paper, isOld: !this.#isNew(), leaves: null });
  }

  /** The debt if it is the one that the event names, in one of these states. */
  #isNamed(debt: Debt | null, id: string, statuses: readonly Debt["status"][]): Debt | null {
    const isSo = debt !== null && debt.id === id && statuses.includes(debt.status);
    const is = debt ? `${debt.id} is ${debt.status}` : "nothing is owed";
    const types = this.#row.events.map(({ type }) => type).join(", ");
    this.#look("payments", !isSo && `(${types}) names ${id}, where ${is}`);
    return isSo ? debt : null;
  }

  #ended({ winner, dueAt, deposit }: Of<"AuctionEnded">): void {
    if (winner && dueAt !== null) this.#opened(winner.id, this.#at.priceMinor, dueAt, deposit, false);
    else if (!winner) this.#undo();
  }

  #opened(personId: string, priceMinor: number, dueAt: number, deposit: Deposit | undefined, isFree: boolean): void {
    const isSecond = [this.#win, this.#bought].find((debt) => debt && isHeld(debt));
    if (this.#isNew()) this.#look("payments", isSecond ? `opens a second debt beside ${isSecond.id}` : false);
    const { at } = this.#row;
    const row = this.#settlements.find((one) => one.createdAt === at && one.winnerId === personId);
    this.#win = this.#debt({ kind: "win", id: row?.id ?? "", personId, priceMinor, feeMinor: 0, dueAt, deposit });
    this.#take(this.#win, deposit, "win-deposit", isFree);
  }

  #boughtNow({ purchaseId: id, buyer, priceMinor, feeMinor, deadlineAt: dueAt, deposit }: Of<"BuyItNowStarted">): void {
    this.#bought = this.#debt({ kind: "buy-it-now", id, personId: buyer.id, priceMinor, feeMinor, dueAt, deposit });
    this.#take(this.#bought, deposit, "purchase-deposit", false);
  }

  #debt({
    deposit,
    ...given
  }: Pick<Debt, "kind" | "id" | "personId" | "priceMinor" | "feeMinor" | "dueAt"> & {
    deposit: Deposit | undefined;
  }): Debt {
    const isWin = given.kind === "win";
    const debt: Debt = {
      ...given,
      ...(isWin ? premiumOf(given.priceMinor, rulesOf(this.#at)) : { premiumMinor: 0, vatMinor: 0 }),
      currency: this.#at.currency,
      status: "open",
      createdAt: this.#row.at,
      closedAt: null,
      depositMinor: deposit?.takenMinor ?? 0,
      depositWorthMinor: deposit?.worthMinor ?? 0,
      paidMinor: 0,
      paidNgnMinor: 0,
      surplusMinor: 0,
      refundedMinor: 0,
      penaltyMinor: null,
      isLowered: false,
      countsFrom: 0,
      isPardoned: false,
      isRefunded: false,
      isPenaltyOld: false,
      wasForfeited: false,
      dueAgainMinor: given.priceMinor,
    };
    this.debts.push(debt);
    return debt;
  }

  #price(debt: Debt, priceMinor: number): void {
    Object.assign(debt, { priceMinor, ...premiumOf(priceMinor, rulesOf(this.#at)) });
  }

  #take(debt: Debt, deposit: Deposit | undefined, cause: string, isFree: boolean): void {
    if (this.#isNew()) this.#look("deposits", !deposit && `opens ${debt.id} and says nothing of a deposit`);
    if (!deposit) return;
    this.#hasTaken = true;
    const [{ currency }, { depositBasisPoints }] = [this.#at, rulesOf(this.#at)];
    const of = { currency, depositBasisPoints, priceMinor: debt.priceMinor };
    this.takes.push({ ...of, row: this.#row, debt, deposit, isFree });
    this.#move(debt.personId, debt.id, -deposit.takenMinor, cause);
    if (deposit.takenMinor > 0) this.#paper(debt, "payment", "deposit", deposit.takenMinor);
  }

  #paid(event: Of<"PaymentReceived">): void {
    const { settlementId, payer, method, amountMinor, ngnMinor } = event;
    const debt = this.#isNamed(this.#bought?.id === settlementId ? this.#bought : this.#win, settlementId, ["open"]);
    this.booked.push({ row: this.#row, event, reversedAt: null });
    if (method === "balance") this.#move(payer.id, settlementId, -ngnMinor, "payment");
    if (!debt) return;
    const remaining = remainingOf(debt);
    this.#look("payments", amountMinor > remaining && `receives ${amountMinor} where ${remaining} is due`);
    this.#look("payments", payer.id !== debt.personId && `takes ${payer.id} for who owes ${debt.id}`);
    const isOwn = method !== "balance" || this.#row.actorId === payer.id;
    this.#look("payments", !isOwn && `takes a payment from the balance of ${payer.id}, who did not ask for it`);
    const isLike = this.#at.currency !== "NGN" || amountMinor === ngnMinor;
    this.#look("payments", !isLike && `counts ${ngnMinor} kobo for ${amountMinor}`);
    debt.paidMinor += amountMinor;
    // A reversal does not return a payment that came outside the site.
    debt.paidNgnMinor += method === "outside" ? 0 : ngnMinor;
    this.#paper(debt, "payment", method, ngnMinor);
  }

  #close(debt: Debt | null): void {
    if (!debt) return;
    if (this.#isNew()) {
      const remaining = remainingOf(debt);
      this.#look("payments", remaining > 0 && `calls ${debt.id} paid, of which ${remaining} remains`);
    }
    Object.assign(debt, { status: "paid", closedAt: this.#row.at });
  }

  /** Closes the debt, and everything that is held goes back to the balance. */
  #give(debt: Debt | null, status: Debt["status"]): void {
    if (!debt) return;
    this.#move(debt.personId, debt.id, debt.depositMinor, "deposit-return");
    this.#move(debt.personId, debt.id, debt.paidNgnMinor, "payment-return");
    Object.assign(debt, { status, closedAt: this.#row.at, depositMinor: 0, depositWorthMinor: 0 });
    Object.assign(debt, { paidMinor: 0, paidNgnMinor: 0 });
  }

  /** Everything that was paid goes back once, and a credit note says so. Only a sold lot can be refunded. */
  #refunded(event: Of<"SaleRefunded">): void {
    const { settlementId, payer, amountMinor, paidNgnMinor, transfer, cashNgnMinor } = event;
    const named = this.#bought?.id === settlementId ? this.#bought : this.#win;
    const debt = this.#isNamed(named, settlementId, ["paid"]);
    if (!debt) return;
    const { id, depositMinor, depositWorthMinor, paidMinor, personId } = debt;
    const counted = this.#counting(debt).reduce((sum, event) => sum + event.ngnMinor, -debt.refundedMinor);
    const dueMinor = paidMinor === 0 ? 0 : Math.max(0, counted);
    const isAll = amountMinor === depositWorthMinor + paidMinor && paidNgnMinor === dueMinor;
    const were = `${depositWorthMinor + paidMinor} (${dueMinor} kobo after the deposit)`;
    this.#look("payments", !isAll && `refunds ${amountMinor} (${paidNgnMinor} kobo) of ${id}, where ${were} was paid`);
    this.#look("payments", payer.id !== personId && `refunds ${payer.id} for ${personId}, who paid ${id}`);
    this.#move(personId, id, depositMinor, "deposit-return");
    this.#move(personId, id, paidNgnMinor, "payment-return");
    const ngnMinor = depositMinor + paidNgnMinor;
    if (transfer) {
      const isWithin = transfer.ngnMinor > 0 && transfer.ngnMinor <= ngnMinor;
      this.#look("payments", !isWithin && `sends ${transfer.ngnMinor} kobo of a refund of ${ngnMinor}`);
      const { withdrawalId } = transfer;
      this.sent.push({ row: this.#row, personId, withdrawalId, ngnMinor: transfer.ngnMinor });
    }
    if (cashNgnMinor !== undefined) {
      const isWithin = cashNgnMinor > 0 && cashNgnMinor <= ngnMinor && !transfer;
      this.#look("payments", !isWithin && `pays ${cashNgnMinor} kobo of a refund of ${ngnMinor} out in cash`);
      this.#move(personId, id, -cashNgnMinor, "refund-in-cash");
    }
    const method = transfer ? "transfer" : cashNgnMinor ? "cash" : "balance";
    this.#paper(debt, "credit-note", method, ngnMinor, "payment");
    const status = debt.kind === "win" ? "refunded" : "void";
    Object.assign(debt, { status, closedAt: this.#row.at, depositMinor: 0, depositWorthMinor: 0 });
    Object.assign(debt, { paidMinor: 0, paidNgnMinor: 0, isRefunded: true });
  }

  /** The end is undone. Before there were deposits, a paid win stayed as it was. */
  #undo(): void {
    if (this.#win && isHeld(this.#win) && (this.#isNew() || this.#win.status === "open")) this.#give(this.#win, "void");
    this.#win = null;
  }

  #forfeit(debt: Debt | null, penaltyMinor: number, cause: string): void {
    if (!debt) return;
    const { at } = this.#row;
    this.#look("payments", at < debt.dueAt && `forfeits ${debt.id} ${debt.dueAt - at} ms before it is due`);
    const { forfeitBasisPoints } = rulesOf(this.#at);
    const isShare = this.#at.currency !== "NGN" || penaltyMinor === shareOfMinor(debt.priceMinor, forfeitBasisPoints);
    this.#look("deposits", !isShare && `keeps ${penaltyMinor} of ${debt.priceMinor}`);
    this.#give(debt, "forfeited");
    Object.assign(debt, { penaltyMinor, isPenaltyOld: !this.#isNew(), dueAgainMinor: debt.priceMinor });
    this.#move(debt.personId, debt.id, -penaltyMinor, cause);
    this.#paper(debt, "penalty", "balance", penaltyMinor);
    if (debt.kind === "buy-it-now") this.#bought = null;
  }

  #extend(debt: Debt | null, dueAt: number): void {
    if (!debt) return;
    this.#look("payments", dueAt <= debt.dueAt && `extends ${debt.id} to an earlier time`);
    debt.dueAt = dueAt;
  }

  #reopened(event: Of<"SettlementReopened">): void {
    const { settlementId, from, dueAt, amountMinor, deposit, reversed, keepsPayments } = event;
    const debt = this.#isNamed(this.#win, settlementId, [from]);
    if (!debt) return;
    if (keepsPayments) {
      this.#dueAgain(debt, dueAt, reversed);
      return;
    }
    if (from === "paid") {
      this.#takeBack(debt, dueAt, reversed ?? { amountMinor: 0, ngnMinor: 0 });
      return;
    }
    const penaltyMinor = debt.penaltyMinor ?? 0;
    this.#move(debt.personId, debt.id, penaltyMinor, "forfeit-return");
    if (penaltyMinor > 0) this.#paper(debt, "credit-note", "balance", penaltyMinor, "penalty");
    const { id, priceMinor, dueAgainMinor } = debt;
    const due = amountMinor ?? priceMinor;
    this.#look("payments", due !== dueAgainMinor && `makes ${due} of ${id} due again, which is worth ${dueAgainMinor}`);
    this.#price(debt, due);
    debt.wasForfeited = true;
    Object.assign(debt, { status: "open", closedAt: null, dueAt, penaltyMinor: null });
    Object.assign(debt, { surplusMinor: 0, refundedMinor: 0, countsFrom: this.booked.length });
    Object.assign(debt, { depositMinor: deposit?.takenMinor ?? 0, depositWorthMinor: deposit?.worthMinor ?? 0 });
    this.#take(debt, deposit, "win-deposit", false);
  }

  /**
   * The payments of a paid debt no longer count. What was paid on the site goes back, less what booked money has put on
   * the balance; if that is more, the difference is taken from the balance. The deposit stays.
   */
  #takeBack(debt: Debt | null, dueAt: number, reversed: Reversed): void {
    if (!debt) return;
    const { amountMinor, ngnMinor, takenMinor } = reversed;
    const isNgn =
      takenMinor === undefined
        ? this.#isOldReturn(debt, ngnMinor)
        : ngnMinor - takenMinor === this.#netOf(debt) && (ngnMinor === 0 || takenMinor === 0);
    const isAll = amountMinor === debt.paidMinor && isNgn;
    const were = `${debt.paidMinor} (${debt.paidNgnMinor} kobo)`;
    this.#look("payments", !isAll && `takes back ${amountMinor} (${ngnMinor} kobo) of payments that were ${were}`);
    this.#move(debt.personId, debt.id, ngnMinor, "payment-return");
    this.#move(debt.personId, debt.id, -(takenMinor ?? 0), "payment-reversal");
    const method = ngnMinor > 0 ? "balance" : "outside";
    if (debt.paidMinor > 0) this.#paper(debt, "credit-note", method, ngnMinor, "payment");
    if (takenMinor) this.#paper(debt, "credit-note", "balance", takenMinor, "refund");
    for (const one of this.booked) if (one.event.settlementId === debt.id) one.reversedAt ??= this.#row.at;
    // The surplus is not in the table of payments.
    if (debt.surplusMinor + debt.refundedMinor > 0) debt.isLowered = true;
    Object.assign(debt, { status: "open", closedAt: null, dueAt, paidMinor: 0, paidNgnMinor: 0 });
    Object.assign(debt, { surplusMinor: 0, refundedMinor: 0 });
  }

  /**
   * The booked payments of an open debt no longer count, and no balance moves. If a void had refunded them and the debt is
   * paid by its deposit, they are taken from the balance.
   */
  #unbook({ settlementId, reversed }: Of<"PaymentsReversed">): void {
    const { takenMinor } = reversed;
    const named = this.#bought?.id === settlementId ? this.#bought : this.#win;
    const debt = this.#isNamed(named, settlementId, [takenMinor === undefined ? "open" : "paid"]);
    if (!debt) return;
    if (takenMinor !== undefined) {
      this.#takeRefunded(debt, takenMinor);
      return;
    }
    const struck = this.#counting(debt).filter(({ method }) => method === "transfer" || method === "cash");
    const sum = (of: "amountMinor" | "ngnMinor") => struck.reduce((total, event) => total + event[of], 0);
    const isAll = sum("amountMinor") === reversed.amountMinor && sum("ngnMinor") === reversed.ngnMinor;
    this.#look("payments", !isAll && `takes back ${reversed.amountMinor} of ${sum("amountMinor")} that was booked`);
    for (const one of this.booked) {
      const isBooked = one.event.method === "transfer" || one.event.method === "cash";
      if (isBooked && one.event.settlementId === debt.id) one.reversedAt ??= this.#row.at;
    }
    debt.paidMinor -= reversed.amountMinor;
    debt.paidNgnMinor -= reversed.ngnMinor;
    this.#paper(debt, "credit-note", "outside", 0, "payment");
  }

  /**
   * These payments alone no longer count, because their money never came. What they put on the balance, above what was
   * due, is taken from it. A paid debt is due again in the same change.
   */
  #strike({ settlementId, payer, payments, takenMinor }: Of<"SomePaymentsReversed">): void {
    const named = this.#bought?.id === settlementId ? this.#bought : this.#win;
    const debt = this.#isNamed(named, settlementId, ["open", "paid"]);
    if (!debt) return;
    const { id, personId } = debt;
    this.#look("payments", payer.id !== personId && `reverses a payment of ${payer.id}, and ${personId} paid ${id}`);
    this.#look("payments", payments.length === 0 && `reverses no payment of ${id}`);
    const isAgain = this.#row.events.some(
      (event) =>
        (event.type === "SettlementReopened" || event.type === "PurchaseReopened") && event.keepsPayments === true,
    );
    this.#look(
      "payments",
      isAgain !== (debt.status === "paid") && `reverses a payment of ${id}, which is ${debt.status}`,
    );
    let surplusMinor = 0;
    for (const one of payments) {
      const { method, amountMinor, ngnMinor } = one;
      const struck = this.booked
        .slice(debt.countsFrom)
        .find((booked) => booked.reversedAt === null && isStruck(booked, settlementId, one));
      const isOnSite = method === "balance" || method === "online";
      const what = `reverses ${amountMinor} (${method}) of ${id}`;
      this.#look("payments", !struck && `${what}, which does not count`);
      this.#look("payments", isOnSite && `${what}, and its money came`);
      if (!struck) continue;
      struck.reversedAt = this.#row.at;
      const cameMinor = creditedWith(struck);
      this.#look(
        "payments",
        cameMinor !== one.surplusMinor && `${what} with ${one.surplusMinor} of ${cameMinor} above it`,
      );
      surplusMinor += cameMinor;
      debt.paidMinor -= amountMinor;
      debt.paidNgnMinor -= method === "outside" ? 0 : ngnMinor;
      this.#paper(debt, "credit-note", method, ngnMinor, "payment", struck.row.at);
      if (cameMinor > 0) this.#paper(debt, "credit-note", "balance", cameMinor, "refund", struck.row.at);
    }
    this.#look(
      "payments",
      takenMinor !== surplusMinor && `reverses payments, and takes ${takenMinor} of ${surplusMinor} from the balance`,
    );
    this.#look("payments", debt.paidMinor < 0 && `reverses more of ${id} than was paid`);
    this.#move(personId, id, -takenMinor, "payment-reversal");
    debt.surplusMinor -= surplusMinor;
  }

  /** Payments were taken back alone, so the others still count. */
  #dueAgain(debt: Debt | null, dueAt: number, reversed: Reversed | undefined): void {
    const isAfter = this.#row.events.some(({ type }) => type === "SomePaymentsReversed");
    this.#look("payments", !isAfter && "reverses no payment, and makes one due again");
    const { amountMinor = 0, ngnMinor = 0, takenMinor = 0 } = reversed ?? {};
    this.#look("payments", amountMinor + ngnMinor + takenMinor > 0 && "reverses the payments that it keeps");
    if (debt) Object.assign(debt, { status: "open", closedAt: null, dueAt });
  }

  /** The void had refunded all payments. Those made on the site stay refunded. */
  #takeRefunded(debt: Debt, takenMinor: number): void {
    const net = this.#netOf(debt);
    this.#look("payments", debt.paidMinor > 0 && `takes refunds of ${debt.id}, of which ${debt.paidMinor} is paid`);
    this.#look("payments", (takenMinor !== -net || net >= 0) && `takes ${takenMinor} where ${-net} never came`);
    this.#move(debt.personId, debt.id, -takenMinor, "payment-reversal");
    this.#paper(debt, "credit-note", "balance", takenMinor, "refund");
    const onSite = this.#counting(debt).filter(({ method }) => method === "balance" || method === "online");
    for (const one of this.booked) {
      const isBooked = one.event.method !== "balance" && one.event.method !== "online";
      if (isBooked && one.event.settlementId === debt.id) one.reversedAt ??= this.#row.at;
    }
    debt.isLowered = true;
    debt.surplusMinor = 0;
    debt.refundedMinor = onSite.reduce((sum, { ngnMinor }) => sum + ngnMinor, 0);
  }

  /** Payments on the site that count, less what booked money has put on the balance. */
  #netOf(debt: Debt): number {
    const onSite = this.#counting(debt).filter(({ method }) => method === "balance" || method === "online");
    return onSite.reduce((sum, { ngnMinor }) => sum + ngnMinor, -debt.surplusMinor - debt.refundedMinor);
  }

  #counting({ id, countsFrom }: Debt): Of<"PaymentReceived">[] {
    const since = this.booked.slice(countsFrom);
    return since.flatMap(({ event, reversedAt }) => (event.settlementId === id && reversedAt === null ? event : []));
  }

  /** Reversals from before surpluses and refunds of booked money were taken back. */
  #isOldReturn(debt: Debt, ngnMinor: number): boolean {
    let onSiteMinor = debt.paidNgnMinor;
    for (const { event, reversedAt } of this.booked) {
      if (event.settlementId !== debt.id || reversedAt !== null) continue;
      if (event.method === "transfer" || event.method === "cash") onSiteMinor -= event.ngnMinor;
    }
    return ngnMinor === debt.paidNgnMinor || ngnMinor === Math.max(0, onSiteMinor);
  }

  #pardon({ purchaseId, penaltyMinor }: Of<"PurchasePardoned">): void {
    const debt = this.debts.find(({ id }) => id === purchaseId);
    const isSo = debt?.status === "forfeited" && !debt.isPardoned && debt.penaltyMinor === penaltyMinor;
    this.#look("payments", !isSo && `gives back a penalty of ${penaltyMinor} that ${purchaseId} did not cost`);
    if (!debt) return;
    debt.isPardoned = true;
    this.#move(debt.personId, debt.id, debt.penaltyMinor ?? 0, "forfeit-return");
    this.#paper(debt, "credit-note", "balance", debt.penaltyMinor ?? 0, "penalty");
  }

  /** A voided winner owes nothing. A remaining winner owes at most the lower price; what was paid above it goes back. */
  #voided({ isWinnerVoided, priceMinor: ofBids, refund, owedMinor, deposit }: Of<"BidsVoided">): void {
    const debt = this.#win;
    if (isWinnerVoided) {
      if (debt && isHeld(debt)) {
        const { closedAt, status } = debt;
        this.#give(debt, "void");
        if (!this.#isNew() && status === "paid") debt.closedAt = closedAt;
      }
      this.#win = null;
      return;
    }
    // `second-chances` checks the price of a second chance.
    const priceMinor = Math.min(ofBids, owedMinor ?? ofBids);
    if (debt?.status === "forfeited") debt.dueAgainMinor = Math.min(debt.dueAgainMinor, priceMinor);
    if (!debt || !isHeld(debt)) {
      this.#look("payments", (refund ?? deposit) !== undefined && "refunds, and nothing is owed");
      return;
    }
    this.#price(debt, Math.min(debt.priceMinor, priceMinor));
    this.#lowerDeposit(debt, deposit);
    const excess = Math.max(0, debt.depositWorthMinor + debt.paidMinor - totalOf(debt));
    const said = refund?.amountMinor ?? 0;
    if (!this.#isNew()) return;
    this.#look("payments", said !== excess && `gives back ${said} of ${excess} that was paid above the lower price`);
    if (excess > 0) this.#lower(debt, excess, refund?.ngnMinor ?? 0);
  }

  /** Once a forfeit was taken back, what the deposit has above the lot's share of the lower price goes back. */
  #lowerDeposit(debt: Debt, deposit: Deposit | undefined): void {
    const { depositMinor, depositWorthMinor, priceMinor, id } = debt;
    const share = shareOfMinor(priceMinor, rulesOf(this.#at).depositBasisPoints);
    const isDue = debt.wasForfeited && share < depositWorthMinor;
    this.#look("deposits", isDue !== (deposit !== undefined) && `${isDue ? "keeps" : "lowers"} the deposit of ${id}`);
    if (!deposit) return;
    const { takenMinor, worthMinor } = deposit;
    const part = (depositMinor * share) / depositWorthMinor;
    // The old deposit may be rounded by a cent of the auction's currency.
    const roundedBy = this.#at.currency === "NGN" ? 0 : depositMinor / depositWorthMinor + 1;
    const isRight = worthMinor === share && Math.abs(takenMinor - part) <= roundedBy;
    this.#look("deposits", !isRight && `leaves a deposit of ${takenMinor} kobo for ${worthMinor} of ${priceMinor}`);
    Object.assign(debt, { depositMinor: takenMinor, depositWorthMinor: worthMinor });
    this.#move(debt.personId, debt.id, depositMinor - takenMinor, "deposit-return");
  }

  /** Gives `excess` back, first of the payments, then of the deposit. */
  #lower(debt: Debt, excess: number, ngnMinor: number): void {
    const ofDeposit = Math.max(0, excess - debt.paidMinor);
    const counting = this.booked.filter(
      ({ event, reversedAt }) => event.settlementId === debt.id && reversedAt === null,
    );
    const mostMinor = counting.reduce((sum, { event }) => sum + event.ngnMinor, debt.depositMinor);
    const isRight = this.#at.currency === "NGN" ? ngnMinor === excess : ngnMinor > 0 && ngnMinor <= mostMinor;
    this.#look("payments", !isRight && `gives back ${ngnMinor} kobo for ${excess} above the lower price`);
    const countedMinor = this.#counting(debt).reduce((sum, event) => sum + event.ngnMinor, -debt.refundedMinor);
    debt.refundedMinor += ofDeposit > 0 ? countedMinor : ngnMinor;
    const part = debt.depositWorthMinor === 0 ? 0 : ofDeposit / debt.depositWorthMinor;
    Object.assign(debt, {
      paidMinor: Math.max(0, debt.paidMinor - excess),
      paidNgnMinor: ofDeposit > 0 ? 0 : Math.max(0, debt.paidNgnMinor - ngnMinor),
      depositWorthMinor: debt.depositWorthMinor - ofDeposit,
      depositMinor: debt.depositMinor - Math.floor(debt.depositMinor * part),
      isLowered: true,
    });
    this.#move(debt.personId, debt.id, ngnMinor, "payment-return");
  }

  /** Expects one receipt for each posting of money back to a balance, unless a credit note records it. */
  #refunds(from: number): void {
    for (const { personId, settlementId, cause, amountMinor } of this.moves.slice(from)) {
      const isRefund = cause === "deposit-return" || cause === "payment-return" || cause === "payment-surplus";
      const debt = this.debts.find(({ id }) => id === settlementId);
      if (!isRefund || !debt || amountMinor <= 0) continue;
      const method = cause === "deposit-return" ? "deposit" : "balance";
      const paper = { row: this.#row, debt, personId, kind: "refund", method, ngnMinor: amountMinor } as const;
      this.papers.push({ ...paper, corrects: null, correctsAt: null, isOld: !this.#isNew(), leaves: null });
    }
  }
}
