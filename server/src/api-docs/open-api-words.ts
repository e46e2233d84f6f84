// The descriptions of the fields of named schemas in the OpenAPI document. Fields that the live API has too are
// described by its words. The types require a description of every field of the other schemas here.
import type { lotRulesSchema } from "@jara/shared/auction";
import type { Call } from "@jara/shared/calls/call";
import { liveCommands } from "@jara/shared/calls/live-list";
import * as shapes from "@jara/shared/live-shapes";
import { eachDetail, eachEstimate } from "@jara/shared/lot-fields";
import type { createAuctionBody } from "@jara/shared/rest/auctions";
import type { listedMaxBidSchema, placedBid } from "@jara/shared/rest/bids";
import type { buyItNowStatusAnswer, paymentInstructions } from "@jara/shared/rest/buy-it-now";
import type { paginationSchema } from "@jara/shared/rest/common";
import type { myAuctionSchema } from "@jara/shared/rest/my-auctions";
import type { winSchema } from "@jara/shared/rest/settlements";
import * as z from "zod/mini";

type Words = Readonly<Record<string, string>>;
type WordsOf<S extends z.ZodMiniType> = { readonly [F in keyof Required<z.input<S>>]: string };

/** The descriptions of a live shape's fields. */
const live = <S extends z.core.$ZodShape>({ shape }: { readonly shape: S }): { readonly [F in keyof S]: string } =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, z.globalRegistry.get(schema)?.description ?? ""]),
  ) as { readonly [F in keyof S]: string };

const settlement = live(shapes.settlementShape) as WordsOf<typeof shapes.settlementShape>;
const auction = live(shapes.auctionShape) as WordsOf<typeof shapes.auctionShape>;
const maxBid = live(shapes.maxBidShape) as WordsOf<typeof shapes.maxBidShape>;
const bid = live(shapes.bidShape);
const { bidder: _, ...myBid } = bid;
const rules: WordsOf<typeof lotRulesSchema> = {
  depositPercent: "The share of the price that is taken from the winner's balance at once, in percent.",
  feePercent: "Added to a Buy It Now price, in percent.",
  forfeitPercent: "The share of the price that is kept if it is not paid in time, in percent.",
  premiumPercent: "The buyer's premium: added to a winning bid, not to a Buy It Now price, in percent of the bid.",
  vatPercent: "The VAT on the premium, in percent of the premium.",
  paymentDays: "A win is due after so many business days.",
};

const newAuction: WordsOf<typeof createAuctionBody> = {
  title: "The title of the lot.",
  description: "The description of the lot: plain text.",
  startingPrice: "In `currency`. The lowest first bid is one increment above it.",
  buyItNowPrice:
    "In `currency`, above `startingPrice` and not below `reservePrice`. Null or left out: there is no Buy It Now.",
  reservePrice: "In `currency`, not below `startingPrice`. Bidders do not see it. Null or left out: there is none.",
  bidIncrement: "In `currency`. Left out: 1.",
  incrementTable: "True: the increment follows the price by the site's table, and `bidIncrement` is not used.",
  currency: "Left out: `NGN`.",
  startTime: "The auction is a draft until then. Null, left out or in the past: it starts at once.",
  endTime: "Takes precedence over `duration`. It must be in the future and after the start.",
  duration: "Hours from the start to the end. Null or left out: 24. Not used if there is an `endTime`.",
  media: "Pictures and videos in their order: the `file` of each upload's answer.",
  categories: "Codes of categories, each once; the site's settings say which exist.",
  condition: "Left out: `good`.",
  location: "Null or left out: not said.",
  softClose: "Null or left out: late bids do not move the end.",
  conditionReport: "Findings about the lot, field by field; only the fields that lots of its categories have.",
  ...eachDetail((_, { inDocuments }) => `${inDocuments}. Null or left out: not said.`),
  ...eachEstimate((_, { inDocuments }) => `${inDocuments}. Both or neither.`),
  draft: "The unfinished lot that this publishes. It is deleted at the same time.",
};

const win: WordsOf<typeof winSchema> = {
  _id: "The id of the settlement.",
  kind: "`win`: a won auction. `buy-it-now`: a purchase.",
  status: "`open`: still to be paid. `void`: undone by the staff.",
  auction: "The lot. The amounts without `Ngn` in their name are in its `currency`.",
  sale: "The sale that has the lot, with its number there (`12A`); null: none.",
  price: settlement.price,
  fee: settlement.fee,
  premium: settlement.premium,
  vat: settlement.vat,
  total: "`price`, `fee`, `premium` and `vat` together.",
  deposit: "The value of the deposit in the auction's currency.",
  depositNgn: settlement.depositNgn,
  paid: settlement.paid,
  remaining: settlement.remaining,
  remainingNgn: "`remaining` in naira at the current rate.",
  penalty: settlement.penalty,
  rules: settlement.rules,
  penaltyNgn: settlement.penaltyNgn,
  reference: settlement.reference,
  dueAt: "Pay before this time.",
  createdAt: settlement.createdAt,
  closedAt: settlement.closedAt,
  reservedNgn:
    "In naira: the part of the balance that the buyer's bids on this lot reserve. It can pay the lot too. Absent: nothing.",
  bankAccount:
    "The site's account for bank transfers when it became due, or the first one after that; null: none was in force yet.",
  heldRate:
    "For a lot in dollars: the rate (naira for a dollar) at which further online payments are made until this time. Absent: none is held.",
  payments: "The newest first, in the auction's currency, without the deposit and without reversed ones.",
  places:
    "Where the lot is collected: the place where it is ready, else the places of its sale, else the house's. Empty: where it is.",
  pickup: "Where and when to collect the lot, with the `code` to show there; null until it is paid.",
};

const myAuction: WordsOf<typeof myAuctionSchema> = {
  auction: "The auction. The other amounts of this row are in its `currency`.",
  highestBid: "The caller's highest bid that counts; null without one.",
  bidCount: "The caller's recorded bids, voided ones included.",
  bids: "The newest of the caller's bids, at most 5.",
  maxBid: "The caller's maximum; null without one.",
  owed: "The caller's newest win or purchase of the lot; null without one.",
  offer: "An open offer of the lot to the caller as its runner-up; null without one.",
  listedAgainAs: "The public auction as which the unsold lot was listed again; null without one.",
};

const buyItNowStatus: WordsOf<typeof buyItNowStatusAnswer> = {
  available: "Whether the caller can buy the lot now.",
  reason: "The first reason why not; null if it is available.",
  requiredBalance: "NGN: the balance that a purchase needs; null without a Buy It Now price.",
  purchase: "The newest purchase of the lot by anybody; null before the first.",
};
const instructions: WordsOf<typeof paymentInstructions> = {
  deadline: "If it is not paid by then, the lot's penalty is taken from the balance.",
  whatsapp: "A number to write to.",
  email: "An address to write to.",
};
const pages: WordsOf<typeof paginationSchema> = {
  current: "The number of this page, from 1.",
  pages: "The number of pages, at least 1.",
  total: "The number of entries on all pages.",
  limit: "The most entries of a page.",
};
const placed: WordsOf<typeof placedBid> = {
  _id: "The id of the bid.",
  amount: "In the auction's currency.",
  timestamp: "When it was committed, by the database's clock.",
};
const listedMaxBid: WordsOf<typeof listedMaxBidSchema> = {
  ...maxBid,
  image: "The address of the lot's first picture; null without one.",
  minimumBid: "The lowest bid on the auction that would be accepted now.",
  hasReserve: "Whether the auction has a reserve.",
  reserveMet: "Whether the price has reached the reserve; true without one.",
  isLeading: "Whether the caller leads the auction.",
  isWon: "Whether the auction is over and the caller won it.",
};

const receipt = "The site's signature for this call; only with the header `Bid-Receipt: true`.";
const { amount, contentVersion, auctionId } = live(liveCommands["bid:place"].data);
const { maxAmount, currency } = live(liveCommands["maxbid:set"].data);
const outcome = "The auction after this call, for the caller.";

/** By the name of the schema. */
const fieldWords: Readonly<Record<string, Words>> = {
  Auction: { ...auction, isLeading: "Whether the caller leads; false for a visitor." },
  AuctionOutcome: live(shapes.outcomeShape),
  NewAuction: newAuction,
  AuctionEdit: {
    buyItNowPrice: "In the auction's currency; null: there is no Buy It Now.",
    reservePrice: "In the auction's currency; null: there is none. Bidders do not see it.",
    bidIncrement: "In the auction's currency.",
    incrementTable: "False: one increment again, which stays as it is unless `bidIncrement` sets it.",
    startTime: "Only for a draft; null: the staff start it.",
    endTime: "A time that has passed closes the auction; null leaves the end unchanged.",
    softClose: "Null: late bids do not move the end. Only before the first bid.",
    conditionReport: "The whole report; null removes it.",
    ...eachDetail((_, { inDocuments }) => `${inDocuments}; null removes it.`),
    ...eachEstimate((_, { inDocuments }) => `${inDocuments}; null removes it, and the lot has both or neither.`),
  },
  Bid: bid,
  MyBid: { ...myBid, auction: "The auction of the bid." },
  PlacedBid: placed,
  BidToPlace: { auctionId, amount: `At least the auction's \`minimumBid\`. ${amount}`, contentVersion },
  BidAnswer: { bid: "The bid as it was recorded.", auction: outcome, receipt },
  MaxBid: maxBid,
  ListedMaxBid: listedMaxBid,
  MaxBidToSet: { auctionId, maxAmount, currency, contentVersion },
  MaxBidAnswer: { maxBid: "The caller's maximum now.", auction: outcome, receipt },
  CancelMaxBidAnswer: { receipt },
  MyAuction: myAuction,
  BoughtAuction: live(shapes.boughtShape),
  BuyItNowAnswer: { auction: "The lot that was bought.", paymentInstructions: "How to pay.", receipt },
  BuyItNowStatus: buyItNowStatus,
  PaymentInstructions: instructions,
  BidReceipt: live(shapes.bidReceiptShape),
  LotRules: rules,
  SoftClose: {
    windowSeconds:
      "Seconds. A bid that changes the price within this time before the end moves the end to this time after the bid.",
    capMinutes: "Minutes: the end never moves further than this past the scheduled end.",
  },
  Media: {
    url: "The address; a path is of this site.",
    type: "A picture (`image`) or a video.",
    filename: "The name under which the site keeps the file.",
    originalName: "The name that the uploaded file had.",
  },
  Settlement: settlement,
  Win: win,
  Pagination: pages,
};

interface Described {
  properties?: Record<string, { description?: string }>;
}

/** Throws if the schema has no such field, so that no description outlives its field. */
const describe = (name: string, schema: Described | undefined, words: Words): void => {
  for (const [field, description] of Object.entries(words)) {
    const property = schema?.properties?.[field];
    if (!property) throw new Error(`open-api-words.ts: ${name} has no field ${field}`);
    property.description = description;
  }
};

/** Call it when the schemas have the names that the document publishes. */
export const describeSchemas = (schemas: Readonly<Record<string, object>>): void => {
  for (const [name, words] of Object.entries(fieldWords)) {
    describe(name, schemas[name], words);
    if (schemas[`${name}Input`]) describe(`${name}Input`, schemas[`${name}Input`], words);
  }
};

export const describeAnswer = ({ route, answerWords = {} }: Call, schema: object | undefined): void =>
  describe(route, schema, answerWords);
