// The REST contract: request bodies and queries (strict: unknown fields are refused) and the shapes of answers.
// The server validates with these and makes its OpenAPI document from them; the client's types come from them.
import * as z from "zod/mini";
import {
  amountSchema,
  auctionOutcomeSchema,
  auctionSchema,
  auctionStatuses,
  bidSchema,
  categories,
  conditions,
  contentChangeSchema,
  contentVersionSchema,
  DESCRIPTION_MAX,
  idSchema,
  LOCATION_MAX,
  maxBidSchema,
  mediaSchema,
  myBidSchema,
  softCloseSchema,
  TITLE_MAX,
  voidReasons,
} from "./auction.ts";
import { currencies, formatMoney, isWireAmount, MAX_AMOUNT } from "./money.ts";
import { plainText } from "./plain-text.ts";
import { hasUsableCharacters, isOfOneScript, USERNAME_MAX, USERNAME_MIN } from "./usernames.ts";
import { PASSWORD_MAX, PASSWORD_MIN, roles, userSchema } from "./users.ts";

const trimmed = (min: number, max: number) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max), plainText);

// --- accounts

export const emailSchema = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email("Please enter a valid email address"));
export const usernameSchema = z.string().check(
  // The same name written in other code points (ａｄａ, ﬁ) is the same name.
  z.normalize("NFKC"),
  z.trim(),
  z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters long`),
  z.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters long`),
  z.refine(hasUsableCharacters, "Username can have letters, digits, dots, dashes and underscores only"),
  z.refine(isOfOneScript, "Username can have letters of one alphabet only"),
);

export const registerBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: z
    .string()
    .check(
      z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`),
      z.maxLength(PASSWORD_MAX, `Password can be at most ${PASSWORD_MAX} characters long`),
    ),
});
const TICKET = /^[\w-]{43}$/;
export const LOGIN_CODE_DIGITS = 8;
const CODE = new RegExp(`^\\d{${LOGIN_CODE_DIGITS}}$`);
export const loginBody = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254), plainText),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  /** The mailed code with the ticket that came when it was asked for; the limits do not apply to a log-in with both. */
  code: z.optional(
    z.strictObject({ ticket: z.string().check(z.regex(TICKET)), digits: z.string().check(z.regex(CODE)) }),
  ),
});
/** Asks for a code by e-mail. The answer is the same whether or not one is sent. */
export const loginCodeBody = z.strictObject({ email: loginBody.shape.email, password: loginBody.shape.password });
export const loginCodeAnswer = z.object({ ticket: z.string() });
export const verifyEmailBody = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  email: emailSchema,
});
export const resendVerificationBody = z.strictObject({ email: emailSchema });

const profileText = (max: number) => z.optional(z.nullable(trimmed(0, max)));
/** What is left out stays as it is; null or empty removes it. */
export const updateProfileBody = z.strictObject({
  firstName: profileText(60),
  lastName: profileText(60),
  phone: z.optional(
    z.nullable(z.string().check(z.trim(), z.regex(/^(\+?[\d ()-]{5,25})?$/, "must be a phone number"))),
  ),
  address: z.optional(
    z.strictObject({
      street: profileText(120),
      city: profileText(80),
      state: profileText(80),
      zipCode: profileText(20),
      country: profileText(80),
    }),
  ),
  wantsOutbidMail: z.optional(z.boolean()),
});
export type UpdateProfileBody = z.infer<typeof updateProfileBody>;

/** `userInfo` is what the browser claims; the server believes the token alone. */
export const googleBody = z.strictObject({
  googleToken: z.string().check(z.minLength(1), z.maxLength(8192)),
  userInfo: z.optional(z.looseObject({})),
});

export const sessionAnswer = z.object({ user: userSchema, token: z.string(), requiresEmailVerification: z.boolean() });
/** Has no session if the site hides which addresses have accounts: the account logs in once its address is verified. */
export const registerAnswer = z.object({
  user: z.nullable(userSchema),
  token: z.nullable(z.string()),
  requiresEmailVerification: z.boolean(),
});
export type RegisterAnswer = z.infer<typeof registerAnswer>;
export const userAnswer = z.object({ user: userSchema });
export const verifyEmailAnswer = z.object({ message: z.string(), user: userSchema });
export const messageAnswer = z.object({ message: z.string() });

// --- auctions

export const sortFields = ["createdAt", "startingPrice", "currentPrice", "endTime", "title"] as const;
export type SortField = (typeof sortFields)[number];

const queryAmount = z.pipe(
  z.string().check(
    z.regex(/^\d{1,11}(\.\d{1,2})?$/, "must be an amount of at least 0 with at most 2 decimals"),
    z.refine((digits) => Number(digits) <= MAX_AMOUNT, "must be at most 10,000,000,000.00"),
  ),
  z.transform(Number),
);
const queryFlag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((flag) => flag === "true"),
);
const queryWhole = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1")),
    z.transform((digits) => Math.min(Number(digits), max)),
  );

export const LIST_LIMIT_DEFAULT = 24;
export const LIST_LIMIT_MAX = 100;

export const auctionListQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  minPrice: z.optional(queryAmount),
  maxPrice: z.optional(queryAmount),
  currency: z.optional(z.enum(currencies)),
  hasReserve: z.optional(queryFlag),
  hasBuyItNow: z.optional(queryFlag),
  sortBy: z.optional(z.enum(sortFields)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
export type AuctionListQuery = z.infer<typeof auctionListQuery>;
export const pageQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

/** For a user's own auctions and bids: bare lists, newest first. A page shorter than `limit` is the last. */
export const MINE_LIMIT_DEFAULT = 50;

const when = z.iso.datetime({ offset: true });

export const DURATION_DEFAULT_HOURS = 24;
export const createAuctionBody = z
  .strictObject({
    title: trimmed(1, TITLE_MAX),
    description: trimmed(1, DESCRIPTION_MAX),
    startingPrice: amountSchema,
    buyItNowPrice: z.optional(z.nullable(amountSchema)),
    reservePrice: z.optional(z.nullable(amountSchema)),
    bidIncrement: z.optional(amountSchema),
    currency: z.optional(z.enum(currencies)),
    startTime: z.optional(z.nullable(when)),
    endTime: z.optional(z.nullable(when)),
    /** Hours; used where no end time is given. */
    duration: z.optional(z.nullable(z.number().check(z.minimum(1), z.maximum(24 * 365)))),
    media: z.optional(z.array(mediaSchema).check(z.maxLength(30))),
    categories: z.optional(z.array(z.enum(categories)).check(z.maxLength(categories.length))),
    condition: z.optional(z.enum(conditions)),
    location: z.optional(z.nullable(trimmed(0, LOCATION_MAX))),
    softClose: z.optional(z.nullable(softCloseSchema)),
  })
  .check(
    z.refine(
      ({ buyItNowPrice, reservePrice }) =>
        buyItNowPrice == null || reservePrice == null || buyItNowPrice >= reservePrice,
      { path: ["buyItNowPrice"], error: "Buy It Now price cannot be lower than the reserve price" },
    ),
    z.refine((body) => body.buyItNowPrice == null || body.buyItNowPrice > body.startingPrice, {
      path: ["buyItNowPrice"],
      error: "Buy It Now price must be higher than starting price",
    }),
    z.refine((body) => body.reservePrice == null || body.reservePrice >= body.startingPrice, {
      path: ["reservePrice"],
      error: "Reserve price cannot be lower than starting price",
    }),
    z.refine((body) => new Set(body.categories).size === (body.categories?.length ?? 0), {
      path: ["categories"],
      error: "Each category can be given once",
    }),
  );
export type CreateAuctionBody = z.infer<typeof createAuctionBody>;

/** Fits as it is into an auction's `media`. */
export const uploadAnswer = z.object({
  file: z.object({
    url: z.string(),
    filename: z.string(),
    originalName: z.string(),
    type: z.enum(["image", "video"]),
  }),
});
export type Uploaded = z.infer<typeof uploadAnswer>;

/** What is left out stays as it is; null removes. Prices are held against what stays by the rules. */
export const updateAuctionBody = z.strictObject({
  title: z.optional(trimmed(1, TITLE_MAX)),
  description: z.optional(trimmed(1, DESCRIPTION_MAX)),
  startingPrice: z.optional(amountSchema),
  buyItNowPrice: z.optional(z.nullable(amountSchema)),
  reservePrice: z.optional(z.nullable(amountSchema)),
  bidIncrement: z.optional(amountSchema),
  currency: z.optional(z.enum(currencies)),
  /** Of a draft alone; null: it starts when an admin says so. */
  startTime: z.optional(z.nullable(when)),
  /** A time that has passed closes the auction; null: the end stays. */
  endTime: z.optional(z.nullable(when)),
  status: z.optional(z.enum(auctionStatuses)),
  media: z.optional(z.array(mediaSchema).check(z.maxLength(30))),
  categories: z.optional(
    z.array(z.enum(categories)).check(
      z.maxLength(categories.length),
      z.refine((codes) => new Set(codes).size === codes.length, "Each category can be given once"),
    ),
  ),
  condition: z.optional(z.enum(conditions)),
  location: z.optional(z.nullable(trimmed(0, LOCATION_MAX))),
  /** Allowed only before the first bid; null: bids do not move the end. */
  softClose: z.optional(z.nullable(softCloseSchema)),
});
export type UpdateAuctionBody = z.infer<typeof updateAuctionBody>;

export const changesAnswer = z.object({ changes: z.array(contentChangeSchema) });

export const VOID_NOTE_MAX = 500;
const voidFields = {
  reason: z.enum(voidReasons),
  /** A sentence; needed with the reason `other`. */
  note: z.optional(z.nullable(trimmed(0, VOID_NOTE_MAX))),
};
const isExplained = ({ reason, note }: { reason: string; note?: string | null | undefined }): boolean =>
  reason !== "other" || Boolean(note);
const unexplained = { path: ["note"], error: "Say why in a sentence" };
export const voidBidsBody = z
  .strictObject({ userId: idSchema, ...voidFields })
  .check(z.refine(isExplained, unexplained));
export type VoidBidsBody = z.infer<typeof voidBidsBody>;
export const voidPreviewQuery = z.object({ userId: idSchema });
const nameOrNull = z.nullable(z.object({ username: z.string() }));
/** Amounts in the auction's currency. */
export const voidEffect = z.object({
  priceBefore: z.number(),
  priceAfter: z.number(),
  leaderBefore: nameOrNull,
  leaderAfter: nameOrNull,
});
export type VoidEffect = z.infer<typeof voidEffect>;
export const voidBidsAnswer = z.object({ auction: auctionSchema, effect: voidEffect });
/** Voids all bids of an account on all lots that are open. */
export const voidAllBidsBody = z.strictObject(voidFields).check(z.refine(isExplained, unexplained));
export const voidAllBidsAnswer = z.object({
  lots: z.array(
    z.object({
      auctionId: z.string(),
      title: z.string(),
      ok: z.boolean(),
      /** Null where it was refused. */
      effect: z.nullable(voidEffect),
      /** The refusal's sentence; null where the bids are void. */
      message: z.nullable(z.string()),
    }),
  ),
});
/** People with bids on an auction that still count, for administrators. */
export const biddersAnswer = z.object({
  bidders: z.array(
    z.object({
      _id: z.string(),
      username: z.string(),
      bidCount: z.int(),
      highestBid: z.number(),
      isLeading: z.boolean(),
    }),
  ),
});

export const statusBody = z.strictObject({ status: z.enum(auctionStatuses) });

export const auctionListAnswer = z.object({ auctions: z.array(auctionSchema), total: z.int() });
export const auctionAnswer = z.object({ auction: auctionSchema });
export const auctionsAnswer = z.array(auctionSchema);

// --- administrators' calls on auctions

export const ADMIN_AUCTIONS_LIMIT_DEFAULT = 20;
export const adminAuctionsQuery = z.object({
  status: z.optional(z.enum(auctionStatuses)),
  search: z.optional(z.string().check(z.maxLength(200), plainText)),
  sortBy: z.optional(z.enum(sortFields)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
export type AdminAuctionsQuery = z.infer<typeof adminAuctionsQuery>;
/** `pages` is at least 1. */
export const adminAuctionsAnswer = z.object({
  auctions: z.array(auctionSchema),
  pagination: z.object({ current: z.int(), pages: z.int(), total: z.int(), limit: z.int() }),
});
export type AdminAuctions = z.infer<typeof adminAuctionsAnswer>;

/** One accepted command, in a sentence or several for people. */
export const historyEntry = z.object({
  /** Null while the auction is open: a gap would tell of hidden changes. */
  revision: z.nullable(z.int()),
  /** The public version that it made; null for a hidden change. */
  version: z.nullable(z.int()),
  at: z.string(),
  /** Null: the clock. */
  actor: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** Of its first event. */
  type: z.string(),
  summary: z.string(),
  /** The events, amounts in major units. */
  details: z.array(z.looseObject({ type: z.string() })),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyKinds = ["bids", "edits", "status", "payments"] as const;
export type HistoryKind = (typeof historyKinds)[number];
/** Without a kind: everything. Without an order: newest first. */
export const historyQuery = z.object({
  ...pageQuery.shape,
  kind: z.optional(z.enum(historyKinds)),
  order: z.optional(z.enum(["newest", "oldest"])),
});
/** In the order asked for; `total` counts what was asked for. */
export const historyAnswer = z.object({ entries: z.array(historyEntry), total: z.int() });

// --- Buy It Now

export const purchaseStatuses = ["pending", "paid", "forfeited", "void"] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export const paymentInstructions = z.object({ deadline: z.string(), whatsapp: z.string(), email: z.string() });
/** Amounts in the auction's currency; the fee is 5% of the price, the total both together. */
export const boughtAuction = z.object({
  _id: z.string(),
  title: z.string(),
  status: z.enum(auctionStatuses),
  version: z.int(),
  currency: z.enum(currencies),
  buyItNowPrice: z.number(),
  buyItNowFee: z.number(),
  totalAmount: z.number(),
  pausedUntil: z.string(),
});
export const buyItNowAnswer = z.object({ auction: boughtAuction, paymentInstructions });
export type BuyItNowAnswer = z.infer<typeof buyItNowAnswer>;

/** Why Buy It Now is not available to the caller, the first that holds. */
export const buyItNowReasons = [
  "no-price",
  "not-active",
  "ending-soon",
  "signed-out",
  "own-auction",
  "email-not-verified",
  "insufficient-balance",
  "conflict-of-interest",
  "price-reached",
  "purchase-open",
  "forfeited-before",
] as const;
export type BuyItNowReason = (typeof buyItNowReasons)[number];

export const buyItNowStatusAnswer = z.object({
  available: z.boolean(),
  /** Null when available. */
  reason: z.nullable(z.enum(buyItNowReasons)),
  /** NGN, 20% of the Buy It Now price; null without one. */
  requiredBalance: z.nullable(z.number()),
  /** The newest purchase: null before the first. */
  purchase: z.nullable(
    z.object({
      status: z.enum(purchaseStatuses),
      deadline: z.string(),
      mine: z.boolean(),
      /** For its buyer alone, while it is pending. */
      paymentInstructions: z.optional(paymentInstructions),
    }),
  ),
});
export type BuyItNowStatus = z.infer<typeof buyItNowStatusAnswer>;

// --- currency

export const exchangeRates = z.object({ NGN_TO_USD: z.number(), USD_TO_NGN: z.number() });
export const ratesAnswer = z.object({ success: z.boolean(), rates: exchangeRates });
/** What administrators see of the rates. */
export const exchangeRateState = z.object({
  rates: exchangeRates,
  /** When the rates were accepted last; null while they are the fallback. */
  acceptedAt: z.nullable(z.string()),
  /** The provider's rate that differs by more than a fifth and is not in force. `_id` names this figure alone. */
  candidate: z.nullable(
    z.object({
      _id: z.string(),
      USD_TO_NGN: z.number(),
      since: z.string(),
      /** Not null: an administrator rejected it, and the provider still names it. */
      rejectedAt: z.nullable(z.string()),
    }),
  ),
});
export type ExchangeRateState = z.infer<typeof exchangeRateState>;
const anyAmount = z.number().check(
  z.nonnegative(),
  z.refine((amount) => isWireAmount(amount), "must be at most 10,000,000,000.00 with at most 2 decimals"),
);
export const convertBody = z.strictObject({
  amount: anyAmount,
  fromCurrency: z.enum(currencies),
  toCurrency: z.enum(currencies),
});
export const convertAnswer = z.object({
  success: z.boolean(),
  amount: z.number(),
  currency: z.enum(currencies),
  rate: z.number(),
});
export const formatBody = z.strictObject({ amount: anyAmount, currency: z.enum(currencies) });
export const formatAnswer = z.object({ success: z.boolean(), formatted: z.string() });

// --- adding money to one's balance

/** NGN. Paystack takes no more than the maximum in one payment. */
export const TOP_UP_MIN = 100;
export const TOP_UP_MAX = 10_000_000;
export const topUpBody = z.strictObject({
  amount: amountSchema.check(
    z.minimum(TOP_UP_MIN, `The smallest top-up is ${formatMoney(TOP_UP_MIN, "NGN")}`),
    z.maximum(TOP_UP_MAX, `The largest top-up is ${formatMoney(TOP_UP_MAX, "NGN")}`),
  ),
});
/** Where to send the payer's browser. */
export const topUpAnswer = z.object({ reference: z.string(), authorizationUrl: z.string() });
export type TopUpStarted = z.infer<typeof topUpAnswer>;
export const topUpStatuses = ["pending", "paid", "failed"] as const;
export const topUpStatusAnswer = z.object({
  reference: z.string(),
  status: z.enum(topUpStatuses),
  amount: z.number(),
  /** The balance now, NGN. */
  balance: z.number(),
});
export type TopUpStatus = z.infer<typeof topUpStatusAnswer>;
/** The caller's, newest first. */
export const topUpsAnswer = z.object({
  topUps: z.array(
    z.object({ reference: z.string(), status: z.enum(topUpStatuses), amount: z.number(), createdAt: z.string() }),
  ),
});
export type TopUps = z.infer<typeof topUpsAnswer>;

// --- the site

/** What the client must know of the server's configuration. */
export const siteAnswer = z.object({
  brandName: z.string(),
  contact: z.object({ whatsapp: z.string(), email: z.string() }),
  /** Null: no Google sign-in. */
  googleClientId: z.nullable(z.string()),
  /** Whether `GET /auth/google` leads to Google: the way without its script. */
  googleRedirect: z.boolean(),
  /** `sandbox`: no money moves (development without keys). */
  onlineTopUp: z.enum(["live", "sandbox", "off"]),
  /** Null: no transfers. */
  bankAccount: z.nullable(z.object({ bank: z.string(), number: z.string(), name: z.string() })),
  /** Whether administrators may bid and buy. */
  staffMayBid: z.boolean(),
});
export type Site = z.infer<typeof siteAnswer>;

// --- administrators' calls on users

export const USERS_LIMIT_DEFAULT = 10;
export const USERS_LIMIT_MAX = 100;
const searchText = z.string().check(z.maxLength(200), plainText);
/** `pages` is at least 1. */
export const paginationSchema = z.object({ current: z.int(), pages: z.int(), total: z.int(), limit: z.int() });
export type Pagination = z.infer<typeof paginationSchema>;

/** `q` is looked for in username, e-mail address and full name. */
export const userSearchQuery = z.object({
  q: z.optional(searchText),
  role: z.optional(z.enum(roles)),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(USERS_LIMIT_MAX)),
});
/** A user as an administrator sees them. */
export const adminUserSchema = z.object({ ...userSchema.shape, isBanned: z.boolean() });
export type AdminUser = z.infer<typeof adminUserSchema>;
export const userSearchAnswer = z.object({ users: z.array(adminUserSchema), pagination: paginationSchema });
export type UserSearch = z.infer<typeof userSearchAnswer>;
/** Why the rule for new usernames would refuse one: `confusable` looks like another account's, `reserved` like You or admin. */
export const usernameProblems = ["characters", "scripts", "reserved", "confusable"] as const;
export type UsernameProblem = (typeof usernameProblems)[number];
export const refusedUsernamesAnswer = z.object({
  users: z.array(
    z.object({
      _id: z.string(),
      username: z.string(),
      email: z.string(),
      reason: z.enum(usernameProblems),
      resembles: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  pagination: paginationSchema,
});
export type RefusedUsernames = z.infer<typeof refusedUsernamesAnswer>;
export const usersAnswer = z.object({ users: z.array(adminUserSchema) });
export const adminUserAnswer = z.object({ user: adminUserSchema });

export const roleBody = z.strictObject({ role: z.enum(roles) });

export const balanceActions = ["set", "add", "subtract"] as const;
export type BalanceAction = (typeof balanceActions)[number];
const VALID_AMOUNT = "Please enter a valid amount";
/** `balance` is the amount to set, add or subtract, in NGN. */
export const balanceBody = z.strictObject({
  balance: z.number(VALID_AMOUNT).check(z.refine((amount) => amount >= 0 && isWireAmount(amount), VALID_AMOUNT)),
  action: z.enum(balanceActions),
});

/** One change of a balance, NGN; `amount` is below zero where money was taken. */
export const ledgerEntrySchema = z.object({
  _id: z.string(),
  amount: z.number(),
  /** The balance after it. */
  balance: z.number(),
  /** "top-up", "admin set", "admin add", "admin subtract", a forfeit. */
  cause: z.string(),
  /** Who did it: null where nobody did. */
  actor: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  auctionId: z.nullable(z.string()),
  /** The payment it came from. */
  reference: z.nullable(z.string()),
  createdAt: z.string(),
});
/** Newest first. */
export const ledgerAnswer = z.object({ entries: z.array(ledgerEntrySchema), pagination: paginationSchema });
export type Ledger = z.infer<typeof ledgerAnswer>;

// --- settlements: what winners and buyers owe, and the holidays that move when it is due

export const SETTLEMENTS_LIMIT_DEFAULT = 20;
export const settlementKinds = ["win", "buy-it-now"] as const;
export type SettlementKind = (typeof settlementKinds)[number];
export const settlementStatuses = ["open", "paid", "waived", "forfeited", "void"] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Without a status: all of them. `q` is looked for in title, username, e-mail address and full name. */
export const settlementsQuery = z.object({
  status: z.optional(z.enum(settlementStatuses)),
  kind: z.optional(z.enum(settlementKinds)),
  q: z.optional(searchText),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(USERS_LIMIT_MAX)),
});

/** All amounts in the auction's currency. */
export const settlementSchema = z.object({
  _id: z.string(),
  kind: z.enum(settlementKinds),
  status: z.enum(settlementStatuses),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    status: z.enum(auctionStatuses),
    currency: z.enum(currencies),
  }),
  /** Who won or bought. */
  buyer: z.object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** The winning bid, or the Buy It Now price without its fee. */
  price: z.number(),
  /** 0 for a win. */
  fee: z.number(),
  total: z.number(),
  /** What is taken from the balance if it stays unpaid. */
  penalty: z.number(),
  dueAt: z.string(),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** The administrator who closed it; null while open, and where the clock did. */
  closedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** Why it was waived, in the administrator's words. */
  note: z.nullable(z.string()),
  /** Set when its forfeit was tried and failed so often that it waits for an administrator. */
  stuck: z.nullable(z.object({ attempts: z.int(), lastError: z.string(), since: z.string() })),
});
export type Settlement = z.infer<typeof settlementSchema>;
export const settlementAnswer = z.object({ settlement: settlementSchema });
/** Open ones first, the most urgent at the top; then the newest closed. */
export const settlementsAnswer = z.object({ settlements: z.array(settlementSchema), pagination: paginationSchema });
export type Settlements = z.infer<typeof settlementsAnswer>;
export const WAIVE_NOTE_MAX = 500;
export const waiveBody = z.strictObject({ note: z.optional(z.string().check(z.maxLength(WAIVE_NOTE_MAX), plainText)) });

/** What the caller owes for having won; amounts in the auction's currency. */
export const winSchema = z.object({
  status: z.enum(settlementStatuses),
  /** The winning bid. */
  price: z.number(),
  /** The part of it that is still to be paid. */
  remaining: z.number(),
  /** What is taken from the balance if it stays unpaid. */
  penalty: z.number(),
  dueAt: z.string(),
});
export type Win = z.infer<typeof winSchema>;
/** Null where the caller has not won. */
export const winAnswer = z.object({ win: z.nullable(winSchema) });

/** A day on which nothing is due, in Lagos: `2026-10-01`. */
export const holidayDate = z.iso.date();
export const holidaySchema = z.object({ date: holidayDate, name: z.string() });
export type Holiday = z.infer<typeof holidaySchema>;
/** Earliest first. */
export const holidaysAnswer = z.object({ holidays: z.array(holidaySchema) });
export const holidayAnswer = z.object({ holiday: holidaySchema });
export const HOLIDAY_NAME_MAX = 100;
export const holidayBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(HOLIDAY_NAME_MAX), plainText),
});

// --- bids and max bids

export const placeBidBody = z.strictObject({
  auctionId: idSchema,
  amount: amountSchema,
  contentVersion: z.optional(contentVersionSchema),
});
export const setMaxBidBody = z.strictObject({
  auctionId: idSchema,
  maxAmount: amountSchema,
  currency: z.enum(currencies),
  contentVersion: z.optional(contentVersionSchema),
});

export const placedBid = z.object({ _id: z.string(), amount: z.number(), timestamp: z.string() });
export const placeBidAnswer = z.object({ bid: placedBid, auction: auctionOutcomeSchema });
export const setMaxBidAnswer = z.object({ maxBid: maxBidSchema, auction: auctionOutcomeSchema });
export const confirmMaxBidBody = z.strictObject({ contentVersion: contentVersionSchema });
export const outcomeAnswer = z.object({ auction: auctionOutcomeSchema });
export const bidListAnswer = z.object({ bids: z.array(bidSchema), total: z.int() });
export const highestBidAnswer = z.object({ bid: z.nullable(bidSchema) });
export const myBidsAnswer = z.array(myBidSchema);
export const maxBidAnswer = z.object({ maxBid: maxBidSchema });
export const maxBidsAnswer = z.object({ maxBids: z.array(maxBidSchema) });

/** The header that makes a REST write safe to repeat; any client-made string of 1 to 100 printable characters. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
