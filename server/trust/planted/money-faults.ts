// The planted faults about money: deposits, payments, receipts, reservations and second chances. None of them is in the
// product. A fault of a forfeit needs two nodes, because the test moves the deadline in the database, and a node that has
// the auction in memory would not see the new deadline. Above 300 lines, because it is one list.
import type { Fault } from "./fault.ts";

const postings = "auction/settlement/postings.ts";
const payments = "auction/settlement/payments.ts";
const receipts = "auction/settlement/receipts.ts";
const encoding = "engine/commit/commit-params.ts";
const debts = "engine/commit/commit-money.ts";
const sales = "features/proceeds/sales.ts";
const ofProceeds = {
  parts: ["selling"],
  breaks: ["proceeds"],
  test: "server/test/e2e/proceeds.e2e.test.ts",
} satisfies Partial<Fault>;

export const faultsOfMoney: readonly Fault[] = [
  {
    name: "deposit-not-taken",
    what: "The deposit of a win is in the log, and the balance keeps it",
    patches: [
      {
        file: postings,
        within: "ofEvent",
        text: 'move(winner, after.settlement.id, -deposit.takenMinor, "win-deposit")',
        by: 'move(winner, after.settlement.id, 0, "win-deposit")',
      },
    ],
    parts: ["paying"],
    breaks: ["deposits"],
    test: "server/src/auction/settlement/open-settlement.test.ts",
  },
  {
    name: "deposit-taken-twice",
    what: "The deposit of a win is taken twice",
    patches: [
      {
        file: postings,
        within: "postingsOf",
        text: "return moved.filter(({ amountMinor }) => amountMinor !== 0);",
        by: 'return [...moved, ...moved.filter(({ cause }) => cause === "win-deposit")].filter(({ amountMinor }) => amountMinor !== 0);',
      },
    ],
    parts: ["paying"],
    breaks: ["deposits"],
    test: "server/src/auction/settlement/open-settlement.test.ts",
  },
  {
    name: "small-deposit",
    what: "The deposit is a fifth of half the price",
    patches: [
      {
        file: "auction/settlement/open-settlement.ts",
        within: "debtOf",
        text: "depositOf(priceMinor, state.currency,",
        by: "depositOf(priceMinor / 2, state.currency,",
      },
    ],
    parts: ["paying"],
    breaks: ["deposits"],
    test: "server/src/auction/settlement/open-settlement.test.ts",
  },
  {
    name: "deposit-below-zero",
    what: "The deposit is taken whole from a balance that has less",
    patches: [
      {
        file: "auction/settlement/open-settlement.ts",
        within: "debtOf",
        text: "depositOf(priceMinor, state.currency, balanceMinor, rates, rules)",
        by: "depositOf(priceMinor, state.currency, balanceMinor + 1e12, rates, rules)",
      },
    ],
    parts: ["poorWinner"],
    breaks: ["deposits"],
    test: "server/src/auction/settlement/open-settlement.test.ts",
  },
  {
    name: "no-vat",
    what: "A winner is asked for the premium without its VAT",
    patches: [
      {
        file: "auction/state.ts",
        within: "pricedAt",
        text: "...premiumOn(amountMinor, rules)",
        by: "...premiumOn(amountMinor, { ...rules, vatBasisPoints: 0 as typeof rules.vatBasisPoints })",
      },
    ],
    parts: ["paying"],
    breaks: ["totals"],
    test: "server/src/auction/premium.test.ts",
  },
  {
    name: "vat-rounded-down",
    what: "The VAT on the premium is rounded down to a whole kobo",
    patches: [
      {
        file: "auction/state.ts",
        within: "pricedAt",
        text: "...premiumOn(amountMinor, rules)",
        by:
          "premiumMinor: premiumOn(amountMinor, rules).premiumMinor, vatMinor: " +
          "Math.floor((premiumOn(amountMinor, rules).premiumMinor * rules.vatBasisPoints) / 10_000) as Minor",
      },
    ],
    parts: ["paying"],
    breaks: ["totals"],
    test: "server/src/auction/premium.test.ts",
  },
  {
    name: "premium-of-the-old-price",
    what: "A void lowers the price of a win, and not its premium",
    patches: [
      {
        file: "auction/state.ts",
        within: "loweredByVoid",
        text: "...pricedAt(owedAfterVoid(settlement.amountMinor, event), rules)",
        by: "amountMinor: owedAfterVoid(settlement.amountMinor, event)",
      },
    ],
    parts: ["lowered"],
    breaks: ["totals"],
    test: "server/src/auction/premium.test.ts",
  },
  {
    name: "premium-not-stored",
    what: "The row of a win has no premium",
    patches: [
      {
        file: debts,
        within: "stored",
        text: 'premium: "winner" in owed ? owed.premiumMinor : 0,',
        by: "premium: 0,",
      },
    ],
    parts: ["paying"],
    breaks: ["totals"],
    test: null,
  },
  {
    name: "deposit-not-due",
    what: "The deposit of a purchase is not taken",
    patches: [
      {
        file: "auction/buy-it-now.ts",
        within: "buyItNow",
        text: "deposit: depositOf(state.buyItNowMinor, state.currency, user.balanceMinor, rates, rules)",
        by: "...{}",
      },
    ],
    parts: ["buying"],
    breaks: ["deposits"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "forfeit-keeps-all",
    what: "A forfeit keeps the whole deposit and the payments",
    patches: [
      {
        file: postings,
        within: "ofEvent",
        text: "const returned = settlement ? returnsOf(event.winner, settlement) : [];",
        by: "const returned = settlement ? returnsOf(event.winner, settlement).slice(2) : [];",
      },
    ],
    parts: ["secondChance"],
    isBetweenNodes: true,
    breaks: ["deposits"],
    test: "server/src/auction/settlement/receipts.test.ts",
  },
  {
    name: "waiver-keeps-payments",
    what: "A waiver gives the deposit back, and not the payments",
    patches: [
      {
        file: postings,
        within: "ofEvent",
        text: "before.settlement ? returnsOf(event.winner, before.settlement) : [];",
        by: "before.settlement ? returnsOf(event.winner, before.settlement).slice(0, 1) : [];",
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/receipts.test.ts",
  },
  {
    name: "undone-sale-keeps-money",
    what: "A sale that is undone keeps the money",
    patches: [{ file: postings, within: "postingsOf", text: ", ...ofUndone(change)", by: "" }],
    parts: ["paying"],
    breaks: ["deposits", "payments"],
    test: "server/src/auction/settlement/open-settlement.test.ts",
  },
  {
    name: "lost-payment",
    what: "A payment from the balance is not stored",
    patches: [
      {
        file: encoding,
        within: "#addMoney",
        text: 'if (event.type !== "PaymentReceived") continue;',
        by: 'if (event.type !== "PaymentReceived" || event.method === "balance") continue;',
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "free-payment",
    what: "A payment from the balance leaves the balance as it is",
    patches: [
      {
        file: postings,
        within: "ofEvent",
        text: 'return event.method === "balance" ? [move(',
        by: 'return event.method === "outside" ? [move(',
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/postings.property.test.ts",
  },
  {
    name: "old-rate",
    what: "An online payment counts at the rate that was promised for it, however late it comes",
    patches: [
      {
        file: payments,
        within: "creditOnlinePayment",
        text: "const isPromised = now <= command.worthUntil;",
        by: "const isPromised = now > 0;",
      },
    ],
    parts: ["payingOnline"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/payments.test.ts",
  },
  {
    name: "invoice-paid-in-part",
    what: "An online payment of an invoice leaves out its first lot",
    patches: [
      {
        file: "features/settlements/invoices/pay-invoice.ts",
        within: "bookOnlineInvoice",
        text: "const commands = payment.parts.map(",
        by: "const commands = payment.parts.slice(1).map(",
      },
    ],
    parts: ["payingTogether"],
    breaks: ["totals"],
    test: "server/test/e2e/invoices.e2e.test.ts",
  },
  {
    name: "sold-for-a-part",
    what: "A lot is sold although a part of the price remains to be paid",
    patches: [
      {
        file: payments,
        within: "receive",
        text: "if (amountMinor < remainingMinor(owed)) return payment;",
        by: "",
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/payments.test.ts",
  },
  {
    name: "lost-surplus",
    what: "A transfer of more than is due loses the surplus",
    patches: [{ file: payments, within: "bookPayment", text: "surplusMinor > 0", by: "surplusMinor < 0" }],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/payments.test.ts",
  },
  {
    name: "reversal-not-marked",
    what: "A payment that is taken back is stored as if it counted",
    patches: [
      {
        file: debts,
        within: "reversedIn",
        text: 'if (event.type === "SettlementReopened" && event.from === "paid") return event.note;',
        by: "",
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "one-reversal-takes-all",
    what: "The reversal of one payment marks the other booked payments of the lot as reversed too",
    patches: [
      {
        file: debts,
        within: "reversedIdsIn",
        text: "return ids.length > 0 ? ids : null;",
        by: "return ids.length > 99 ? ids : null;",
      },
    ],
    parts: ["correcting"],
    breaks: ["payments"],
    test: "server/test/e2e/reverse-one-payment.e2e.test.ts",
  },
  {
    name: "one-reversal-keeps-surplus",
    what: "The reversal of one payment leaves on the balance what came with it above what was due",
    patches: [
      {
        file: "auction/settlement/reversals.ts",
        within: "someReversed",
        text: "sum + surplusMinor, 0) as Minor",
        by: "sum + 0 * surplusMinor, 0) as Minor",
      },
    ],
    parts: ["correcting"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/reversals.test.ts",
  },
  {
    name: "reversal-keeps-money",
    what: "A payment that is taken back does not go back to the balance",
    patches: [
      {
        file: postings,
        within: "ofReopened",
        text: 'if (event.from === "paid") return ofReversed(winner, settlementId, reversed);',
        by: 'if (event.from === "paid" && reversed) return [];',
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/reversals.test.ts",
  },
  {
    name: "refund-paid-twice",
    what: "A refunded sale gives the payments back twice",
    patches: [
      {
        file: postings,
        within: "ofRefunded",
        text: 'move(payer, settlementId, paidNgnMinor, "payment-return"),',
        by: 'move(payer, settlementId, paidNgnMinor, "payment-return"), move(payer, settlementId, paidNgnMinor, "payment-return"),',
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/refund-sale.test.ts",
  },
  {
    name: "refund-of-a-wrong-amount",
    what: "A refunded sale keeps a kobo of what was paid",
    patches: [
      {
        file: "auction/settlement/refund-sale.ts",
        within: "refundSale",
        text: "paidNgnMinor: paidNgnMinor as Minor,",
        by: "paidNgnMinor: (paidNgnMinor - 1) as Minor,",
      },
    ],
    parts: ["paying"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/refund-sale.test.ts",
  },
  {
    name: "refund-without-credit-note",
    what: "A refunded sale has no credit note",
    patches: [
      {
        file: receipts,
        within: "ofEvent",
        text: "const { payer, settlementId, amountMinor, paidNgnMinor, transfer, cashNgnMinor, note } = event;",
        by: "const { payer, settlementId, amountMinor, paidNgnMinor, transfer, cashNgnMinor, note } = event; if (note) return null;",
      },
    ],
    parts: ["paying"],
    breaks: ["receipts"],
    test: "server/src/auction/settlement/refund-sale.test.ts",
  },
  {
    name: "penalty-not-given-back",
    what: "A forfeit that is taken back keeps the penalty",
    patches: [
      {
        file: postings,
        within: "ofReopened",
        text: '    move(winner, settlementId, settlement?.penaltyMinor ?? 0, "forfeit-return"),\n',
        by: "",
      },
    ],
    parts: ["pardoned"],
    isBetweenNodes: true,
    breaks: ["ledger"],
    test: "server/src/auction/settlement/reversals.test.ts",
  },
  {
    name: "no-refund",
    what: "A price that falls after it was paid gives nothing back",
    patches: [
      {
        file: "auction/void-bids.ts",
        within: "refundOf",
        text: "if (excess <= 0) return {};",
        by: "if (excess) return {};",
      },
    ],
    parts: ["lowered"],
    breaks: ["payments"],
    test: "server/src/auction/settlement/receipts.test.ts",
  },
  {
    name: "no-receipt",
    what: "A payment has no receipt",
    patches: [
      {
        file: receipts,
        within: "receiptsOf",
        text: "if (made) add(made.person, made.settlementId, made.part);",
        by: 'if (made && event.type !== "PaymentReceived") add(made.person, made.settlementId, made.part);',
      },
    ],
    parts: ["paying"],
    breaks: ["receipts"],
    test: "server/src/auction/settlement/receipts.test.ts",
  },
  {
    name: "wrong-remainder",
    what: "A receipt says that nothing remains to be paid",
    patches: [
      {
        file: receipts,
        within: "factsOf",
        text: "held && stillOwed(held) ? remainingMinor(held) : (0 as Minor)",
        by: "held && stillOwed(held) && !remainingMinor(held) ? remainingMinor(held) : (0 as Minor)",
      },
    ],
    parts: ["paying"],
    breaks: ["receipts"],
    test: "server/src/auction/settlement/postings.property.test.ts",
  },
  {
    name: "credit-note-of-nothing",
    what: "A credit note does not name the receipt that it corrects",
    patches: [
      {
        file: encoding,
        within: "#addMoney",
        text: "settlement, ...corrected, facts };",
        by: "settlement, ...corrected, corrects: corrected.corrects && null, facts };",
      },
    ],
    parts: ["paying"],
    breaks: ["receipts"],
    test: null,
  },
  {
    name: "second-chance-at-the-old-price",
    what: "The runner-up is asked for the price that the defaulter bid",
    patches: [
      {
        file: "auction/settlement/runner-up.ts",
        within: "runnerUpIn",
        text: "return leader && { person: leader, priceMinor };",
        by: "return leader && { person: leader, priceMinor: priceMinor && state.priceMinor };",
      },
    ],
    parts: ["secondChance"],
    isBetweenNodes: true,
    breaks: ["second-chances"],
    test: "server/src/auction/settlement/second-chance.test.ts",
  },
  {
    name: "reservations-not-counted",
    what: "A bid may use the money that other bids of its bidder have reserved",
    patches: [
      {
        file: "auction/settlement/reservations.ts",
        within: "availableOf",
        text: "balanceMinor - reservedMinor",
        by: "balanceMinor - 0 * reservedMinor",
      },
    ],
    parts: ["reserving"],
    isOfReservations: true,
    breaks: ["reserved"],
    test: "server/src/auction/settlement/reservations.test.ts",
  },
  {
    name: "reservations-not-fenced",
    what: "A bid that reserves money does not raise its bidder's hold, so other nodes do not notice it",
    patches: [
      {
        file: "engine/batch-holds.ts",
        within: "rows",
        text: "return raised;",
        by: "return raised.slice(0, 0);",
      },
    ],
    parts: ["reserving"],
    isOfReservations: true,
    isBetweenNodes: true,
    breaks: ["reserved"],
    test: null,
  },
  {
    name: "seller-paid-before-the-buyer-paid",
    what: "A seller is paid as soon as the lot has a buyer",
    patches: [
      { file: sales, within: "selectSales", text: "isPaid} and", by: "soldAt} is not null or" },
      { file: sales, within: "dueAtOf", text: "isSold && paidAt !== null", by: "isSold" },
    ],
    ...ofProceeds,
  },
  {
    name: "commission-not-taken",
    what: "A seller is paid the whole price, whatever was agreed",
    patches: [
      {
        file: sales,
        within: "entriesOf",
        text: "USD_TO_NGN: usdToNgn }, terms);",
        by: "USD_TO_NGN: usdToNgn }, terms).slice(0, 1);",
      },
    ],
    ...ofProceeds,
  },
  {
    name: "seller-paid-twice",
    what: "The entries of a sale are posted twice",
    patches: [
      {
        file: "features/proceeds/settle-proceeds.ts",
        within: "settleProceeds",
        text: "of changes.entries()",
        by: "of [...changes, ...changes].entries()",
      },
    ],
    ...ofProceeds,
  },
  {
    name: "proceeds-of-a-refunded-sale",
    what: "A seller keeps what was paid for a sale that is refunded",
    patches: [
      {
        file: "features/proceeds/settle-proceeds.ts",
        within: "entriesNow",
        text: "dueAt === null",
        by: "dueAt === null && !isGivenIn(sale)",
      },
    ],
    ...ofProceeds,
  },
  {
    name: "second-chance-without-deposit",
    what: "A person who accepts a second chance pays no deposit",
    patches: [
      {
        file: "auction/settlement/open-settlement.ts",
        within: "settlementFor",
        text: 'isNeed(debt) ? debt : { type: "SettlementOpened"',
        by: 'isNeed(debt) ? debt : { ...(Object.assign(debt.deposit, { takenMinor: 0, worthMinor: 0 }) && {}), type: "SettlementOpened"',
      },
    ],
    parts: ["secondChance"],
    isBetweenNodes: true,
    breaks: ["deposits"],
    test: "server/src/auction/settlement/second-chance.test.ts",
  },
];
