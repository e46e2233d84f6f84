// Encodes a decided batch as the parameters of the commit's statement. One class and more than 300 lines, because every
// part of a batch adds rows to the same parameters.
import { randomUUID } from "node:crypto";
import { publicChanges } from "../../auction/content.ts";
import { type BidsVoided, isPublic } from "../../auction/events.ts";
import { surplusIn } from "../../auction/settlement/debts.ts";
import { concernsMoney, postingsOf } from "../../auction/settlement/postings.ts";
import { receiptsOf } from "../../auction/settlement/receipts.ts";
import type { RowSet } from "../../platform/database/arrays.ts";
import type { Param } from "../../platform/database/database.ts";
import type { AuctionPart, Change, CommandRecord, CommitBatch, RaisedHold } from "../ports.ts";
import { actionsOf } from "./commit-actions.ts";
import { changedLife, changedTerms, eventsText, isKnownFromLog, touchedMaxima } from "./commit-fields.ts";
import { type DebtRow, debtsOf, offersOf } from "./commit-money.ts";
import {
  actions,
  autoBids,
  contentChanges,
  debts,
  maxima,
  offers,
  parts,
  payers,
  payments,
  postings,
  raisedHolds,
  receipts,
  replayedBids,
  steps,
  struckBids,
} from "./commit-rows.ts";
import { Places } from "./places.ts";

type RowOf<S> = S extends RowSet<infer C> ? { readonly [K in keyof C]: string | number | boolean | null } : never;

/**
 * The kinds of batches. "bids": manual bids that no maximum answers, and refusals. "contests": also the changes and
 * bids of maxima. "anything": also changes of an auction's life and terms, and money.
 */
export type BatchKind = "bids" | "contests" | "anything";

/** A batch as it is sent to the database. */
export interface EncodedBatch {
  readonly kind: BatchKind;
  readonly params: readonly Param[];
}

/** The statement's parameters for a batch. */
export const encode = (batch: CommitBatch): EncodedBatch => {
  const rows = new BatchRows(batch);
  for (const part of batch.parts) rows.addPart(part);
  for (const payer of batch.payers) rows.addPayer(payer);
  for (const command of batch.commands) rows.addCommand(command);
  for (const hold of batch.holds ?? []) rows.addRaisedHold(hold);
  return rows.encoded();
};

class BatchRows {
  readonly #auctions = new Places();
  readonly #persons = new Places();
  readonly #parts: RowOf<typeof parts>[] = [];
  readonly #steps: RowOf<typeof steps>[] = [];
  readonly #autoBids: RowOf<typeof autoBids>[] = [];
  readonly #maxima: RowOf<typeof maxima>[] = [];
  readonly #payers: RowOf<typeof payers>[] = [];
  readonly #debts: RowOf<typeof debts>[] = [];
  readonly #postings: RowOf<typeof postings>[] = [];
  readonly #payments: RowOf<typeof payments>[] = [];
  readonly #receipts: RowOf<typeof receipts>[] = [];
  readonly #offers: RowOf<typeof offers>[] = [];
  readonly #actions: RowOf<typeof actions>[] = [];
  /** Null where bids reserve nothing: the statement then has no such parameters. */
  readonly #raisedHolds: RowOf<typeof raisedHolds>[] | null;
  readonly #contents: RowOf<typeof contentChanges>[] = [];
  readonly #struck: RowOf<typeof struckBids>[] = [];
  readonly #replayed: RowOf<typeof replayedBids>[] = [];
  /**
   * The revisions of the users' facts that decisions used. These users are the first persons, in the order of their
   * ids.
   */
  readonly #revisions: readonly number[];
  readonly #rates: CommitBatch["rates"];
  readonly #maxUnpaidWins: number | null;

  constructor({ users, rates, holds, maxUnpaidWins }: CommitBatch) {
    this.#rates = rates;
    this.#maxUnpaidWins = maxUnpaidWins ?? null;
    const byId = [...users].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [id] of byId) this.#persons.of(id);
    this.#revisions = byId.map(([, revision]) => revision);
    this.#raisedHolds = holds ? [] : null;
  }

  addPart({ auctionId, expectedRevision, span, after, changes, endsBy, ...expected }: AuctionPart): void {
    const part = this.#auctions.of(auctionId);
    this.#parts.push({
      n: part,
      expected: expectedRevision,
      ends_at: expected.expectedEnd,
      paused_until: expected.expectedPausedUntil,
      from_ms: span.fromMs,
      until_ms: span.untilMs,
      revision: after.revision,
      version: after.version,
      price: after.priceMinor,
      leader: this.#personOrNull(after.leader?.id),
      bid_count: after.bidCount,
      life: changedLife(after, changes, endsBy),
      terms: changedTerms(after, changes),
    });
    for (const change of changes) this.#addChange(part, change);
    for (const { maxBid, isCancelled } of touchedMaxima(after, changes)) {
      this.#maxima.push({
        id: maxBid.id,
        part,
        owner: this.#persons.of(maxBid.owner.id),
        amount: maxBid.amountMinor,
        reached: maxBid.reachedRevision,
        auto_count: maxBid.autoBidCount,
        last_auto: maxBid.lastAutoBidMinor,
        cancelled: isCancelled,
        content: maxBid.contentVersion,
      });
    }
  }

  addCommand(command: CommandRecord): void {
    this.#addStep(this.#auctions.of(command.auctionId), command.change, command);
  }

  addPayer({ auctionId, userId }: CommitBatch["payers"][number]): void {
    this.#payers.push({ part: this.#auctions.of(auctionId), person: this.#persons.of(userId) });
  }

  addRaisedHold({ auctionId, userId, revision }: RaisedHold): void {
    this.#raisedHolds?.push({ part: this.#auctions.of(auctionId), person: this.#persons.of(userId), revision });
  }

  /** Call after everything was added. */
  encoded(): EncodedBatch {
    const { kind, params } = this.#encoded();
    const holds = this.#raisedHolds ? raisedHolds.params(this.#raisedHolds) : [];
    return { kind, params: [...params, ...holds] };
  }

  #encoded(): EncodedBatch {
    const params = [
      this.#auctions.ids.join(","),
      this.#persons.ids.join(","),
      `{${this.#revisions.join(",")}}`,
      ...parts.params(this.#parts),
      ...steps.params(this.#steps),
    ];
    const isContest = this.#hasNothingRare();
    if (isContest && areNone(this.#autoBids, this.#maxima)) return { kind: "bids", params };
    params.push(...autoBids.params(this.#autoBids), ...maxima.params(this.#maxima));
    if (isContest) return { kind: "contests", params };
    params.push(
      ...payers.params(this.#payers),
      ...debts.params(this.#debts),
      ...postings.params(inOrder(this.#postings)),
      ...payments.params(this.#payments),
      ...receipts.params(inOrder(this.#receipts)),
      ...offers.params(this.#offers),
      ...actions.params(this.#actions),
      ...contentChanges.params(this.#contents),
      ...struckBids.params(this.#struck),
      ...replayedBids.params(this.#replayed),
    );
    return { kind: "anything", params };
  }

  #hasNothingRare(): boolean {
    return (
      areNone(this.#payers, this.#debts, this.#postings, this.#offers) &&
      areNone(this.#struck, this.#actions) &&
      this.#parts.every(({ life, terms }) => life === null && terms === null)
    );
  }

  #personOrNull(id: string | null | undefined): number | null {
    return id ? this.#persons.of(id) : null;
  }

  #addStep(part: number, change: Change | null, command: CommandRecord | null): void {
    const isKnown = command !== null && change !== null && isKnownFromLog(command.outcome, change);
    const isKept = command?.outcome.ok === true && !isKnown;
    const [first] = change?.events ?? [];
    const bid = first?.type === "BidPlaced" && first.kind === "manual" ? first : null;
    this.#steps.push({
      part,
      owner: this.#personOrNull(command?.userId),
      revision: change?.after.revision ?? null,
      version: change?.events.some(isPublic) ? change.after.version : null,
      events: change && eventsText(change.events),
      number: bid?.number ?? null,
      amount: bid?.amountMinor ?? null,
      command: command?.commandId ?? null,
      fingerprint: isKept ? command.fingerprint : null,
      outcome: isKept ? JSON.stringify(command.outcome) : null,
      content: command?.contentVersion ?? null,
    });
  }

  #addChange(part: number, change: Change): void {
    const { events, actorId } = change;
    if (actorId === null) this.#addStep(part, change, null);
    const changed = concernsMoney(change) ? this.#addMoney(part, change) : [];
    if (change.isByStaff) this.#addActions(part, change, changed);
    for (const event of events) {
      switch (event.type) {
        case "BidPlaced": {
          const { number, amountMinor: amount, kind } = event;
          const unpaid = this.#maxUnpaidWins;
          if (kind === "auto")
            this.#autoBids.push({ part, number, bidder: this.#persons.of(event.bidder.id), amount, unpaid });
          break;
        }
        case "AuctionEdited":
          if (event.contentVersion !== undefined) {
            const fields = JSON.stringify(publicChanges(event));
            this.#contents.push({
              part,
              version: event.contentVersion,
              fields,
              at: event.contentChangedAt ?? null,
              correction: event.correction !== undefined,
              reason: event.changeReason ?? null,
              by: event.changedBy ?? null,
            });
          }
          break;
        case "BidsVoided":
          this.#addVoided(part, event);
          break;
        case "AllBidsVoided":
          this.#struck.push({ part, number: null, reason: event.reason });
          break;
      }
    }
  }

  #addVoided(part: number, event: BidsVoided): void {
    for (const { number, reason } of event.voided) this.#struck.push({ part, number, reason });
    for (const { number, bidder, amountMinor: amount, kind, at } of event.recorded) {
      this.#replayed.push({ part, number, bidder: this.#persons.of(bidder.id), amount, kind, at });
    }
  }

  #addMoney(part: number, change: Change): DebtRow[] {
    const changed = debtsOf(change);
    for (const { id, person, debt } of changed) {
      this.#debts.push({ id, part, person: this.#persons.of(person.id), debt: JSON.stringify(debt) });
    }
    const actor = this.#personOrNull(change.actorId);
    for (const { person, amountMinor: amount, cause, settlementId: settlement, reference } of postingsOf(change)) {
      const money = { amount, cause, settlement, reference };
      this.#postings.push({ id: randomUUID(), part, person: this.#persons.of(person.id), actor, ...money });
    }
    for (const { id, person, offer } of offersOf(change)) {
      this.#offers.push({ id, part, person: this.#persons.of(person.id), offer: JSON.stringify(offer) });
    }
    for (const event of change.events) {
      if (event.type !== "PaymentReceived") continue;
      const { payer, settlementId: settlement, method, amountMinor: amount, ngnMinor: ngn, reference, note } = event;
      const { invoicePaymentId: invoice } = event;
      const bookedBy = change.isByStaff ? change.actorId : null;
      const surplus = surplusIn(change.events, settlement);
      const payment = JSON.stringify({
        settlement,
        method,
        amount,
        ngn,
        surplus,
        reference,
        note,
        actor: bookedBy,
        invoice,
      });
      this.#payments.push({ id: randomUUID(), part, person: this.#persons.of(payer.id), payment });
    }
    for (const { person, settlementId: settlement, facts, ...corrected } of receiptsOf(change, this.#rates)) {
      const { kind } = facts;
      const receipt = { kind, series: kind === "credit-note" ? "C" : "R", settlement, ...corrected, facts };
      const row = { id: randomUUID(), part, person: this.#persons.of(person.id), receipt: JSON.stringify(receipt) };
      this.#receipts.push(row);
    }
    return changed;
  }

  #addActions(part: number, change: Change, debts: readonly DebtRow[]): void {
    const [actor, origin] = [this.#personOrNull(change.actorId), JSON.stringify(change.origin ?? null)];
    for (const { person, action, details } of actionsOf(change, debts)) {
      const row = { part, actor, person: this.#personOrNull(person?.id), action };
      this.#actions.push({ ...row, details: JSON.stringify(details), origin });
    }
  }
}

/** The rows with their ids sorted, because lists that show rows of one moment go by their ids. */
const inOrder = <Row extends { readonly id: string | number | boolean | null }>(rows: readonly Row[]): Row[] => {
  const ids = rows.map(({ id }) => id).sort();
  return rows.map((row, n) => ({ ...row, id: ids[n] ?? row.id }));
};

const areNone = (...sets: readonly (readonly unknown[])[]): boolean => sets.every((rows) => rows.length === 0);
