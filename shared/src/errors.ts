// Every refusal of the API: one code and one HTTP status, the same on REST and on both socket transports.
import type { FieldChange } from "./auction.ts";
import type { RequirementName } from "./bidding-requirements.ts";
import type { LotDraft } from "./rest/lot-drafts.ts";
import type { StaffQuestion } from "./rest/questions.ts";
import type { Sale } from "./rest/sales.ts";
import type { Setting } from "./rest/site-settings.ts";

export const httpStatusByCode = {
  INVALID: 400,
  BID_TOO_LOW: 400,
  MAX_BID_TOO_LOW: 400,
  WRONG_CURRENCY: 400,
  VERIFICATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_NOT_SET_UP: 403,
  PROOF_REQUIRED: 403,
  EMAIL_NOT_VERIFIED: 403,
  TERMS_NOT_ACCEPTED: 403,
  BIDDER_NOT_APPROVED: 403,
  OWN_AUCTION: 403,
  CONFLICT_OF_INTEREST: 403,
  INSUFFICIENT_BALANCE: 403,
  NOT_FOUND: 404,
  AUCTION_NOT_ACTIVE: 409,
  AUCTION_PAUSED: 409,
  AUCTION_ENDED: 409,
  AUCTION_HAS_BIDS: 409,
  END_TIME_PASSED: 409,
  BUY_IT_NOW_UNAVAILABLE: 409,
  BUY_IT_NOW_OPEN: 409,
  LOT_CHANGED: 409,
  DRAFT_CHANGED: 409,
  SETTLEMENT_CLOSED: 409,
  RATE_NOT_WAITING: 409,
  SALE_STATE: 409,
  SETTING_CHANGED: 409,
  BALANCE_CHANGED: 409,
  VALUE_CHANGED: 409,
  SAME_TRANSFER: 409,
  IMPORT_STATE: 409,
  QUESTION_STATE: 409,
  QUESTIONS_CLOSED: 409,
  COMMAND_ID_REUSED: 409,
  ALREADY_EXISTS: 409,
  AGREEMENT_MISSING: 409,
  AGREEMENT_STATE: 409,
  OFFER_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof httpStatusByCode;

/** The ways in which an account's owner can prove who they are. `code`: of an authenticator app, or a recovery code. */
export const proofMethods = ["password", "google", "code", "passkey"] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** One invalid input: its path in the body or frame, and the reason. */
export interface InvalidIssue {
  path: string;
  message: string;
}

/** The body of every refusal. `message` is a sentence for people; amounts are major units of the auction's currency. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** INVALID: always present, and never empty. The path is empty where no field is to blame. */
  issues?: InvalidIssue[];
  /** BID_TOO_LOW: the lowest amount that would be accepted now. */
  minimumBid?: number;
  /** MAX_BID_TOO_LOW: the price that a maximum must exceed. */
  currentPrice?: number;
  /** INSUFFICIENT_BALANCE: the required and the available balance, both in NGN. BALANCE_CHANGED: the present balance. */
  required?: number;
  balance?: number;
  /** AUCTION_NOT_ACTIVE: the auction's status. */
  status?: string;
  /** BUY_IT_NOW_UNAVAILABLE: the reason. */
  reason?: string;
  /** TERMS_NOT_ACCEPTED: the sale whose terms must be accepted first (GET /api/sales/{id}/terms). */
  saleId?: string;
  /**
   * BIDDER_NOT_APPROVED: what the bidder lacks (GET /api/auctions/{id}/may-bid). Empty if the amount exceeds the bidder's
   * `limit`, NGN.
   */
  missing?: RequirementName[];
  limit?: number;
  /**
   * LOT_CHANGED: the current content version, and the changes since the one that the command named. VALUE_CHANGED: the
   * fields that have another value (`after`) than the caller saw (`before`).
   */
  contentVersion?: number;
  changes?: FieldChange[];
  /** SETTING_CHANGED: the section of the settings as it is now. */
  setting?: Setting;
  /** DRAFT_CHANGED: the draft as somebody else saved it. */
  draft?: LotDraft;
  /** SALE_STATE, if the sale is not the one that the caller saw: the sale as it is now. */
  sale?: Sale;
  /** QUESTION_STATE: the question as it is now. */
  question?: StaffQuestion;
  /** AGREEMENT_STATE: the newest agreement of the offer. */
  agreementId?: string;
  retryAfterMs?: number;
  /** RATE_LIMITED at log-in: a code sent by e-mail lets the owner in (POST /auth/login-code). */
  codeAvailable?: boolean;
  /** SECOND_FACTOR_REQUIRED: names the log-in that waits for its second factor. It is valid for five minutes, once. */
  challenge?: string;
  /** SECOND_FACTOR_REQUIRED, PROOF_REQUIRED: what the account can prove itself by. */
  methods?: ProofMethod[];
}

const defaultMessages: Record<ErrorCode, string> = {
  INVALID: "The request is not valid.",
  BID_TOO_LOW: "Your bid is below the minimum bid.",
  MAX_BID_TOO_LOW: "Max bid must be higher than the current price.",
  WRONG_CURRENCY: "This auction is in another currency.",
  VERIFICATION_FAILED: "This verification link is invalid or has expired.",
  UNAUTHENTICATED: "Please log in to continue.",
  SECOND_FACTOR_REQUIRED: "Please enter the code of your authenticator app.",
  FORBIDDEN: "You are not allowed to do this.",
  SECOND_FACTOR_NOT_SET_UP: "Staff need two-step verification. Please set it up first.",
  PROOF_REQUIRED: "Please confirm that it is you.",
  EMAIL_NOT_VERIFIED: "Please verify your email address before bidding.",
  BIDDER_NOT_APPROVED: "You may not bid here yet.",
  TERMS_NOT_ACCEPTED: "Please accept the terms of this sale before you bid.",
  OWN_AUCTION: "You cannot bid on your own auction",
  CONFLICT_OF_INTEREST: "You cannot do this: you have an interest in this auction.",
  INSUFFICIENT_BALANCE: "Your balance is too low.",
  NOT_FOUND: "Not found",
  AUCTION_NOT_ACTIVE: "This auction is not open for bids.",
  AUCTION_PAUSED: "This auction is paused. Bidding opens again when it resumes.",
  AUCTION_ENDED: "This auction has ended.",
  AUCTION_HAS_BIDS: "This auction has bids. Cancel it instead.",
  END_TIME_PASSED: "The end time has passed. Set a new one in the future first.",
  BUY_IT_NOW_UNAVAILABLE: "Buy It Now is not available.",
  BUY_IT_NOW_OPEN: "You already have a purchase to pay. Pay it before you buy something else.",
  LOT_CHANGED: "This lot has changed. Please read it again before you bid.",
  DRAFT_CHANGED: "Somebody else changed this draft, or you did in another tab or on another device.",
  SETTLEMENT_CLOSED: "This payment is no longer open.",
  RATE_NOT_WAITING: "This exchange rate no longer waits for a decision. Please look at the current one.",
  IMPORT_STATE: "The import has changed.",
  QUESTION_STATE: "Somebody changed this question. Please read it again.",
  QUESTIONS_CLOSED: "Questions about this lot are closed.",
  SALE_STATE: "The sale has changed. Please load it again.",
  SETTING_CHANGED: "Somebody else changed this setting. Please look at what it says now.",
  BALANCE_CHANGED: "The balance has changed. Please look at the present one.",
  VALUE_CHANGED: "Somebody else changed this in the meantime. Please look at what it says now.",
  SAME_TRANSFER: "A transfer with this reference was booked before. Is this the same transfer?",
  COMMAND_ID_REUSED: "This command id was already used for something else.",
  ALREADY_EXISTS: "That already exists.",
  AGREEMENT_MISSING: "The seller has not accepted the terms of this lot.",
  AGREEMENT_STATE: "These terms can no longer be accepted. Please read the newest ones.",
  OFFER_STATE: "This offer has changed. Please look at it again.",
  PAYLOAD_TOO_LARGE: "That is too large.",
  UNSUPPORTED_MEDIA_TYPE: "Send JSON.",
  RATE_LIMITED: "Too many requests. Please wait a moment.",
  INTERNAL: "Something went wrong on our side.",
  UNAVAILABLE: "We could not confirm that this was saved. It is safe to try again.",
};

/**
 * A refusal as a value, with the code's default message unless another one is given. INVALID always has `issues`: without
 * any, its message is the only one.
 */
export const refusal = (code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}): ErrorBody => {
  const body = { code, message: defaultMessages[code], ...details };
  if (code !== "INVALID" || body.issues?.length) return body;
  return { ...body, issues: [{ path: "", message: body.message }] };
};
