// Histories of the story of money with one error each, by the promise that it breaks. It is long because it is one list.
import { usualPercents } from "@jara/shared/payment-rules";
import type { MutableHistory } from "./mutable-history.ts";
import { ada, auctionId, bola, chidi, dayo, idOf, seller } from "./small-history.ts";

const purchaseId = idOf(7);
const won = idOf(8);
const offered = idOf(6);

const entryOf = (it: MutableHistory, userId: string, cause: string, index = 0) =>
  it.found(it.entries(userId).filter((entry) => entry.cause === cause)[index]);

/** Removes the entry, or adds it again, and lets the later balances follow. */
const withEntries = (
  it: MutableHistory,
  userId: string,
  change: (entries: ReturnType<MutableHistory["entries"]>) => void,
): void => {
  const entries = it.entries(userId);
  change(entries);
  let balance = 0;
  for (const entry of entries) {
    balance += entry.amountMinor;
    entry.balanceAfterMinor = balance;
  }
  it.user(userId).balanceMinor = balance;
};
const without = (it: MutableHistory, userId: string, cause: string, index = 0): void =>
  withEntries(it, userId, (entries) => void entries.splice(entries.indexOf(entryOf(it, userId, cause, index)), 1));
const twice = (it: MutableHistory, userId: string, cause: string): void =>
  withEntries(it, userId, (entries) => {
    const entry = entryOf(it, userId, cause);
    entries.splice(entries.indexOf(entry), 0, { ...entry, id: "again" });
  });
const amount = (it: MutableHistory, userId: string, cause: string, amountMinor: number): void =>
  withEntries(it, userId, () => void Object.assign(entryOf(it, userId, cause), { amountMinor }));

const settlement = (it: MutableHistory, id: string) => it.found(it.settlements.find((row) => row.id === id));
const receipt = (it: MutableHistory, id: string) => it.found(it.receipts.find((row) => row.id === id));
const withdrawal = (it: MutableHistory, status: string) =>
  it.found(it.stored.withdrawals.find((row) => row.status === status));

/** The log of another lot, which Dayo buys at this time. */
export const boughtAt = (it: MutableHistory, at: number) => it.log.slice(0, 2).map((row) => ({ ...row, at }));

type Lies = Record<string, (it: MutableHistory) => void>;

const deposits: Lies = {
  "a deposit that the ledger has not": (it) => without(it, chidi.id, "win-deposit"),
  "a deposit that was taken twice": (it) => twice(it, chidi.id, "win-deposit"),
  "a deposit of a purchase that was taken twice": (it) => twice(it, dayo.id, "purchase-deposit"),
  "a deposit of another part than a fifth": (it) => {
    it.event(8, "AuctionEnded").deposit = { takenMinor: 25_000, worthMinor: 25_000 };
    amount(it, chidi.id, "win-deposit", -25_000);
  },
  "a deposit that counts for more than was taken": (it) => {
    it.found(it.event(8, "AuctionEnded").deposit).worthMinor = 50_001;
  },
  "a deposit of a whole fifth where the balance was less": (it) => {
    withEntries(it, chidi.id, (entries) => void Object.assign(it.found(entries[0]), { amountMinor: 49_999 }));
  },
  "an end that takes no deposit": (it) => {
    delete it.event(8, "AuctionEnded").deposit;
    without(it, chidi.id, "win-deposit");
  },
  "a deposit that was taken a minute after the end": (it) => {
    entryOf(it, chidi.id, "win-deposit").at += 60_000;
  },
  "a deposit of another settlement": (it) => {
    entryOf(it, chidi.id, "win-deposit").settlementId = offered;
  },
  "a deposit that did not go back after a forfeit": (it) => without(it, chidi.id, "deposit-return"),
  "a deposit that went back twice": (it) => twice(it, bola.id, "deposit-return"),
  "a row that holds a deposit that went back": (it) => {
    Object.assign(settlement(it, offered), { depositMinor: 40_000, depositWorthMinor: 40_000 });
  },
  "a deposit for a lot that an administrator set to sold": (it) => {
    it.event(13, "SettlementOpened").because = "sold";
  },
  "a penalty that is not a tenth": (it) => {
    it.event(11, "SettlementForfeited").penaltyMinor = 50_000;
  },
  "a penalty that the row does not have": (it) => {
    settlement(it, won).penaltyMinor = null;
  },
};

const totals: Lies = {
  "a premium that the lot's rules do not have": (it) => {
    settlement(it, won).premiumMinor = 25_000;
  },
  "VAT on a premium of nothing": (it) => {
    settlement(it, won).vatMinor = 1;
  },
  "a premium that a win leaves out": (it) => {
    it.event(1, "AuctionCreated").rules = { ...usualPercents, premiumPercent: 10, vatPercent: 7.5, version: 1 };
  },
  "a part of an invoice's payment that is not booked": (it) => {
    it.found(it.stored.invoicePayments[0]).parts.push({ settlementId: won, auctionId, amountMinor: 0 });
  },
  "parts of an invoice's payment that are booked one after the other": (it) => {
    const payment = it.found(it.stored.invoicePayments[0]);
    payment.parts.push({ settlementId: won, auctionId, amountMinor: 0 });
    payment.booked.push({ settlementId: won, ngnMinor: 0, at: it.found(payment.booked[0]).at + 1 });
  },
  "a payment of an invoice that is not the sum of its parts": (it) => {
    it.found(it.stored.invoicePayments[0]).amountMinor = 160_001;
  },
  "a payment of an invoice for a lot of another one": (it) => {
    it.found(it.stored.invoicePayments[0]).lots = [won];
  },
};

const payments: Lies = {
  "a payment that is not stored": (it) => void it.payments.pop(),
  "a payment that is stored twice": (it) => void it.payments.push({ ...it.found(it.payments[0]), id: "again" }),
  "a payment that nobody made": (it) =>
    void it.payments.push({ ...it.found(it.payments[0]), id: "another", amountMinor: 7, ngnMinor: 7 }),
  "a payment of somebody else": (it) => {
    it.found(it.payments[1]).payerId = ada.id;
  },
  "a payment from the balance without its ledger entry": (it) => without(it, bola.id, "payment"),
  "a payment from the balance that was taken twice": (it) => twice(it, bola.id, "payment"),
  "a payment from somebody's balance by somebody else": (it) => {
    it.row(16).actorId = seller.id;
  },
  "a payment above what is due": (it) => {
    Object.assign(it.event(9, "PaymentReceived"), { amountMinor: 200_001, ngnMinor: 200_001 });
  },
  "a sale although a part is still due": (it) => {
    Object.assign(it.event(16, "PaymentReceived"), { amountMinor: 159_999, ngnMinor: 159_999 });
  },
  "a settlement that stays open though nothing remains": (it) => void it.row(16).events.pop(),
  "a row with the status paid although the rest is due": (it) => {
    Object.assign(settlement(it, offered), { status: "paid", depositWorthMinor: 40_000, paidMinor: 159_999 });
  },
  "a row that is paid above its total": (it) => {
    settlement(it, won).paidMinor = 250_001;
  },
  "money that goes to the balance while the settlement is not paid": (it) => {
    it.row(9).events.push({ ...it.event(14, "PaymentCredited"), settlementId: won, payer: chidi });
  },
  "a transfer that is booked only in part": (it) => {
    Object.assign(it.call(9).invocation, { paid: 1_100 });
  },
  "an online payment that is credited twice": (it) => twice(it, bola.id, "payment-surplus"),
  "an online payment that counts for more than came": (it) => {
    it.found(it.online[0]).amountMinor = 160_000;
  },
  "an online payment that counts and did not come": (it) => {
    it.found(it.online[0]).status = "failed";
  },
  "a paid online payment that counts for nothing": (it) => {
    it.online.push({
      reference: "online-2",
      auctionId,
      amountMinor: 1_000,
      status: "paid",
      worthMinor: null,
      worthUntil: null,
    });
  },
  "a forfeit of a settlement that was paid": (it) => {
    const forfeit = { ...it.event(11, "SettlementForfeited"), settlementId: offered, winner: bola };
    it.row(17).events = [{ ...forfeit, penaltyMinor: 20_000 }];
  },
  "a forfeit before the extended deadline": (it) => {
    it.row(11).at = it.event(10, "DeadlineExtended").dueAt - 1;
  },
  "a reversed payment that is not marked": (it) => {
    it.found(it.payments[1]).reversedAt = null;
  },
  "a payment that is marked as reversed and counts": (it) => {
    it.found(it.payments[2]).reversedAt = it.row(17).at;
  },
  "a reversed payment that did not go back": (it) => without(it, bola.id, "payment-return"),
  "a reversed payment that went back twice": (it) => twice(it, bola.id, "payment-return"),
  "a reversal of a part": (it) => {
    it.event(15, "SettlementReopened").reversed = { amountMinor: 100_000, ngnMinor: 100_000 };
  },
  "a second debt beside an open one": (it) => {
    const opened = { ...it.event(13, "SettlementOpened") };
    it.row(15).events.push(opened);
  },
  "two settlements that are current": (it) => {
    for (const row of it.settlements) Object.assign(row, { status: "open", closedAt: null });
  },
  "a penalty that is given back twice": (it) => {
    it.row(9).events.push(it.event(7, "PurchasePardoned"));
  },
};

const receipts: Lies = {
  "a payment without a receipt": (it) => void it.receipts.splice(it.receipts.indexOf(receipt(it, "transfer")), 1),
  "a deposit without a receipt": (it) => void it.receipts.splice(it.receipts.indexOf(receipt(it, "win deposit")), 1),
  "a refund without a receipt": (it) => void it.receipts.splice(it.receipts.indexOf(receipt(it, "transfer back")), 1),
  "a penalty without a receipt": (it) => void it.receipts.splice(it.receipts.indexOf(receipt(it, "penalty")), 1),
  "a reversal without a credit note": (it) => void it.receipts.splice(it.receipts.indexOf(receipt(it, "reversal")), 1),
  "a second receipt of one payment": (it) => void it.receipts.push({ ...receipt(it, "online"), id: "again" }),
  "a receipt of another amount": (it) => {
    Object.assign(receipt(it, "online").facts, { amountMinor: 1, ngnMinor: 1 });
  },
  "a receipt of somebody else": (it) => {
    receipt(it, "online").userId = ada.id;
  },
  "a receipt with a wrong remaining amount": (it) => {
    receipt(it, "transfer").facts.remainingMinor = 100_001;
  },
  "a receipt without the fee": (it) => {
    receipt(it, "purchase deposit").facts.feeMinor = 0;
  },
  "a credit note in the series of receipts": (it) => {
    receipt(it, "reversal").series = "R";
  },
  "a credit note that corrects nothing": (it) => {
    receipt(it, "reversal").correctsId = null;
  },
  "a credit note of another settlement's payment": (it) => {
    receipt(it, "reversal").correctsId = "transfer";
  },
  "a gap in the numbers": (it) => {
    it.found(it.stored.numbers[1]).most += 1;
  },
  "a number that is used twice": (it) => {
    it.found(it.stored.numbers[1]).distinct -= 1;
  },
  "a series that begins at 2": (it) => {
    Object.assign(it.found(it.stored.numbers[0]), { least: 2, most: 3 });
  },
  "a receipt without a number after a minute": (it) => {
    it.stored.unnumbered = 1;
  },
};

const withdrawals: Lies = {
  "a withdrawal that took nothing": (it) => without(it, ada.id, "withdrawal", 1),
  "a withdrawal that took its amount twice": (it) => twice(it, ada.id, "withdrawal"),
  "a withdrawal that took another amount": (it) => amount(it, ada.id, "withdrawal", -299_999),
  "a refused withdrawal that did not come back": (it) => without(it, ada.id, "withdrawal-return"),
  "a withdrawal that came back twice": (it) => twice(it, ada.id, "withdrawal-return"),
  "a paid withdrawal that came back": (it) => {
    withdrawal(it, "refused").status = "paid";
  },
  "a failed withdrawal that did not come back": (it) => {
    withdrawal(it, "paid").status = "failed";
  },
  "a withdrawal of more than the balance": (it) =>
    withEntries(it, ada.id, (entries) => void Object.assign(it.found(entries[0]), { amountMinor: 299_999 })),
  "an entry of a withdrawal that does not exist": (it) => void it.stored.withdrawals.pop(),
};

const secondChances: Lies = {
  "an offer at the defaulter's price": (it) => {
    it.event(12, "SecondChanceOffered").priceMinor = 250_000;
  },
  "an offer below the price of the others' bids": (it) => {
    it.event(12, "SecondChanceOffered").priceMinor = 120_000;
  },
  "an offer to somebody who is not the runner-up": (it) => {
    it.event(12, "SecondChanceOffered").person = ada;
  },
  "an offer of a lot that was not forfeited": (it) => {
    it.row(11).events = [];
  },
  "an offer for two days": (it) => {
    it.event(12, "SecondChanceOffered").expiresAt += 86_400_000;
  },
  "an offer that was accepted after its end": (it) => {
    it.row(13).at = it.event(12, "SecondChanceOffered").expiresAt;
  },
  "an offer that somebody else accepted": (it) => {
    it.row(13).actorId = ada.id;
  },
  "an offer that was accepted twice": (it) => {
    it.row(15).events.push({ ...it.event(13, "SecondChanceClosed") });
  },
  "a settlement at another price than was offered": (it) => {
    it.event(13, "SettlementOpened").amountMinor = 190_000;
  },
  "an offer that is stored as open": (it) => {
    Object.assign(it.found(it.offers[0]), { status: "open", closedAt: null });
  },
};

const proceeds: Lies = {
  "a seller who is paid before the buyer has paid": (it) => {
    entryOf(it, seller.id, "sale-proceeds").at = it.row(16).at - 1;
  },
  "a seller who keeps the price of an undone sale": (it) => without(it, seller.id, "sale-proceeds", 1),
  "an undone sale that keeps the commission": (it) => without(it, seller.id, "commission", 2),
  "an undone sale that keeps a charge": (it) => without(it, seller.id, "seller-charge", 1),
  "a sale that is not known": (it) => void it.stored.proceeds.pop(),
  "a seller who is not the lot's": (it) => {
    it.found(it.stored.proceeds[0]).sellerId = dayo.id;
  },
  "a sale of a debt that is not in the log": (it) => {
    it.found(it.stored.proceeds[0]).debtId = "another";
  },
};

/** Lies about the lot that stays sold. */
export const unfoundedOfSold: Record<string, Lies> = {
  proceeds: {
    "a seller who is paid twice": (it) => twice(it, seller.id, "sale-proceeds"),
    "a price that is a kobo too high": (it) => amount(it, seller.id, "sale-proceeds", 200_001),
    "a commission that is a kobo too low": (it) => amount(it, seller.id, "commission", -19_999),
    "a commission that is not taken": (it) => without(it, seller.id, "commission"),
    "a charge that nobody agreed to": (it) => twice(it, seller.id, "seller-charge"),
    "charges above the price": (it) => amount(it, seller.id, "seller-charge", -190_000),
    "an earlier price": (it) => {
      it.found(it.stored.proceeds[0]).hammerMinor = 250_000;
    },
  },
};

export const unfounded: Record<string, Lies> = {
  deposits,
  totals,
  payments,
  receipts,
  withdrawals,
  proceeds,
  "second-chances": secondChances,
  ledger: {
    "a payment that takes a balance below zero": (it) =>
      withEntries(it, bola.id, (entries) => void Object.assign(it.found(entries[0]), { amountMinor: 30_000 })),
    "a penalty that was given back and not taken": (it) => without(it, dayo.id, "buy-it-now-forfeit"),
    "a penalty of a win that was taken twice": (it) => twice(it, chidi.id, "win-forfeit"),
    "a forfeit's entry of an earlier purchase": (it) => {
      entryOf(it, dayo.id, "forfeit-return").settlementId = `${purchaseId}x`;
    },
  },
  purchases: {
    "another by who forfeited one that is pardoned only later": (it) => {
      it.stored.log.set("another lot", boughtAt(it, it.row(6).at));
    },
  },
  closing: {
    "a lot that is sold to somebody who did not win it": (it) => {
      it.event(16, "AuctionSold").winner = ada;
    },
  },
  replay: {
    "a settlement with another due date": (it) => {
      settlement(it, won).dueAt -= 1;
    },
    "a reversed sale that stays sold": (it) => {
      it.auction.status = "sold";
    },
  },
  eligible: {
    "a payment that somebody reverses who is not an administrator": (it) => {
      it.user(seller.id).role = "user";
    },
  },
  "gap-free": {
    "a payment that raises the version": (it) => {
      it.row(9).version = 8;
    },
    "a sale without a version": (it) => {
      it.row(16).version = null;
    },
  },
  invoked: {
    "a payment that nobody asked for": (it) => {
      it.row(16).actorId = chidi.id;
    },
    "a booking with another method than the command had": (it) => {
      it.record(9).fingerprint = it.record(9).fingerprint.replace("transfer", "cash");
    },
  },
};
