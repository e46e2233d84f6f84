// An example of each route's body and answer, for the OpenAPI document. A test checks every example against its schema.
// It is long because every route has an example.
import type { Auction, Bid, MaxBid } from "@jara/shared/auction";
import { usualPercents } from "@jara/shared/payment-rules";
import {
  googleBody,
  loginBody,
  loginCodeAnswer,
  loginCodeBody,
  profileAnswer,
  registerAnswer,
  registerBody,
  resendVerificationBody,
  sessionAnswer,
  updateProfileBody,
  userAnswer,
  verifyEmailAnswer,
  verifyEmailBody,
} from "@jara/shared/rest/accounts";
import { adminAuctionsAnswer, complaintAnswer, historyAnswer, ownCountsAnswer } from "@jara/shared/rest/admin-auctions";
import {
  addendumBody,
  auctionAnswer,
  auctionFacetsAnswer,
  auctionListAnswer,
  auctionsAnswer,
  createAuctionBody,
  relistBody,
  statusBody,
  updateAuctionBody,
  uploadAnswer,
} from "@jara/shared/rest/auctions";
import { auditLogAnswer } from "@jara/shared/rest/audit-log";
import {
  bidListAnswer,
  cancelMaxBidAnswer,
  confirmMaxBidBody,
  highestBidAnswer,
  maxBidAnswer,
  maxBidsAnswer,
  myBidsAnswer,
  myMaxBidsAnswer,
  outcomeAnswer,
  placeBidAnswer,
  placeBidBody,
  setMaxBidAnswer,
  setMaxBidBody,
} from "@jara/shared/rest/bids";
import { buyItNowAnswer, buyItNowBody, buyItNowStatusAnswer } from "@jara/shared/rest/buy-it-now";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  changeEmailBody,
  changePasswordBody,
  emailChangeLinkBody,
  forgotPasswordBody,
  resetPasswordBody,
  waitingEmailChangeAnswer,
} from "@jara/shared/rest/credentials";
import {
  convertAnswer,
  convertBody,
  exchangeRateState,
  formatAnswer,
  formatBody,
  ratesAnswer,
} from "@jara/shared/rest/currency";
import { houseRulesAnswer, houseRulesBody } from "@jara/shared/rest/house-rules";
import { legalAnswer } from "@jara/shared/rest/legal";
import {
  finishLotDraftBody,
  type LotDraftContent,
  lotDraftAnswer,
  lotDraftsAnswer,
  savedLotDraftAnswer,
  saveLotDraftBody,
} from "@jara/shared/rest/lot-drafts";
import { myAuctionsAnswer } from "@jara/shared/rest/my-auctions";
import { consentsBody, consentsSchema, deletionBody, deletionSchema, obstacleWords } from "@jara/shared/rest/own-data";
import {
  addPasskeyBody,
  addPasskeyOptionsAnswer,
  addPasskeyOptionsBody,
  passkeyNameBody,
  passkeyOptionsAnswer,
  passkeysAnswer,
  provePasskeyAnswer,
  usePasskeyBody,
} from "@jara/shared/rest/passkeys";
import { type Receipts, receiptsAnswer } from "@jara/shared/rest/receipts";
import {
  confirmTotpBody,
  proveAnswer,
  proveBody,
  recoveryCodesAnswer,
  type SecondFactor,
  secondFactorAnswer,
  secondStepBody,
  totpEnrolmentAnswer,
} from "@jara/shared/rest/second-factor";
import { type DeviceSession, sessionsAnswer } from "@jara/shared/rest/sessions";
import {
  extendBody,
  handoverBody,
  holidayAnswer,
  holidayBody,
  holidaysAnswer,
  payAnswer,
  payBody,
  payerRecordAnswer,
  purchasesAnswer,
  readyBody,
  reasonBody,
  refundBody,
  type Settlement,
  secondChanceAnswer,
  secondChancesAnswer,
  settlementAnswer,
  settlementDetailsAnswer,
  settlementsAnswer,
  type Win,
  waiveBody,
  winAnswer,
} from "@jara/shared/rest/settlements";
import { siteAnswer } from "@jara/shared/rest/site";
import {
  changeSettingBody,
  settingAnswer,
  settingHistoryAnswer,
  settingsAnswer,
  siteDetailsAnswer,
} from "@jara/shared/rest/site-settings";
import { statementAnswer } from "@jara/shared/rest/statement";
import {
  restoreBody,
  type Suspension,
  suspendAnswer,
  suspendBody,
  suspendPreviewAnswer,
} from "@jara/shared/rest/suspensions";
import { takingsAnswer } from "@jara/shared/rest/takings";
import { topUpAnswer, topUpBody, topUpStatusAnswer, topUpsAnswer } from "@jara/shared/rest/top-ups";
import {
  userActionsAnswer,
  userBidsAnswer,
  userNoteAnswer,
  userNoteBody,
  userNotesAnswer,
  userPageAnswer,
  userSessionsAnswer,
} from "@jara/shared/rest/user-page";
import {
  adminUserAnswer,
  balanceAnswer,
  balanceBody,
  ledgerAnswer,
  refusedUsernamesAnswer,
  roleBody,
  userSearchAnswer,
  usersAnswer,
} from "@jara/shared/rest/users";
import {
  biddersAnswer,
  changesAnswer,
  voidAllBidsAnswer,
  voidAllBidsBody,
  voidBidsAnswer,
  voidBidsBody,
} from "@jara/shared/rest/voids";
import {
  remindersAnswer,
  remindersBody,
  watchAnswer,
  watchBody,
  watchedIdsAnswer,
  watchedLotsAnswer,
  watchlistAnswer,
  watchManyAnswer,
  watchOneBody,
} from "@jara/shared/rest/watchlist";
import {
  type AdminWithdrawal,
  addBankAccountBody,
  adminWithdrawalAnswer,
  adminWithdrawalsAnswer,
  bankAccountAnswer,
  bankAccountsAnswer,
  banksAnswer,
  refuseWithdrawalBody,
  resolveBankAccountBody,
  resolvedBankAccount,
  type Withdrawal,
  withdrawalAnswer,
  withdrawalsAnswer,
  withdrawBody,
} from "@jara/shared/rest/withdrawals";
import type { User } from "@jara/shared/users";
import * as z from "zod/mini";
import { bidReceipt } from "./bid-receipt-example.ts";
import { importExamples } from "./import-examples.ts";
import { notificationExamples } from "./notification-examples.ts";
import { passkeySamples } from "./passkey-samples.ts";
import { publicLogExamples } from "./public-log-examples.ts";
import { questionExamples } from "./question-examples.ts";
import { saleExamples } from "./sale-examples.ts";
import { savedSearchExamples } from "./saved-search-examples.ts";
import { staffExamples } from "./staff-examples.ts";

export interface Example {
  readonly schema: z.ZodMiniType;
  readonly value: unknown;
}

/** The type checks the value against both the schema's input (a body) and its output (an answer). */
const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>): Example => ({ schema, value });

const userId = "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10";
const auctionId = "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21";
const token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwYjU0YTFmMiJ9.c2lnbmF0dXJl";

const address = { street: "12 Allen Avenue", city: "Ikeja", state: "Lagos", zipCode: "100271", country: "Nigeria" };
const user: User = {
  id: userId,
  _id: userId,
  username: "ada",
  email: "ada@example.ng",
  firstName: "Ada",
  lastName: "Obi",
  phone: "+234 801 234 5678",
  role: "user",
  isEmailVerified: true,
  balance: 250_000,
  createdAt: "2026-11-02T09:15:00.000Z",
  address,
  wantsOutbidMail: true,
};
const session = { user, token, requiresEmailVerification: false };
const adminUser = { ...user, isBanned: false };
const seller = { _id: "f3a0c9d4-51f2-4a2b-8b61-77d1c8e5a902", username: "jara" };

const onePage = { current: 1, pages: 1, total: 1, limit: 10 };
const userNote = {
  ...{ _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a30", text: "She called about her pickup.", author: seller },
  createdAt: "2026-11-21T09:41:12.310Z",
};

const auction: Auction = {
  _id: auctionId,
  title: "Talking drum from Ibadan",
  description: "Hand-carved, goat skin, with its beater.",
  categories: ["collectibles"],
  condition: "good",
  location: "Ibadan",
  media: [{ url: "/media/talking-drum-1.webp", type: "image" }],
  imageUrl: "/media/talking-drum-1.webp",
  currency: "NGN",
  startingPrice: 20_000,
  currentPrice: 24_500,
  minimumBid: 25_000,
  bidIncrement: 500,
  bidCount: 7,
  buyItNowPrice: 60_000,
  buyItNowFee: 3_000,
  totalAmount: 63_000,
  hasReserve: true,
  reserveMet: false,
  startTime: "2026-11-20T08:00:00.000Z",
  endTime: "2026-11-23T08:00:00.000Z",
  softClose: { windowSeconds: 120, capMinutes: 30 },
  latestEndTime: "2026-11-23T08:30:00.000Z",
  contentVersion: 1,
  contentChangedAt: null,
  duration: 72,
  status: "active",
  pausedAt: null,
  pausedUntil: null,
  seller,
  leader: { username: "a***a" },
  winner: null,
  isLeading: false,
  version: 9,
  createdAt: "2026-11-20T07:58:10.000Z",
  updatedAt: "2026-11-21T10:02:33.120Z",
  serverTime: "2026-11-21T10:05:00.000Z",
};
const savedDraft = { _id: "2c8d2f0e-51c7-4f0c-9a39-6f3f0b7a4e11", revision: 3, updatedAt: auction.createdAt };
const draftContent: LotDraftContent = {
  ...{ title: "Talking drum from Iba", description: "", categories: ["collectibles"], condition: "good", location: "" },
  ...{ currency: "NGN", startingPrice: "20,000", bidIncrement: "500", reservePrice: "", buyItNowPrice: "" },
  ...{ startTime: "2026-11-24T18:00", endTime: "", duration: "72", softCloseWindow: "120", softCloseCap: "30" },
  media: [],
};
const bid: Bid = {
  _id: `${auctionId}-7`,
  amount: 24_500,
  kind: "manual",
  bidder: { username: "a***a" },
  timestamp: "2026-11-21T10:02:33.120Z",
};
const { _id, version, currentPrice, minimumBid, bidCount, endTime, status } = auction;
const outcome = { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading: true };
const placed = { _id: bid._id, amount: bid.amount, timestamp: bid.timestamp };
const maxBid: MaxBid = {
  _id: "c1a7e1d0-2f3b-4c9d-9a57-5f2d6b8e4c33",
  maxAmount: 40_000,
  currency: "NGN",
  autoBidCount: 2,
  lastAutoBidAmount: 24_500,
  contentVersion: 1,
  isSuspended: false,
  auction: { _id, title: auction.title, endTime, status, currentPrice, contentVersion: 1 },
};
const forAdmins = { ...auction, reservePrice: 35_000, leader: { username: "bola" } };
const voidEffect = {
  priceBefore: 10_000_000,
  priceAfter: 24_500,
  leaderBefore: { username: "troll" },
  leaderAfter: { username: "bola" },
};
const suspension: Suspension = {
  ...{ _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a29", reason: "Bids with a friend on the same lots", by: seller },
  ...{ at: "2026-11-22T10:00:00.000Z", until: "2026-11-29T10:00:00.000Z" },
  ...{ liftedAt: null, liftedBy: null, liftReason: null, voidBids: true },
  lots: [{ auctionId, title: "Talking drum from Ibadan", isDone: true, effect: voidEffect, message: null }],
};
const paymentInstructions = {
  deadline: "2026-11-21T11:05:00.000Z",
  whatsapp: "+2348012345678",
  email: "pay@example.ng",
};
const reference = "jara-7d0f1b52c3";
const topUp = { reference, status: "paid" as const, amount: 50_000 };

const owed = {
  ...{ price: 24_500, fee: 0, total: 24_500, deposit: 4_900, depositNgn: 4_900, paid: 0 },
  ...{ remaining: 19_600, remainingNgn: 19_600, penalty: 2_450, penaltyNgn: null },
  reference: "JARA-7D0F-1B52-C3A9",
};
const win: Win = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000c",
  kind: "win",
  status: "open",
  auction: { _id: auctionId, title: auction.title, currency: "NGN", image: null },
  ...owed,
  dueAt: "2026-11-26T08:00:00.000Z",
  createdAt: "2026-11-23T08:00:00.120Z",
  closedAt: null,
  bankAccount: { bank: "Example Bank", number: "0123456789", name: "Jara Auctions Ltd" },
  payments: [],
  pickup: null,
};
const secondChance = {
  _id: "0b0f0c9e-64c2-4a1b-8d35-b1f4a4d6a0a1",
  auction: win.auction,
  price: 21_000,
  depositNgn: 4_200,
  expiresAt: "2026-11-24T08:00:00.000Z",
};
const settingVersion = {
  ...{ section: "lot-rules" as const, version: 4, value: { ...usualPercents, feePercent: 7.5 }, before: usualPercents },
  ...{ source: "staff" as const, changedBy: { _id: "3f6c1f0e-5a83-4f36-9d57-3c9b0e1f8a02", username: "tola" } },
  ...{ approvedBy: null, changedAt: "2026-11-24T08:00:00.000Z", reason: "The board decided it", restores: null },
};
const setting = { ...settingVersion, environment: {}, waiting: null };
const weekday = { opens: "09:00", closes: "17:00" };
const siteDetails: z.infer<typeof siteDetailsAnswer> = {
  hours: { days: [weekday, weekday, weekday, weekday, weekday, null, null], place: "12 Marina Road, Lagos" },
  notes: { bidding: "", seller: "", pickup: "Bring your pickup code and an identity card." },
  increments: {
    NGN: [
      [10_000, 500],
      [null, 1_000],
    ],
    USD: [[null, 1]],
  },
  softClose: { windowSeconds: 120, capMinutes: 30 },
  incrementTable: true,
};
const bankAccount = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b1",
  bankCode: "057",
  bankName: "Zenith Bank",
  accountNumber: "0123456789",
  accountName: "OBI ADA",
  createdAt: "2026-11-20T09:00:00.000Z",
  usableAt: "2026-11-21T09:00:00.000Z",
  isUsable: true,
};
const withdrawal: Withdrawal = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b2",
  amount: 25_000,
  status: "requested",
  bank: { bankName: "Zenith Bank", accountNumber: "0123456789", accountName: "OBI ADA" },
  createdAt: "2026-11-21T10:00:00.000Z",
  decidedAt: null,
  closedAt: null,
  reason: null,
};
const withdrawalForAdmins: AdminWithdrawal = {
  ...withdrawal,
  person: {
    ...{ _id: userId, username: "ada", email: "ada@example.ng", firstName: "Ada", lastName: "Obi" },
    isBanned: false,
  },
  balance: 25_000,
  reference: `withdrawal-${withdrawal._id}`,
  isSandbox: false,
  decidedBy: null,
  problem: null,
  isOwn: false,
};
const decided = {
  decidedAt: "2026-11-21T10:30:00.000Z",
  decidedBy: { _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b3", username: "kemi" },
};

const linkToken = "Yx0vq3mBz8cJr1t6wLk9ePq2sHf4uNa7dGi5oXbTjVE";
const secondFactor: SecondFactor = {
  ...{ addedAt: "2026-11-23T09:41:12.310Z", recoveryCodesLeft: 10, isRequired: false },
};
const here: DeviceSession = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000005a",
  device: "Chrome on Android",
  place: "102.89.x.x",
  createdAt: "2026-11-20T08:00:00.120Z",
  lastSeenAt: "2026-11-23T08:00:00.120Z",
  isCurrent: true,
};
const elsewhere: DeviceSession = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000005b",
  device: "Firefox on Windows",
  place: "197.210.x.x",
  createdAt: "2026-11-18T17:30:00.000Z",
  lastSeenAt: "2026-11-21T17:40:00.000Z",
  isCurrent: false,
};

const settlement: Settlement = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000c",
  kind: "win",
  status: "open",
  auction: { _id: auctionId, title: auction.title, status: "ended", currency: "NGN", isRelisted: false },
  buyer: {
    _id: userId,
    username: "ada",
    email: "ada@example.ng",
    firstName: "Ada",
    lastName: "Obi",
    phone: "+234 801 234 5678",
  },
  ...owed,
  dueAt: "2026-11-26T08:00:00.000Z",
  createdAt: "2026-11-23T08:00:00.120Z",
  pickup: null,
  pardonedAt: null,
  closedAt: null,
  closedBy: null,
  note: null,
  stuck: null,
};
const closedSettlement = { ...settlement, closedAt: "2026-11-24T10:12:00.000Z", closedBy: seller };
const payment = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000d",
  amount: 10_000,
  amountNgn: 10_000,
  method: "transfer" as const,
  reference: "GTB 7781",
  note: null,
  bookedBy: seller,
  at: "2026-11-24T09:12:00.000Z",
  reversed: null,
};
const noSums = { count: 0, ngn: 0, inCurrency: { NGN: 0, USD: 0 } };
const exchangeRate = {
  rates: { NGN_TO_USD: 1 / 1500, USD_TO_NGN: 1500 },
  acceptedAt: "2026-11-21T09:00:00.000Z",
  candidate: {
    _id: "4f0c2a51-7d0e-4a53-9d0f-0d6c6a1f2b3c",
    USD_TO_NGN: 2150.5,
    since: "2026-11-21T10:00:00.000Z",
    rejectedAt: null,
  },
};
const confirmedRate = {
  rates: { NGN_TO_USD: 1 / 2150.5, USD_TO_NGN: 2150.5 },
  acceptedAt: "2026-11-21T10:20:00.000Z",
  candidate: null,
};
const rejectedRate = {
  ...exchangeRate,
  candidate: { ...exchangeRate.candidate, rejectedAt: "2026-11-21T10:20:00.000Z" },
};
const receiptsExample: Receipts = {
  receipts: [
    {
      _id: "2c1d7f0a-93b4-4d52-8a6e-7b1f0c9e5d33",
      number: "R-2026-000123",
      kind: "payment",
      auction: { _id: auctionId, title: "Talking drum from Ibadan" },
      amount: 19_600,
      currency: "NGN",
      amountNgn: 19_600,
      at: "2026-11-23T09:12:45.080Z",
    },
  ],
  pagination: { current: 1, pages: 1, total: 1, limit: 20 },
};
const holiday = { date: "2026-10-01", name: "Independence Day" };

const { passkey, descriptor, creationOptions, requestOptions, newCredential, credential } = passkeySamples;

/** Also used by the live API's examples, so that both documents show the same people and lots. */
export const samples = {
  auction,
  bid,
  maxBid,
  outcome,
  placed,
  paymentInstructions,
  settlement,
  adminUser,
  token,
};

/** By method and route. */
export const examples: Record<string, { readonly body?: Example; readonly answer: Example }> = {
  "POST /api/auth/register": {
    body: of(registerBody, { username: "ada", email: "ada@example.ng", password: "correct horse" }),
    answer: of(registerAnswer, {
      user: { ...user, isEmailVerified: false, balance: 0 },
      token,
      requiresEmailVerification: true,
    }),
  },
  "POST /api/auth/login": {
    body: of(loginBody, { email: "ada@example.ng", password: "correct horse" }),
    answer: of(sessionAnswer, session),
  },
  "POST /api/auth/login-code": {
    body: of(loginCodeBody, { email: "ada@example.ng", password: "correct horse" }),
    answer: of(loginCodeAnswer, { ticket: "Yx0vq3mBz8cJr1t6wLk9ePq2sHf4uNa7dGi5oXbTjVE" }),
  },
  "POST /api/auth/login/second-factor": {
    body: of(secondStepBody, { challenge: linkToken, code: "358370" }),
    answer: of(sessionAnswer, session),
  },
  "POST /api/auth/prove": {
    body: of(proveBody, { code: "358370" }),
    answer: of(proveAnswer, { provedAt: "2026-11-23T09:41:12.310Z" }),
  },
  "GET /api/auth/second-factor": { answer: of(secondFactorAnswer, secondFactor) },
  "DELETE /api/auth/second-factor": {
    answer: of(secondFactorAnswer, { addedAt: null, recoveryCodesLeft: 0, isRequired: false }),
  },
  "POST /api/auth/second-factor/totp": {
    answer: of(totpEnrolmentAnswer, {
      secret: "E24DKKU6DNXONKUCNR7QJAJBLRMZDM5X",
      url: "otpauth://totp/Jara:ada%40example.ng?secret=E24DKKU6DNXONKUCNR7QJAJBLRMZDM5X&issuer=Jara",
    }),
  },
  "POST /api/auth/second-factor/totp/confirm": {
    body: of(confirmTotpBody, { code: "358370" }),
    answer: of(recoveryCodesAnswer, { recoveryCodes: ["7K3M-2QXD-9VTA-HN41"], secondFactor }),
  },
  "POST /api/auth/second-factor/recovery-codes": {
    answer: of(recoveryCodesAnswer, { recoveryCodes: ["7K3M-2QXD-9VTA-HN41"], secondFactor }),
  },
  "POST /api/auth/logout": { answer: of(z.undefined(), undefined) },
  "GET /api/auth/sessions": { answer: of(sessionsAnswer, { sessions: [here, elsewhere] }) },
  "DELETE /api/auth/sessions": { answer: of(sessionsAnswer, { sessions: [here] }) },
  "DELETE /api/auth/sessions/:id": { answer: of(sessionsAnswer, { sessions: [here] }) },
  "GET /api/auth/passkeys": { answer: of(passkeysAnswer, { passkeys: [passkey] }) },
  "POST /api/auth/passkeys/options": {
    body: of(addPasskeyOptionsBody, { password: "correct horse" }),
    answer: of(addPasskeyOptionsAnswer, { options: creationOptions }),
  },
  "POST /api/auth/passkeys": {
    body: of(addPasskeyBody, { credential: newCredential }),
    answer: of(passkeysAnswer, { passkeys: [{ ...passkey, lastUsedAt: null }] }),
  },
  "PATCH /api/auth/passkeys/:id": {
    body: of(passkeyNameBody, { name: "Blue phone" }),
    answer: of(passkeysAnswer, { passkeys: [{ ...passkey, name: "Blue phone" }] }),
  },
  "DELETE /api/auth/passkeys/:id": { answer: of(passkeysAnswer, { passkeys: [] }) },
  "POST /api/auth/passkeys/log-in-options": { answer: of(passkeyOptionsAnswer, { options: requestOptions }) },
  "POST /api/auth/passkeys/log-in": {
    body: of(usePasskeyBody, { credential }),
    answer: of(sessionAnswer, session),
  },
  "POST /api/auth/passkeys/prove-options": {
    answer: of(passkeyOptionsAnswer, { options: { ...requestOptions, allowCredentials: [descriptor] } }),
  },
  "POST /api/auth/passkeys/prove": {
    body: of(usePasskeyBody, { credential }),
    answer: of(provePasskeyAnswer, { provedAt: "2026-11-21T08:06:01.004Z" }),
  },
  "POST /api/auth/forgot-password": {
    body: of(forgotPasswordBody, { email: "ada@example.ng" }),
    answer: of(messageAnswer, {
      message: "If an account has this address, we have sent a link to it. Please check your inbox.",
    }),
  },
  "POST /api/auth/reset-password": {
    body: of(resetPasswordBody, { token: linkToken, email: "ada@example.ng", password: "correct horse battery" }),
    answer: of(messageAnswer, { message: "Your new password is set. Please log in with it." }),
  },
  "POST /api/auth/change-password": {
    body: of(changePasswordBody, { currentPassword: "correct horse", newPassword: "correct horse battery" }),
    answer: of(messageAnswer, { message: "Your password is changed. All other devices are logged out." }),
  },
  "GET /api/auth/change-email": {
    answer: of(waitingEmailChangeAnswer, {
      waiting: { newEmail: "ada.new@example.ng", expiresAt: "2026-11-23T09:30:00.000Z" },
    }),
  },
  "POST /api/auth/change-email": {
    body: of(changeEmailBody, { newEmail: "ada.obi@example.ng", password: "correct horse" }),
    answer: of(messageAnswer, {
      message: "We have sent a link to the new address. Please open it within 24 hours.",
    }),
  },
  "POST /api/auth/confirm-email-change": {
    body: of(emailChangeLinkBody, { token: linkToken }),
    answer: of(messageAnswer, {
      message: "Your e-mail address is changed. Please use it from now on to log in.",
    }),
  },
  "POST /api/auth/undo-email-change": {
    body: of(emailChangeLinkBody, { token: linkToken }),
    answer: of(messageAnswer, {
      message:
        "The change of your e-mail address was undone, and all devices are logged out. We have sent you a link to set a new password.",
    }),
  },
  "GET /api/auth/profile": { answer: of(profileAnswer, { user: { ...user, available: user.balance } }) },
  "GET /api/users/profile": { answer: of(profileAnswer, { user: { ...user, available: user.balance } }) },
  "PUT /api/users/profile": {
    body: of(updateProfileBody, { firstName: "Ada", lastName: "Obi", phone: user.phone, address }),
    answer: of(userAnswer, { user }),
  },
  "GET /api/users/admin/search": {
    answer: of(userSearchAnswer, { users: [adminUser], pagination: { current: 1, pages: 1, total: 1, limit: 10 } }),
  },
  ...staffExamples,
  "POST /api/auctions/:id/addenda": {
    body: of(addendumBody, { text: "The drum's lid is missing." }),
    answer: of(auctionAnswer, {
      auction: { ...auction, addenda: [{ at: "2026-11-21T14:05:00.000Z", text: "The drum's lid is missing." }] },
    }),
  },
  ...notificationExamples,
  ...questionExamples,
  ...savedSearchExamples,
  ...saleExamples(auction),
  ...publicLogExamples,
  ...importExamples,
  "GET /api/admin/users/:id": {
    answer: of(userPageAnswer, {
      user: adminUser,
      facts: { hasPassword: true, usesGoogle: false, lastSeenAt: "2026-11-21T09:41:12.310Z" },
      suspensions: [{ ...suspension, liftedAt: "2026-11-23T10:00:00.000Z", liftedBy: seller, liftReason: "A mistake" }],
    }),
  },
  "GET /api/admin/users/:id/bids": {
    answer: of(userBidsAnswer, {
      bids: [
        {
          _id: `${auctionId}-7`,
          amount: 24_500,
          isAutoBid: false,
          timestamp: "2026-11-21T09:41:12.310Z",
          voidReason: null,
          auction: {
            ...{ _id: auctionId, title: "Talking drum from Ibadan", status: "active", currency: "NGN" },
            ...{ currentPrice: 24_500, endTime: "2026-11-25T18:00:00.000Z", isLeading: true },
          },
        },
      ],
      pagination: onePage,
    }),
  },
  "GET /api/admin/users/:id/actions": {
    answer: of(userActionsAnswer, {
      actions: [
        {
          ...{ _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a31", action: "role", actor: seller, auctionId: null },
          ...{ details: { from: "user", to: "admin" }, at: "2026-11-21T09:41:12.310Z" },
        },
      ],
      pagination: onePage,
    }),
  },
  "GET /api/admin/users/:id/sessions": { answer: of(userSessionsAnswer, { sessions: [elsewhere] }) },
  "DELETE /api/admin/users/:id/sessions": { answer: of(userSessionsAnswer, { sessions: [] }) },
  "GET /api/admin/users/:id/notes": { answer: of(userNotesAnswer, { notes: [userNote], pagination: onePage }) },
  "POST /api/admin/users/:id/notes": {
    body: of(userNoteBody, { text: userNote.text }),
    answer: of(userNoteAnswer, { note: userNote }),
  },
  "GET /api/admin/users/:id/suspend-preview": {
    answer: of(suspendPreviewAnswer, {
      lots: [
        {
          ...{ auctionId, title: "Talking drum from Ibadan", currency: "NGN", endTime: "2026-11-25T18:00:00.000Z" },
          ...{ effect: voidEffect, message: null },
        },
      ],
      pagination: onePage,
    }),
  },
  "POST /api/admin/users/:id/suspend": {
    body: of(suspendBody, { reason: suspension.reason, until: suspension.until, voidBids: true }),
    answer: of(suspendAnswer, { user: { ...adminUser, isBanned: true }, suspension }),
  },
  "POST /api/admin/users/:id/restore": {
    body: of(restoreBody, { reason: "A mistake" }),
    answer: of(suspendAnswer, { user: adminUser, suspension: null }),
  },
  "GET /api/users/admin/refused-usernames": {
    answer: of(refusedUsernamesAnswer, {
      users: [
        {
          _id: userId,
          username: "adal",
          email: "adal@example.ng",
          reason: "confusable",
          resembles: "ada1",
          createdAt: user.createdAt,
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 10 },
    }),
  },
  "GET /api/auth/users": { answer: of(usersAnswer, { users: [adminUser] }) },
  "PUT /api/users/admin/role/:id": {
    body: of(roleBody, { role: "admin" }),
    answer: of(adminUserAnswer, { user: { ...adminUser, role: "admin" } }),
  },
  "PUT /api/auth/users/:id/role": {
    body: of(roleBody, { role: "user", seen: "admin" }),
    answer: of(adminUserAnswer, { user: adminUser }),
  },
  "PUT /api/users/admin/balance/:id": {
    body: of(balanceBody, { balance: 50_000, action: "add", method: "cash", reason: "Cash paid at the desk" }),
    answer: of(balanceAnswer, { user: adminUser, before: 200_000 }),
  },
  "GET /api/users/admin/:id/ledger": {
    answer: of(ledgerAnswer, {
      entries: [
        {
          _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a11",
          amount: 50_000,
          balance: 250_000,
          cause: "admin add",
          actor: seller,
          auctionId: null,
          reference: null,
          note: "Cash paid at the desk",
          method: "cash",
          createdAt: "2026-11-21T09:41:12.310Z",
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "GET /api/users/receipts": { answer: of(receiptsAnswer, receiptsExample) },
  "GET /api/admin/users/:id/receipts": { answer: of(receiptsAnswer, receiptsExample) },
  "GET /api/users/receipts/:id.pdf": { answer: of(z.string(), "%PDF-1.7 …") },
  "GET /api/users/statement": {
    answer: of(statementAnswer, {
      entries: [
        {
          _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
          at: "2026-11-21T11:05:00.000Z",
          cause: "win-deposit",
          text: "Deposit for a won lot",
          amount: -4_900,
          balance: 45_100,
          auction: { _id: auctionId, title: "Talking drum" },
          settlementId: "5b0c7d3e-8a7f-4f55-8f8b-1d2f3a4b5c6d",
          reference: null,
          note: null,
        },
      ],
      total: 1,
      in: 0,
      out: 4_900,
      opening: 50_000,
      closing: 45_100,
      firstAt: "2026-11-02T08:14:55.120Z",
    }),
  },
  "GET /api/users/statement.csv": {
    answer: of(
      z.string(),
      '\ufeff"Time (Lagos)","What","Lot","Reference","Note","In (NGN)","Out (NGN)","Balance (NGN)","Cause"\r\n' +
        '"2026-11-21 12:05:00","Deposit for a won lot","Talking drum","","","",4900.00,45100.00,"win-deposit"\r\n',
    ),
  },
  "GET /api/users/deletion": {
    answer: of(deletionSchema, {
      waiting: null,
      obstacles: [{ reason: "balance", message: obstacleWords.balance }],
      hasPassword: true,
    }),
  },
  "POST /api/users/deletion": {
    body: of(deletionBody, { password: "correct horse battery staple" }),
    answer: of(deletionSchema, {
      waiting: { requestedAt: "2026-11-24T09:12:00.000Z", dueAt: "2026-12-01T09:12:00.000Z" },
      obstacles: [],
      hasPassword: true,
    }),
  },
  "DELETE /api/users/deletion": { answer: of(deletionSchema, { waiting: null, obstacles: [], hasPassword: true }) },
  "GET /api/users/consents": {
    answer: of(consentsSchema, {
      accepted: [{ document: "terms", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" }],
      missing: [{ document: "privacy", version: "2026-11-23" }],
    }),
  },
  "POST /api/users/consents": {
    body: of(consentsBody, { accepted: [{ document: "privacy", version: "2026-11-23" }] }),
    answer: of(consentsSchema, {
      accepted: [
        { document: "privacy", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" },
        { document: "terms", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" },
      ],
      missing: [],
    }),
  },
  "GET /api/users/my-data.zip": { answer: of(z.string(), "PK…") },
  "GET /api/users/statement.pdf": { answer: of(z.string(), "%PDF-1.7 …") },
  "POST /api/auth/verify-email": {
    body: of(verifyEmailBody, { token: "k3JvY2tldC1zaGlwLWluLWEtYm90dGxlLW9mLWdpbg", email: "ada@example.ng" }),
    answer: of(verifyEmailAnswer, { message: "Email verified successfully!", user }),
  },
  "POST /api/auth/resend-verification": {
    body: of(resendVerificationBody, { email: "ada@example.ng" }),
    answer: of(messageAnswer, { message: "Verification email sent successfully! Please check your inbox." }),
  },
  "POST /api/auth/google": {
    body: of(googleBody, {
      googleToken: token,
      userInfo: { email: "ada@example.ng", name: "Ada Obi", googleId: "117", picture: "https://example.ng/ada.jpg" },
    }),
    answer: of(sessionAnswer, session),
  },
  "GET /api/site": {
    answer: of(siteAnswer, {
      brandName: "Jara",
      contact: { whatsapp: "+2348012345678", email: "help@example.ng", phone: null },
      googleClientId: null,
      googleRedirect: false,
      onlineTopUp: "live",
      bankAccount: { bank: "Example Bank", number: "0123456789", name: "Jara Auctions Ltd" },
      rules: usualPercents,
      categories: [{ code: "general", label: "General Goods", isRetired: false }],
      staffMayBid: false,
      balanceRule: "check",
      serviceWorker: true,
      pushKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    }),
  },
  "GET /api/site/details": { answer: of(siteDetailsAnswer, siteDetails) },
  "GET /api/legal/:page": {
    answer: of(legalAnswer, {
      ...{ page: "refunds", title: "Payments and refunds", version: "2026-11-24", isInForce: true },
      intro: [{ kind: "paragraph", spans: [{ text: "Where your money is at each step." }] }],
      sections: [
        {
          ...{ id: "receipts", title: "Receipts" },
          blocks: [{ kind: "paragraph", spans: [{ text: "Your " }, { text: "statement", to: "/profile/statement" }] }],
        },
      ],
      notes: [
        {
          date: "2026-11-25",
          blocks: [{ kind: "paragraph", spans: [{ text: "Receipts are in naira and in words." }] }],
        },
      ],
      versions: [{ version: "2026-11-24", change: "The first version." }],
    }),
  },
  "GET /api/currency/rates": {
    answer: of(ratesAnswer, { success: true, rates: { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } }),
  },
  "POST /api/currency/convert": {
    body: of(convertBody, { amount: 25_000, fromCurrency: "NGN", toCurrency: "USD" }),
    answer: of(convertAnswer, { success: true, amount: 30, currency: "USD", rate: 0.0012 }),
  },
  "POST /api/currency/format": {
    body: of(formatBody, { amount: 24_500, currency: "NGN" }),
    answer: of(formatAnswer, { success: true, formatted: "₦24,500.00" }),
  },
  "POST /api/payments/top-ups": {
    body: of(topUpBody, { amount: 50_000 }),
    answer: of(topUpAnswer, { reference, authorizationUrl: "https://checkout.paystack.com/0peioxfhpn" }),
  },
  "GET /api/payments/top-ups": {
    answer: of(topUpsAnswer, { topUps: [{ ...topUp, createdAt: "2026-11-21T09:40:00.000Z" }] }),
  },
  "GET /api/payments/top-ups/:reference": { answer: of(topUpStatusAnswer, { ...topUp, balance: user.balance }) },
  "GET /api/banks": { answer: of(banksAnswer, { banks: [{ code: "057", name: "Zenith Bank" }] }) },
  "GET /api/users/bank-accounts": { answer: of(bankAccountsAnswer, { bankAccounts: [bankAccount] }) },
  "POST /api/users/bank-accounts/resolve": {
    body: of(resolveBankAccountBody, { bankCode: "057", accountNumber: "0123456789" }),
    answer: of(resolvedBankAccount, { bankName: "Zenith Bank", accountName: "OBI ADA", isYours: true, problem: null }),
  },
  "POST /api/users/bank-accounts": {
    body: of(addBankAccountBody, { bankCode: "057", accountNumber: "0123456789", password: "correct horse" }),
    answer: of(bankAccountAnswer, { bankAccount }),
  },
  "DELETE /api/users/bank-accounts/:id": { answer: of(bankAccountsAnswer, { bankAccounts: [] }) },
  "GET /api/users/withdrawals": {
    answer: of(withdrawalsAnswer, {
      withdrawals: [withdrawal],
      withdrawable: { amount: 30_000, balance: 50_000, reserved: 12_000, owed: 8_000 },
      obstacle: null,
      isSandbox: false,
    }),
  },
  "POST /api/users/withdrawals": {
    body: of(withdrawBody, { amount: 25_000, bankAccountId: bankAccount._id, password: "correct horse" }),
    answer: of(withdrawalAnswer, { withdrawal }),
  },
  "POST /api/users/withdrawals/:id/cancel": {
    answer: of(withdrawalAnswer, {
      withdrawal: { ...withdrawal, status: "cancelled", closedAt: "2026-11-21T10:40:00.000Z" },
    }),
  },
  "GET /api/admin/withdrawals": {
    answer: of(adminWithdrawalsAnswer, {
      withdrawals: [withdrawalForAdmins],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "POST /api/admin/withdrawals/:id/approve": {
    answer: of(adminWithdrawalAnswer, { withdrawal: { ...withdrawalForAdmins, ...decided, status: "approved" } }),
  },
  "POST /api/admin/withdrawals/:id/refuse": {
    body: of(refuseWithdrawalBody, { reason: "Please send us a document with your name first." }),
    answer: of(adminWithdrawalAnswer, {
      withdrawal: {
        ...{ ...withdrawalForAdmins, ...decided, status: "refused", closedAt: decided.decidedAt },
        reason: "Please send us a document with your name first.",
      },
    }),
  },
  "GET /api/auctions": { answer: of(auctionListAnswer, { auctions: [auction], total: 1 }) },
  "GET /api/auctions/facets": {
    answer: of(auctionFacetsAnswer, {
      category: { furniture: 3 },
      condition: { good: 2, new: 1 },
      location: { lagos: 3 },
    }),
  },
  "GET /api/auctions/user/my-auctions/counts": {
    answer: of(ownCountsAnswer, { counts: { draft: 3, active: 4, paused: 0, ended: 12, cancelled: 1, sold: 9 } }),
  },
  "GET /api/auctions/user/my-auctions": { answer: of(auctionsAnswer, [{ ...auction, reservePrice: 35_000 }]) },
  "GET /api/auctions/:id": { answer: of(auctionAnswer, { auction }) },
  "POST /api/auctions": {
    body: of(createAuctionBody, {
      title: auction.title,
      description: auction.description,
      startingPrice: 20_000,
      buyItNowPrice: 60_000,
      reservePrice: 35_000,
      bidIncrement: 500,
      currency: "NGN",
      duration: 72,
      media: auction.media,
      categories: ["collectibles"],
      condition: "good",
      location: "Ibadan",
    }),
    answer: of(auctionAnswer, { auction: { ...auction, reservePrice: 35_000 } }),
  },
  "POST /api/auctions/:id/relist": {
    body: of(relistBody, { reason: "Nobody came to the viewing." }),
    answer: of(auctionAnswer, { auction: { ...auction, status: "draft", startTime: null, bidCount: 0, leader: null } }),
  },
  "POST /api/auctions/admin/house-rules": {
    body: of(houseRulesBody, { auctionIds: [auction._id] }),
    answer: of(houseRulesAnswer, { changed: [auction._id], refused: [] }),
  },
  "POST /api/auctions/:id/duplicate": { answer: of(savedLotDraftAnswer, { draft: savedDraft }) },
  "GET /api/lot-drafts": {
    answer: of(lotDraftsAnswer, {
      drafts: [
        {
          ...{ ...savedDraft, title: draftContent.title, startTime: "2026-11-24T18:00", imageUrl: null },
          ...{ author: seller, missing: ["The starting price is missing."] },
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    }),
  },
  "GET /api/lot-drafts/:id": {
    answer: of(lotDraftAnswer, {
      draft: { ...savedDraft, author: seller, createdAt: auction.createdAt, content: draftContent },
    }),
  },
  "PUT /api/lot-drafts/:id": {
    body: of(saveLotDraftBody, { revision: 2, content: draftContent }),
    answer: of(savedLotDraftAnswer, { draft: savedDraft }),
  },
  "POST /api/lot-drafts/:id/finish": {
    body: of(finishLotDraftBody, { revision: 3 }),
    answer: of(auctionAnswer, { auction: { ...auction, status: "draft", startTime: null, bidCount: 0, leader: null } }),
  },
  "DELETE /api/lot-drafts/:id": { answer: of(messageAnswer, { message: "Draft deleted." }) },
  "GET /api/auctions/admin/all": {
    answer: of(adminAuctionsAnswer, {
      auctions: [
        {
          ...{ ...auction, reservePrice: 35_000, leader: { username: "adaeze" }, watchlistCount: 12 },
          ...{ endedAt: null, relistedFrom: null, relistedAs: null, settlementId: null },
          sale: {
            _id: "5d0c6a70-6f0e-4b0d-9a52-2f3d2a1c9e77",
            title: "November estate sale",
            lotNumber: 12,
            isPublished: true,
            opensAt: null,
          },
        },
      ],
      counts: { draft: 3, active: 41, paused: 1, ended: 120, cancelled: 4, sold: 96, upcoming: 2 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "GET /api/auctions/admin/:id/history": {
    answer: of(historyAnswer, {
      entries: [
        {
          revision: null,
          version: 9,
          at: "2026-11-21T10:02:33.120Z",
          actor: { id: userId, username: "ada" },
          type: "BidPlaced",
          summary: "ada bid ₦24,500.00 (₦500.00 above bola's ₦24,000.00).",
          details: [
            { type: "BidPlaced", bidder: { id: userId, username: "ada" }, number: 7, amount: 24_500, kind: "manual" },
          ],
        },
      ],
      total: 9,
    }),
  },
  "GET /api/auctions/admin/:id/history.csv": {
    answer: of(
      z.string(),
      '\ufeff"time (Lagos)","time (UTC)","who","what","type","amount","price after","currency","reason","version","revision"\r\n' +
        '"2026-11-21 11:02:33.120","2026-11-21T10:02:33.120Z","ada","ada bid ₦24,500.00 (₦500.00 above bola\'s ₦24,000.00).",' +
        '"BidPlaced",24500.00,24500.00,"NGN","","9",""\r\n',
    ),
  },
  "GET /api/auctions/admin/:id/complaint": {
    answer: of(complaintAnswer, {
      auction: { _id: auction._id, title: auction.title, status: "ended", endedAt: "2026-11-21T11:44:25.183Z" },
      people: [{ _id: userId, username: "chidi", accepted: 0, refused: 1 }],
      entries: [
        {
          ...{ at: "2026-11-21T11:44:25.330Z", kind: "refused", version: null },
          text: "Refused bid of ₦31,000.00: too late by 0.147 s.",
        },
      ],
    }),
  },
  "DELETE /api/auctions/:id": { answer: of(messageAnswer, { message: "Auction deleted successfully!" }) },
  "PUT /api/auctions/:id": {
    body: of(updateAuctionBody, {
      description: "Hand-carved, goat skin, with its beater and a bag.",
      media: auction.media,
    }),
    answer: of(auctionAnswer, { auction: { ...auction, reservePrice: 35_000 } }),
  },
  "PUT /api/auctions/admin/:id": {
    body: of(updateAuctionBody, {
      title: auction.title,
      description: auction.description,
      startingPrice: 20_000,
      buyItNowPrice: null,
      reservePrice: 30_000,
      bidIncrement: 250,
      currency: "NGN",
      endTime: "2026-11-24T08:00:00.000Z",
      status: "active",
      condition: "good",
      categories: ["collectibles"],
      location: "Ibadan",
    }),
    answer: of(auctionAnswer, {
      auction: { ...auction, reservePrice: 30_000, endTime: "2026-11-24T08:00:00.000Z", duration: 96 },
    }),
  },
  "POST /api/upload/single": {
    answer: of(uploadAnswer, {
      file: {
        url: "/media/3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        filename: "3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        originalName: "IMG_2041.jpg",
        type: "image",
      },
    }),
  },
  "PATCH /api/auctions/admin/:id/status": {
    body: of(statusBody, { status: "active", seen: "paused" }),
    answer: of(auctionAnswer, { auction: { ...auction, reservePrice: 35_000 } }),
  },
  "PATCH /api/auctions/:id/cancel": {
    answer: of(auctionAnswer, { auction: { ...auction, reservePrice: 35_000, status: "cancelled" } }),
  },
  "GET /api/auctions/:id/changes": {
    answer: of(changesAnswer, {
      changes: [
        {
          contentVersion: 2,
          at: "2026-11-22T13:05:00.000Z",
          fields: [{ field: "title", before: "Talking drum", after: "Talking drum from Ibadan" }],
        },
      ],
    }),
  },
  "GET /api/auctions/:id/bidders": {
    answer: of(biddersAnswer, {
      bidders: [{ _id: adminUser._id, username: "ada", bidCount: 4, highestBid: 24_500, isLeading: true }],
    }),
  },
  "GET /api/auctions/:id/void-bids/preview": { answer: of(voidBidsAnswer, { auction: forAdmins, effect: voidEffect }) },
  "POST /api/auctions/:id/void-bids": {
    body: of(voidBidsBody, { userId: adminUser._id, reason: "mistaken-amount", note: "Three zeros too many." }),
    answer: of(voidBidsAnswer, { auction: forAdmins, effect: voidEffect }),
  },
  "POST /api/auctions/:id/withdraw-bids": {
    answer: of(outcomeAnswer, { auction: { ...outcome, isLeading: false }, receipt: bidReceipt }),
  },
  "POST /api/admin/users/:id/void-bids": {
    body: of(voidAllBidsBody, { reason: "suspended" }),
    answer: of(voidAllBidsAnswer, {
      lots: [{ auctionId, title: auction.title, ok: true, effect: voidEffect, message: null }],
    }),
  },
  "POST /api/maxbids/:id/confirm": {
    body: of(confirmMaxBidBody, { contentVersion: 2 }),
    answer: of(setMaxBidAnswer, { maxBid: { ...maxBid, contentVersion: 2 }, auction: outcome, receipt: bidReceipt }),
  },
  "POST /api/auctions/:id/buy-it-now": {
    body: of(buyItNowBody, { price: 60_000 }),
    answer: of(buyItNowAnswer, {
      auction: {
        _id,
        title: auction.title,
        status: "paused",
        version: 10,
        currency: "NGN",
        buyItNowPrice: 60_000,
        buyItNowFee: 3_000,
        totalAmount: 63_000,
        pausedUntil: paymentInstructions.deadline,
      },
      paymentInstructions,
      receipt: bidReceipt,
    }),
  },
  "GET /api/auctions/:id/buy-it-now-status": {
    answer: of(buyItNowStatusAnswer, { available: true, reason: null, requiredBalance: 12_000, purchase: null }),
  },
  "GET /api/auctions/:id/win": {
    answer: of(winAnswer, { win }),
  },
  "GET /api/users/purchases": {
    answer: of(purchasesAnswer, {
      purchases: [win],
      due: 1,
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "GET /api/users/second-chances": { answer: of(secondChancesAnswer, { offers: [secondChance] }) },
  "POST /api/second-chances/:id/accept": { answer: of(secondChanceAnswer, { win }) },
  "POST /api/second-chances/:id/decline": { answer: of(secondChanceAnswer, { win: null }) },
  "POST /api/settlements/:id/payments": {
    body: of(payBody, { method: "transfer", amount: 19_600, reference: "GTB 7781" }),
    answer: of(payAnswer, { settlement: { ...closedSettlement, status: "paid", paid: 19_600, remaining: 0 } }),
  },
  "POST /api/settlements/:id/extend": {
    body: of(extendBody, { dueAt: "2026-11-30T08:00:00.000Z", reason: "The bank was closed" }),
    answer: of(settlementAnswer, { settlement }),
  },
  "POST /api/settlements/:id/reverse": {
    body: of(reasonBody, { reason: "The transfer bounced" }),
    answer: of(settlementAnswer, { settlement }),
  },
  "POST /api/settlements/:id/refund": {
    body: of(refundBody, { to: "balance", reason: "The lot was damaged in our store" }),
    answer: of(settlementAnswer, {
      settlement: { ...closedSettlement, status: "refunded", refund: { to: "balance", amountNgn: 24_500 } },
    }),
  },
  "POST /api/settlements/:id/second-chance": {
    answer: of(settlementAnswer, { settlement: { ...closedSettlement, status: "forfeited", penaltyNgn: 2_450 } }),
  },
  "POST /api/settlements/:id/ready": {
    body: of(readyBody, { place: "12 Allen Avenue, Ikeja", hours: "Monday to Friday, 9:00 to 16:00" }),
    answer: of(settlementAnswer, { settlement: { ...closedSettlement, status: "paid" } }),
  },
  "POST /api/settlements/:id/handed-over": {
    body: of(handoverBody, { code: "402913" }),
    answer: of(settlementAnswer, { settlement: { ...closedSettlement, status: "paid" } }),
  },
  "POST /api/settlements/:id/pardon": {
    body: of(reasonBody, { reason: "Illness" }),
    answer: of(settlementAnswer, { settlement: { ...closedSettlement, status: "forfeited", penaltyNgn: 2_450 } }),
  },
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": {
    answer: of(messageAnswer, {
      message: "The lot is sold to its highest bidder. The payment is due like a win's.",
    }),
  },
  "POST /api/bids": {
    body: of(placeBidBody, { auctionId, amount: 24_500 }),
    answer: of(placeBidAnswer, { bid: placed, auction: outcome, receipt: bidReceipt }),
  },
  "GET /api/bids/auction/:id": { answer: of(bidListAnswer, { bids: [bid], total: 7 }) },
  "GET /api/bids/auction/:id/highest": { answer: of(highestBidAnswer, { bid }) },
  "GET /api/watchlist": {
    answer: of(watchlistAnswer, {
      ...{ auctions: [auction], outbid: [], wishes: { [auctionId]: 45_000 } },
      pagination: { current: 1, pages: 1, total: 1, limit: 24 },
    }),
  },
  "GET /api/watchlist/reminders": { answer: of(remindersAnswer, { reminders: ["1h", "price"] }) },
  "PUT /api/watchlist/reminders": {
    body: of(remindersBody, { reminders: ["1h", "price"] }),
    answer: of(remindersAnswer, { reminders: ["1h", "price"] }),
  },
  "POST /api/watchlist": {
    body: of(watchBody, { auctionIds: [auctionId] }),
    answer: of(watchManyAnswer, { added: 1 }),
  },
  "GET /api/watchlist/ids": { answer: of(watchedIdsAnswer, { ids: [auctionId] }) },
  "GET /api/watchlist/lots": { answer: of(watchedLotsAnswer, { auctions: [auction] }) },
  "PUT /api/watchlist/:id": {
    body: of(watchOneBody, { wishPrice: 45_000 }),
    answer: of(watchAnswer, { isWatching: true, wishPrice: 45_000 }),
  },
  "DELETE /api/watchlist/:id": { answer: of(watchAnswer, { isWatching: false }) },
  "GET /api/bids/user/my-bids": {
    answer: of(myBidsAnswer, [{ ...placed, kind: "manual", auction: { ...auction, isLeading: true } }]),
  },
  "GET /api/bids/user/my-auctions": {
    answer: of(myAuctionsAnswer, {
      auctions: [
        {
          auction: { ...auction, isLeading: true },
          ...{ highestBid: placed.amount, bidCount: 1, bids: [{ ...placed, kind: "manual" }] },
          ...{ maxBid: { _id: maxBid._id, maxAmount: maxBid.maxAmount, isSuspended: false }, owed: null, offer: null },
        },
      ],
      tab: "active",
      counts: { action: 0, active: 1, won: 0, lost: 3 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "POST /api/maxbids": {
    body: of(setMaxBidBody, { auctionId, maxAmount: 40_000, currency: "NGN" }),
    answer: of(setMaxBidAnswer, { maxBid, auction: outcome, receipt: bidReceipt }),
  },
  "GET /api/maxbids/auction/:id": { answer: of(maxBidAnswer, { maxBid }) },
  "GET /api/maxbids/auction/:id/all": { answer: of(maxBidsAnswer, { maxBids: [maxBid] }) },
  "GET /api/maxbids/user/active": {
    answer: of(myMaxBidsAnswer, { maxBids: [{ ...maxBid, image: auction.imageUrl, isLeading: true, isWon: false }] }),
  },
  "DELETE /api/maxbids/:id": {
    answer: of(cancelMaxBidAnswer, { message: "Max bid cancelled successfully!", receipt: bidReceipt }),
  },

  "GET /api/settlements": {
    answer: of(settlementsAnswer, {
      settlements: [settlement],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "GET /api/settlements.csv": {
    answer: of(
      z.string(),
      '\ufeff"reference","kind","status","lot","lot id","buyer",…\r\n' +
        '"JARA-6F1F-3C1E-8A52","win","open","Talking drum from Ibadan",…\r\n',
    ),
  },
  "GET /api/settlements/:id": {
    answer: of(settlementDetailsAnswer, {
      settlement,
      payments: [payment],
      offers: [],
      actions: [{ at: payment.at, by: seller, action: "payment booked", reason: null }],
      approvals: [],
    }),
  },
  "GET /api/admin/users/:id/payer-record": {
    answer: of(payerRecordAnswer, {
      record: { open: 1, paid: 4, unpaid: 1, pardoned: 0, waived: 0, maxUnpaidWins: 2, isBiddingSuspended: false },
      settlements: [settlement],
    }),
  },
  "GET /api/admin/audit-log": {
    answer: of(auditLogAnswer, {
      entries: [
        {
          _id: "0b8f1a52-4a8e-4a57-9d0e-6d1b8a0f2c11",
          at: "2026-11-24T09:12:00.000Z",
          action: "balance",
          actor: seller,
          subject: { _id: userId, username: "ada" },
          auction: null,
          via: "request",
          device: "Chrome on Windows",
          network: "102.89.x.x",
          details: { action: "add", amount: 500_000, before: 0, after: 500_000, reason: "Paid in cash" },
        },
      ],
      actions: ["balance", "logged in", "lot edited"],
      isPartial: false,
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    }),
  },
  "GET /api/admin/audit-log.csv": {
    answer: of(
      z.string(),
      '\ufeff"time (UTC)","time (Lagos)","who","who (id)","action",…\r\n' +
        '"2026-11-24T09:12:00.000Z","2026-11-24 10:12:00","bola","…","balance",…\r\n',
    ),
  },
  "GET /api/admin/takings": {
    answer: of(takingsAnswer, {
      from: "2026-11-24",
      to: "2026-11-24",
      at: "2026-11-24T16:00:00.000Z",
      isPartial: false,
      due: { count: 1, ngn: 9_600, inCurrency: { NGN: 9_600, USD: 0 } },
      overdue: noSums,
      received: (["balance", "online", "transfer", "cash", "outside"] as const).map((method) => ({
        method,
        ...(method === "transfer" ? { count: 1, ngn: 10_000, inCurrency: { NGN: 10_000, USD: 0 } } : noSums),
        ...{ surplusNgn: 0, addedNgn: 0, totalNgn: method === "transfer" ? 10_000 : 0 },
      })),
      reversed: noSums,
      outgoing: (["online", "transfer", "cash", "outside"] as const).map((method) => ({
        ...{ method, reversedNgn: 0, paidOutNgn: 0, totalNgn: 0 },
      })),
      edits: [],
      balances: {
        depositsTaken: 4_900,
        depositsReturned: 0,
        penaltiesKept: 0,
        penaltiesReturned: 0,
        refunds: 0,
        surpluses: 0,
        takenBack: 0,
        withdrawalsPaid: 0,
      },
      payments: [
        {
          ...payment,
          settlement: { _id: settlement._id, kind: "win", reference: settlement.reference },
          auction: { _id: auctionId, title: auction.title, currency: "NGN" },
          payer: { _id: userId, username: "ada" },
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    }),
  },
  "GET /api/admin/takings.csv": {
    answer: of(
      z.string(),
      '\ufeff"time (UTC)","time (Lagos)","method","amount","currency",…\r\n' +
        '"2026-11-24T09:12:00.000Z","2026-11-24 10:12:00","transfer",10000.00,"NGN",…\r\n',
    ),
  },
  "POST /api/settlements/:id/payment-received": {
    answer: of(settlementAnswer, {
      settlement: { ...closedSettlement, status: "paid", auction: { ...settlement.auction, status: "sold" } },
    }),
  },
  "POST /api/settlements/:id/waive": {
    body: of(waiveBody, { note: "The item was damaged in our store." }),
    answer: of(settlementAnswer, {
      settlement: { ...closedSettlement, status: "waived", note: "The item was damaged in our store." },
    }),
  },
  "POST /api/settlements/:id/retry": { answer: of(settlementAnswer, { settlement }) },
  "GET /api/admin/settings": { answer: of(settingsAnswer, { settings: [setting], openLots: 12 }) },
  "PUT /api/admin/settings": {
    body: of(changeSettingBody, {
      ...{
        section: "lot-rules",
        value: { ...usualPercents, feePercent: 7.5 },
        version: 3,
        reason: "The board decided it",
      },
    }),
    answer: of(settingAnswer, { setting }),
  },
  "GET /api/admin/settings/:section/history": {
    answer: of(settingHistoryAnswer, {
      versions: [settingVersion],
      pagination: { current: 1, pages: 1, total: 4, limit: 20 },
    }),
  },
  "POST /api/admin/settings/bank-account/changes/:id/approve": { answer: of(settingAnswer, { setting }) },
  "DELETE /api/admin/settings/bank-account/changes/:id": { answer: of(settingAnswer, { setting }) },
  "GET /api/admin/holidays": { answer: of(holidaysAnswer, { holidays: [holiday] }) },
  "PUT /api/admin/holidays/:date": {
    body: of(holidayBody, { name: "Independence Day", seen: null }),
    answer: of(holidayAnswer, { holiday }),
  },
  "DELETE /api/admin/holidays/:date": { answer: of(messageAnswer, { message: "Holiday removed" }) },
  "GET /api/admin/exchange-rate": { answer: of(exchangeRateState, exchangeRate) },
  "POST /api/admin/exchange-rate/:id/confirm": { answer: of(exchangeRateState, confirmedRate) },
  "POST /api/admin/exchange-rate/:id/reject": { answer: of(exchangeRateState, rejectedRate) },
};
