// The parts of live events and answers, as strict schemas: an extra field fails just as a missing one does. Every field
// has a description, from which the API's document is made. Loaded by the server and its tests; browsers may import
// only types. It is long because it has every shape that a live message contains.
import * as z from "zod/mini";
import {
  addendumSchema,
  auctionOutcomeSchema,
  auctionSchema,
  auctionStatuses,
  bidSchema,
  bidVoidReasons,
  buyersPremiumSchema,
  fieldChangeSchema,
  lotRulesSchema,
  maxBidSchema,
  mediaSchema,
  softCloseSchema,
} from "./auction.ts";
import { bidReceiptSchema } from "./bid-receipt.ts";
import { type ReportFieldName, reportFieldNames, reportFieldOf } from "./condition-fields.ts";
import { conditionReportSchema } from "./condition-report.ts";
import { eachDetail, eachEstimate } from "./lot-fields.ts";
import { boughtAuction } from "./rest/buy-it-now.ts";
import { notificationSchema } from "./rest/notifications.ts";
import { answerSchema, publicQuestionSchema } from "./rest/questions.ts";
import { settlementSchema } from "./rest/settlements.ts";
import { adminUserSchema } from "./rest/users.ts";
import { addressSchema } from "./users.ts";

/** The schema with a description. */
export const says = <S extends z.ZodMiniType>(schema: S, words: string): S => schema.check(z.describe(words)) as S;

/** A strict object of the fields, each with its description. */
export const strict = <S extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: S,
  words: { readonly [F in keyof S]: string },
) => z.strictObject(Object.fromEntries(Object.entries(shape).map(([f, s]) => [f, says(s, words[f] ?? "")])) as S);

/** ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });
export const amount = z.number().check(z.positive());
export const version = z.int().check(z.positive());
export const status = z.enum(auctionStatuses);

export const personShape = z.strictObject({
  username: says(
    z.string(),
    "Masked (`a***e`) for all but managers and administrators, in live events also yours. `You`: your own bid, in a replayed event.",
  ),
});

const seller = strict(auctionSchema.shape.seller.shape, { _id: "Whose lot it is.", username: "In full." });
const mediaShape = strict(mediaSchema.shape, {
  url: "Where it is; a path is of this site.",
  type: "An image or a video.",
  filename: "As it is kept.",
  originalName: "As it was called where it came from.",
});

export const fieldChangeShape = strict(fieldChangeSchema.shape, {
  field: "Which field of the auction.",
  before: "Its value before, in the field's own shape.",
  after: "Its value now.",
});

const softCloseShape = strict(softCloseSchema.shape, {
  windowSeconds: "A bid that changes the price within this time before the end moves the end to this time after it.",
  capMinutes: "How far, at most, bids move the end past the scheduled one.",
});

const lotRulesShape = strict(lotRulesSchema.shape, {
  depositPercent: "The share of the price that is taken from the balance at once; usually 20.",
  feePercent: "Added to a Buy It Now price; usually 5.",
  forfeitPercent: "The share of the price that is kept if it is not paid in time; usually 10.",
  premiumPercent: "The buyer's premium: added to a winning bid, not to a Buy It Now price; usually 0.",
  vatPercent: "The VAT on the premium; usually 0.",
  paymentDays: "A win is due after so many business days; usually 3.",
});

const buyersPremiumShape = strict(buyersPremiumSchema.shape, {
  percent: "Of the winning bid.",
  vatPercent: "The VAT, in percent of the premium.",
});

const addendumShape = strict(
  { ...addendumSchema.shape, at: time },
  { at: "When it was added.", text: "What it says." },
);

/** A field in words: `Mileage (km)`. */
const reportWords = Object.fromEntries(
  reportFieldNames.map((name) => {
    const field = reportFieldOf(name);
    return [name, field.kind === "whole" && field.unit ? `${field.label} (${field.unit}).` : `${field.label}.`];
  }),
) as Record<ReportFieldName, string>;
const conditionReportShape = strict(conditionReportSchema.shape, reportWords);

export const auctionShape = strict(
  {
    ...auctionSchema.shape,
    addenda: z.exactOptional(z.array(addendumShape)),
    conditionReport: z.exactOptional(conditionReportShape),
    media: z.array(mediaShape),
    seller,
    startTime: z.nullable(time),
    endTime: time,
    softClose: z.nullable(softCloseShape),
    latestEndTime: z.nullable(time),
    rules: z.exactOptional(lotRulesShape),
    buyersPremium: z.exactOptional(z.nullable(buyersPremiumShape)),
    contentChangedAt: z.nullable(time),
    pausedAt: z.nullable(time),
    pausedUntil: z.nullable(time),
    leader: z.nullable(personShape),
    winner: z.nullable(personShape),
    createdAt: time,
    updatedAt: time,
    serverTime: time,
  },
  {
    _id: "The auction's id.",
    title: "What the lot is called.",
    description: "What the seller says of it.",
    categories: "Codes of its categories.",
    condition: "The lot's condition.",
    location: "Where the lot is; null where it was not said.",
    media: "Pictures and videos in the seller's order.",
    imageUrl: "The first picture; null without one.",
    isUpcoming: "Only on a draft that everybody may see: its sale is published, and bidding has not opened.",
    addenda: "Dated notes that were added later, the oldest first; absent without one.",
    conditionReport: "What was found, field by field; absent without a report.",
    ...eachDetail((_, { inDocuments }) => `${inDocuments}; absent: not said.`),
    ...eachEstimate((_, { inDocuments }) => `${inDocuments}; absent without an estimate.`),
    currency: "What all amounts of this auction are in.",
    startingPrice: "The price before the first bid.",
    currentPrice: "The highest recorded bid, or the starting price.",
    minimumBid: "The lowest bid that would be accepted now.",
    bidIncrement: "The smallest step now.",
    incrementSteps: "Below this price this step, for a lot whose steps rise with the price; absent: the step stays.",
    bidCount: "Recorded bids, manual and auto.",
    buyItNowPrice: "Null: there is none.",
    buyItNowFee: "The lot's share of the Buy It Now price, usually 5%.",
    totalAmount: "Price and fee together.",
    hasReserve: "Whether there is a hidden least price for a sale.",
    reserveMet: "Whether the price has reached it; true without one.",
    reservePrice: "For staff who may see it; absent for everyone else.",
    startTime: "Null: it has not started, and starts when staff say so.",
    endTime: "Bids at this instant and later are refused.",
    softClose: "Whether late bids move the end; null: they do not.",
    latestEndTime: "The latest end that soft close allows; null without one.",
    rules: "The percentages and payment days that the lot took when it opened; absent: the usual ones.",
    buyersPremium:
      "The buyer's premium, which is added to a winning bid; null without one, and for a draft, which takes it when it opens.",
    contentVersion: "Grows by 1 with each change of what the lot says while it has bids or maxima.",
    fullVersion:
      "The newest content version that is no correction, if that is not `contentVersion`. Maxima below it are suspended.",
    contentChangedAt: "When the last content version was made; null before the second.",
    duration: "Hours from start to end.",
    status: "Where it is in its life.",
    pausedAt: "Since when it is paused.",
    pausedUntil: "When a Buy It Now pause ends; null for one by staff.",
    endedAt: "When bidding ended; absent while it is open, and for a purchase or a cancellation.",
    statusReason: "Why the staff paused, ended or cancelled it, in their words; absent or null: they did not say.",
    seller: "Who sells.",
    isHouseLot: "Only on a lot of the house itself, which a member of its staff made, the `seller`.",
    leader: "Who holds the current price.",
    winner: "Who has won; null while it is open, or where nobody has.",
    isLeading: "Whether the caller leads. In events that go to many it is false: `auction:mine` says it.",
    version: "Grows by 1 with each public change of the auction.",
    createdAt: "When it was made.",
    updatedAt: "When its last public change was committed.",
    serverTime: "The database's clock when this was made.",
  },
);

export const bidShape = strict(
  {
    ...bidSchema.shape,
    bidder: personShape,
    timestamp: time,
    voided: z.exactOptional(
      z.strictObject({
        reason: says(z.enum(bidVoidReasons), "Why it no longer counts."),
        at: says(time, "Since when."),
      }),
    ),
  },
  {
    _id: "The bid's id.",
    amount: "In the auction's currency.",
    kind: "`auto`: made out of a maximum.",
    bidder: "Who bid.",
    timestamp: "When it was committed, by the database's clock.",
    voided: "Present once the bid no longer counts.",
  },
);

export const maxBidShape = strict(
  {
    ...maxBidSchema.shape,
    auction: strict(maxBidSchema.shape.auction.shape, {
      _id: "The auction's id.",
      title: "What the lot is called.",
      endTime: "When it ends.",
      status: "Where it is in its life.",
      currentPrice: "Its price now.",
      contentVersion: "The lot's content version.",
      fullVersion: "The newest content version that is no correction, if that is not `contentVersion`.",
    }),
  },
  {
    _id: "The maximum's id.",
    maxAmount: "Up to this the auction bids for its owner.",
    currency: "The auction's.",
    autoBidCount: "Auto-bids recorded out of it.",
    lastAutoBidAmount: "0 before the first auto-bid.",
    contentVersion: "The content version that its owner has confirmed; 0: suspended because of unpaid wins.",
    isSuspended: "Whether it waits for its owner to confirm the lot as it reads now.",
    auction: "What it is for.",
  },
);

export const outcomeShape = strict(
  { ...auctionOutcomeSchema.shape, endTime: time },
  {
    _id: "The auction's id.",
    version: "The public version after it.",
    currentPrice: "The price after it, answers of other maxima included.",
    minimumBid: "The lowest bid that would be accepted next.",
    bidCount: "Recorded bids, manual and auto.",
    endTime: "When it ends.",
    status: "Where it is in its life.",
    isLeading:
      "Whether the caller led when the command was first answered. Compare `version`: it may be older than what you have.",
  },
);

export const boughtShape = strict(
  { ...boughtAuction.shape, pausedUntil: time },
  {
    _id: "The auction's id.",
    title: "What the lot is called.",
    status: "`paused`.",
    version: "The public version after it.",
    currency: "What the amounts are in.",
    buyItNowPrice: "The price without its fee.",
    buyItNowFee: "The lot's share of the price, usually 5%.",
    totalAmount: "What is to be paid.",
    pausedUntil: "The deadline of the payment.",
  },
);

export const adminUserShape = strict(
  {
    ...adminUserSchema.shape,
    createdAt: time,
    address: strict(addressSchema.shape, {
      street: "Street and number.",
      city: "City.",
      state: "State.",
      zipCode: "Postal code.",
      country: "Country.",
    }),
  },
  {
    id: "The account's id.",
    _id: "The same.",
    username: "In full.",
    email: "E-mail address.",
    firstName: "Null where it was not said.",
    lastName: "Null where it was not said.",
    phone: "Null where it was not said.",
    role: "What the account may do.",
    isEmailVerified: "Whether the address was shown to be theirs.",
    balance: "NGN; below zero only after a forfeit.",
    createdAt: "When the account was made.",
    address: "Where they live.",
    wantsOutbidMail: "Whether an e-mail tells of being outbid.",
    isBanned: "Whether its commands are refused.",
  },
);

const settled = settlementSchema.shape;
const closer = strict(settled.closedBy.def.innerType.shape, {
  _id: "The id of the member of the staff.",
  username: "In full.",
});
const stuck = strict(
  { ...settled.stuck.def.innerType.shape, since: time },
  { attempts: "How often it was tried.", lastError: "What went wrong last.", since: "When it was given up." },
);
const pickup = strict(
  { ...settled.pickup.def.innerType.shape, readyAt: z.nullable(time), handedOverAt: z.nullable(time) },
  {
    status: "`waiting`: paid, and being made ready.",
    place: "Where to collect it; null before it is ready.",
    hours: "When to collect it; null before it is ready.",
    readyAt: "When it became ready.",
    handedOverAt: "When the buyer got it.",
  },
);
export const settlementShape = strict(
  {
    ...settled,
    auction: strict(settled.auction.shape, {
      _id: "The auction's id.",
      title: "What the lot is called.",
      status: "Where it is in its life.",
      currency: "What the amounts are in.",
      isRelisted: "The lot has a copy, or a copy of a copy, that was not deleted, so nobody else can get this one.",
    }),
    sale: z.exactOptional(
      z.nullable(
        strict(settled.sale.def.innerType.def.innerType.shape, {
          _id: "The sale's id.",
          title: "What the sale is called.",
          lot: "The lot's number there, with its letter.",
        }),
      ),
    ),
    buyer: strict(settled.buyer.shape, {
      _id: "The account's id.",
      username: "In full.",
      email: "E-mail address.",
      firstName: "Null where it was not said.",
      lastName: "Null where it was not said.",
      phone: "Null where it was not said.",
    }),
    rules: z.exactOptional(lotRulesShape),
    dueAt: time,
    createdAt: time,
    pickup: z.nullable(pickup),
    pardonedAt: z.nullable(time),
    closedAt: z.nullable(time),
    closedBy: z.nullable(closer),
    refund: z.exactOptional(
      strict(settled.refund.def.innerType.shape, {
        to: "The buyer's balance, or a transfer to their bank account.",
        amountNgn: "All that was paid, in naira.",
        creditNote: "The number of the credit note; null in the moment before it has one.",
      }),
    ),
    stuck: z.nullable(stuck),
  },
  {
    _id: "Its id.",
    kind: "A won auction or a purchase.",
    status: "What has become of it.",
    auction: "What is paid for.",
    sale: "The sale that has the lot, with its number there; null: none.",
    buyer: "Who owes it.",
    price: "The winning bid, or the Buy It Now price without its fee.",
    fee: "0 for a win.",
    premium: "The buyer's premium; 0 for a purchase.",
    vat: "The VAT on the premium; 0 for a purchase.",
    total: "Price, fee, premium and VAT together.",
    deposit: "What the deposit counts for.",
    depositNgn: "The deposit in naira, as it was taken from the balance.",
    paid: "Payments after the deposit.",
    remaining: "What is still to be paid; 0 once nothing is due.",
    remainingNgn: "The same in naira at this moment's rate.",
    penalty: "What is kept if it stays unpaid.",
    rules: "The percentages and payment days of its lot; absent: the usual ones.",
    penaltyNgn: "In naira: what was kept; null unless it was forfeited.",
    reference: "To be named in a bank transfer.",
    pickup: "Null until it is paid.",
    pardonedAt: "When a forfeited win stopped counting against the person.",
    dueAt: "Until when it is to be paid.",
    createdAt: "When it was opened.",
    closedAt: "Null while it is open.",
    closedBy: "The member of the staff who closed it; null while it is open, and where the clock did.",
    note: "Why it was waived or refunded.",
    refund: "Only of a refunded sale: where all that was paid went.",
    stuck: "Set where its forfeit failed so often that it waits for staff.",
  },
);

export const questionShape = strict(
  {
    ...publicQuestionSchema.shape,
    askedAt: time,
    asker: z.nullable(personShape),
    answer: strict(
      { ...answerSchema.shape, at: time, editedAt: z.nullable(time) },
      { text: "What the staff answered.", at: "When.", editedAt: "When it was last changed; null: never." },
    ),
    revision: version,
  },
  {
    _id: "The question's id.",
    text: "What was asked.",
    askedAt: "When.",
    asker: "Who asked, masked; null: the account was deleted.",
    answer: "The answer.",
    revision: "Grows with each change.",
  },
);

export const notificationShape = strict(
  { ...notificationSchema.shape, at: time },
  {
    _id: "The notification's id.",
    kind: "What your preferences go by.",
    auctionId: "The auction that it is about; null: none.",
    title: "What happened, in a few words.",
    text: "What happened, in a sentence or two, as it stands now.",
    link: "The path of this site's page that it leads to; null: none.",
    count: "How many events it stands for: while it is unread, events about the same thing are merged into it.",
    at: "When the newest of them happened.",
    isRead: "Whether you have read it, or it no longer holds.",
    state: "How the lot stands for you; only if the notification no longer holds, and its words say this.",
  },
);

export const bidReceiptShape = strict(bidReceiptSchema.shape, {
  statement:
    "Canonical JSON of what the site states: command, lot, amount, time, version. Its bytes are what is proved.",
  index: "The place of the statement in a tree of 1,024, from 0.",
  path: "Base64 of the ten hashes beside the way from the statement to the root (RFC 6962).",
  note: "The signed root (C2SP tlog-checkpoint).",
});
