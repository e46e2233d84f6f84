// The named schemas of the OpenAPI document. Each is written once under `components`, and every answer refers to it, so
// that generators make one type of it.
import {
  auctionOutcomeSchema,
  auctionSchema,
  auctionStatuses,
  bidSchema,
  contentChangeSchema,
  fieldChangeSchema,
  lotRulesSchema,
  maxBidSchema,
  mediaSchema,
  myBidSchema,
  softCloseSchema,
} from "@jara/shared/auction";
import { bidReceiptSchema } from "@jara/shared/bid-receipt";
import { errorSchema } from "@jara/shared/calls/refusals";
import { type ErrorCode, httpStatusByCode, proofMethods } from "@jara/shared/errors";
import { registerAnswer, sessionAnswer } from "@jara/shared/rest/accounts";
import { historyEntry, managedAuctionSchema } from "@jara/shared/rest/admin-auctions";
import { approvalSchema } from "@jara/shared/rest/approvals";
import { createAuctionBody, updateAuctionBody, uploadAnswer } from "@jara/shared/rest/auctions";
import { auditEntrySchema } from "@jara/shared/rest/audit-log";
import {
  cancelMaxBidAnswer,
  listedMaxBidSchema,
  placeBidAnswer,
  placeBidBody,
  placedBid,
  setMaxBidAnswer,
  setMaxBidBody,
} from "@jara/shared/rest/bids";
import { boughtAuction, buyItNowAnswer, buyItNowStatusAnswer, paymentInstructions } from "@jara/shared/rest/buy-it-now";
import { messageAnswer, paginationSchema } from "@jara/shared/rest/common";
import { exchangeRateState, exchangeRates } from "@jara/shared/rest/currency";
import { deskAnswer } from "@jara/shared/rest/desk";
import { importRowSchema, importSchema, tablePreview } from "@jara/shared/rest/imports";
import { invitationSchema, staffMemberSchema } from "@jara/shared/rest/invitations";
import { invoiceSchema } from "@jara/shared/rest/invoices";
import { legalAnswer } from "@jara/shared/rest/legal";
import { listedLotDraftSchema, lotDraftContent, lotDraftSchema } from "@jara/shared/rest/lot-drafts";
import { myAuctionSchema } from "@jara/shared/rest/my-auctions";
import { notificationPreferencesSchema, notificationSchema, quietHoursSchema } from "@jara/shared/rest/notifications";
import { consentsSchema, deletionSchema } from "@jara/shared/rest/own-data";
import {
  addPasskeyBody,
  passkeyCreationOptions,
  passkeyRequestOptions,
  passkeySchema,
  usePasskeyBody,
} from "@jara/shared/rest/passkeys";
import {
  auctionProofAnswer,
  lotDocumentSchema,
  ownProofAnswer,
  provenLeafSchema,
  verdictSchema,
} from "@jara/shared/rest/public-log";
import { pushBrowserSchema } from "@jara/shared/rest/push";
import { questionSchema, staffQuestionSchema } from "@jara/shared/rest/questions";
import { receiptSchema } from "@jara/shared/rest/receipts";
import { reportAnswer, reportFigures, reportRow } from "@jara/shared/rest/reports";
import { saleBidderSchema } from "@jara/shared/rest/sale-bidders";
import { saleActionSchema, saleSchema } from "@jara/shared/rest/sales";
import { savedSearchSchema } from "@jara/shared/rest/saved-searches";
import { secondFactorAnswer } from "@jara/shared/rest/second-factor";
import { sessionSchema } from "@jara/shared/rest/sessions";
import {
  holidaySchema,
  payerRecordSchema,
  settlementActionSchema,
  settlementOfferSchema,
  settlementPaymentSchema,
  settlementSchema,
  settlementStatuses,
  siteBankAccountSchema,
  winSchema,
} from "@jara/shared/rest/settlements";
import { siteAnswer } from "@jara/shared/rest/site";
import { settingSchema, settingVersionSchema, waitingChangeSchema } from "@jara/shared/rest/site-settings";
import { statementEntrySchema } from "@jara/shared/rest/statement";
import { suspendPreviewLot, suspensionLotSchema, suspensionSchema } from "@jara/shared/rest/suspensions";
import { takingSchema, takingsAnswer, takingsSums } from "@jara/shared/rest/takings";
import { topUpStatusAnswer } from "@jara/shared/rest/top-ups";
import { userActionSchema, userBidSchema, userFactsSchema, userNoteSchema } from "@jara/shared/rest/user-page";
import { adminUserSchema, ledgerEntrySchema } from "@jara/shared/rest/users";
import { voidEffect } from "@jara/shared/rest/voids";
import {
  adminWithdrawalSchema,
  bankAccountSchema,
  bankSchema,
  resolvedBankAccount,
  withdrawableSchema,
  withdrawalSchema,
  withdrawalStatuses,
} from "@jara/shared/rest/withdrawals";
import { addressSchema, profileSchema, userSchema } from "@jara/shared/users";
import { wireTime } from "@jara/shared/wire-time";
import * as z from "zod/mini";

const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  DeviceSession: sessionSchema,
  Passkey: passkeySchema,
  PasskeyCreationOptions: passkeyCreationOptions,
  PasskeyRequestOptions: passkeyRequestOptions,
  NewPasskey: addPasskeyBody,
  UsedPasskey: usePasskeyBody,
  Auction: auctionSchema,
  AuctionOutcome: auctionOutcomeSchema,
  AuctionEdit: updateAuctionBody,
  NewAuction: createAuctionBody,
  LotDraft: lotDraftSchema,
  LotDraftContent: lotDraftContent,
  ListedLotDraft: listedLotDraftSchema,
  Import: importSchema,
  ImportRow: importRowSchema,
  TablePreview: tablePreview,
  Notification: notificationSchema,
  NotificationPreferences: notificationPreferencesSchema,
  PushBrowser: pushBrowserSchema,
  QuietHours: quietHoursSchema,
  Question: questionSchema,
  SavedSearch: savedSearchSchema,
  StaffQuestion: staffQuestionSchema,
  Sale: saleSchema,
  SaleAction: saleActionSchema,
  Bid: bidSchema,
  MyBid: myBidSchema,
  MyAuction: myAuctionSchema,
  ManagedAuction: managedAuctionSchema,
  PlacedBid: placedBid,
  BidToPlace: placeBidBody,
  BidAnswer: placeBidAnswer,
  BidReceipt: bidReceiptSchema,
  MaxBid: maxBidSchema,
  ListedMaxBid: listedMaxBidSchema,
  MaxBidToSet: setMaxBidBody,
  MaxBidAnswer: setMaxBidAnswer,
  CancelMaxBidAnswer: cancelMaxBidAnswer,
  SoftClose: softCloseSchema,
  Media: mediaSchema,
  Upload: uploadAnswer,
  FieldChange: fieldChangeSchema,
  ContentChange: contentChangeSchema,
  VoidEffect: voidEffect,
  HistoryEntry: historyEntry,
  BoughtAuction: boughtAuction,
  BuyItNowAnswer: buyItNowAnswer,
  BuyItNowStatus: buyItNowStatusAnswer,
  PaymentInstructions: paymentInstructions,
  PayerRecord: payerRecordSchema,
  Suspension: suspensionSchema,
  SuspensionLot: suspensionLotSchema,
  SuspensionPreview: suspendPreviewLot,
  Approval: approvalSchema,
  Invitation: invitationSchema,
  StaffMember: staffMemberSchema,
  UserFacts: userFactsSchema,
  UserBid: userBidSchema,
  UserNote: userNoteSchema,
  UserAction: userActionSchema,
  AuditEntry: auditEntrySchema,
  Deletion: deletionSchema,
  Consents: consentsSchema,
  Settlement: settlementSchema,
  SettlementAction: settlementActionSchema,
  SettlementOffer: settlementOfferSchema,
  SettlementPayment: settlementPaymentSchema,
  Taking: takingSchema,
  Desk: deskAnswer,
  Report: reportAnswer,
  ReportFigures: reportFigures,
  ReportRow: reportRow,
  Takings: takingsAnswer,
  TakingsSums: takingsSums,
  Win: winSchema,
  Setting: settingSchema,
  SettingVersion: settingVersionSchema,
  WaitingSettingChange: waitingChangeSchema,
  LotRules: lotRulesSchema,
  SiteBankAccount: siteBankAccountSchema,
  Holiday: holidaySchema,
  TopUp: topUpStatusAnswer,
  Bank: bankSchema,
  BankAccount: bankAccountSchema,
  ResolvedBankAccount: resolvedBankAccount,
  Withdrawal: withdrawalSchema,
  Withdrawable: withdrawableSchema,
  WithdrawalForAdmins: adminWithdrawalSchema,
  User: userSchema,
  Profile: profileSchema,
  AdminUser: adminUserSchema,
  Address: addressSchema,
  Session: sessionAnswer,
  SecondFactor: secondFactorAnswer,
  Registration: registerAnswer,
  LedgerEntry: ledgerEntrySchema,
  Invoice: invoiceSchema,
  SaleBidder: saleBidderSchema,
  Receipt: receiptSchema,
  StatementEntry: statementEntrySchema,
  ExchangeRates: exchangeRates,
  ExchangeRateState: exchangeRateState,
  LotProof: auctionProofAnswer,
  ProvenLeaf: provenLeafSchema,
  Verdict: verdictSchema,
  LotDocument: lotDocumentSchema,
  OwnProof: ownProofAnswer,
  Site: siteAnswer,
  LegalText: legalAnswer,
  Message: messageAnswer,
  Pagination: paginationSchema,
};

/** The names by which fastify-type-provider-zod makes references, and the format of times. */
export const componentNames = z.registry<{ id?: string; format?: string }>();
for (const [id, schema] of Object.entries(schemas)) componentNames.add(schema, { id });
componentNames.add(wireTime, { format: "date-time" });

/**
 * The body of every refusal over REST. It is converted apart from the others, to keep the descriptions of its fields.
 */
export const errorComponent = z.toJSONSchema(
  z.object({
    ...errorSchema(Object.keys(httpStatusByCode) as ErrorCode[]).shape,
    status: z.exactOptional(
      z
        .enum([...new Set([...auctionStatuses, ...settlementStatuses, ...withdrawalStatuses])])
        .check(
          z.describe(
            "`AUCTION_NOT_ACTIVE`: the status of the auction. `SETTLEMENT_CLOSED`: the status of the settlement, or of " +
              "the withdrawal.",
          ),
        ),
    ),
    codeAvailable: z.exactOptional(
      z.boolean().check(z.describe("`RATE_LIMITED` at a log-in: a code sent by e-mail lets the owner in.")),
    ),
    challenge: z.exactOptional(
      z
        .string()
        .check(
          z.describe("`SECOND_FACTOR_REQUIRED`: names the log-in that waits for a code. Valid for five minutes, once."),
        ),
    ),
    methods: z.exactOptional(
      z
        .array(z.enum(proofMethods))
        .check(z.describe("`SECOND_FACTOR_REQUIRED`, `PROOF_REQUIRED`: what the account can prove itself by.")),
    ),
  }),
  { target: "draft-2020-12", io: "input" },
);
