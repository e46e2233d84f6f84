// The name of each REST operation in the OpenAPI document, from which generators name functions. A name never changes
// once it is published. Also the facts that no schema holds: the default page length, and whether a write reads the
// `Idempotency-Key` header.
import { ADMIN_AUCTIONS_LIMIT_DEFAULT } from "@jara/shared/rest/admin-auctions";
import { APPROVALS_LIMIT_DEFAULT } from "@jara/shared/rest/approvals";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, MINE_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import { RECEIPTS_LIMIT_DEFAULT } from "@jara/shared/rest/receipts";
import { SETTLEMENTS_LIMIT_DEFAULT } from "@jara/shared/rest/settlements";
import { STATEMENT_LIMIT_DEFAULT } from "@jara/shared/rest/statement";
import { SUSPEND_PREVIEW_LIMIT_DEFAULT } from "@jara/shared/rest/suspensions";
import { TAKINGS_LIMIT_DEFAULT } from "@jara/shared/rest/takings";
import { USER_PAGE_LIMIT_DEFAULT } from "@jara/shared/rest/user-page";
import { USERS_LIMIT_DEFAULT } from "@jara/shared/rest/users";
import { WITHDRAWALS_LIMIT_DEFAULT } from "@jara/shared/rest/withdrawals";

export interface OperationFacts {
  readonly id: string;
  /** The entries on a page if the caller names no `limit`. */
  readonly pageLength?: number;
  readonly readsIdempotencyKey?: true;
  /** Reads the token of a caller who has one, and answers visitors too. */
  readonly isTokenOptional?: true;
}

const once = { readsIdempotencyKey: true } as const;
const forAll = { isTokenOptional: true } as const;

/** By method and path. */
export const operationFacts: Readonly<Record<string, OperationFacts>> = {
  "POST /api/auth/register": { id: "register" },
  "POST /api/auth/login": { id: "logIn" },
  "POST /api/auth/login-code": { id: "requestLogInCode" },
  "POST /api/auth/verify-email": { id: "verifyEmail" },
  "POST /api/auth/resend-verification": { id: "resendVerification" },
  "POST /api/auth/logout": { id: "logOut" },
  "GET /api/auth/sessions": { id: "listSessions" },
  "DELETE /api/auth/sessions": { id: "endOtherSessions" },
  "DELETE /api/auth/sessions/:id": { id: "endSession" },
  "POST /api/auth/forgot-password": { id: "requestPasswordReset" },
  "POST /api/auth/reset-password": { id: "resetPassword" },
  "POST /api/auth/change-password": { id: "changePassword" },
  "POST /api/auth/change-email": { id: "requestEmailChange" },
  "POST /api/auth/confirm-email-change": { id: "confirmEmailChange" },
  "POST /api/auth/undo-email-change": { id: "undoEmailChange" },
  "GET /api/auth/google": { id: "goToGoogle" },
  "POST /api/auth/google": { id: "logInWithGoogle" },
  "GET /api/auth/google/callback": { id: "returnFromGoogle" },
  "GET /api/auth/profile": { id: "getAccount" },
  "GET /api/auth/users": { id: "listUsers", pageLength: LIST_LIMIT_MAX },
  "PUT /api/auth/users/:id/role": { id: "setUserRole" },
  "GET /api/users/profile": { id: "getProfile" },
  "PUT /api/users/profile": { id: "updateProfile" },
  "GET /api/users/admin/search": { id: "searchUsers", pageLength: USERS_LIMIT_DEFAULT },
  "PUT /api/users/admin/role/:id": { id: "setRole" },
  "PUT /api/users/admin/balance/:id": { id: "editBalance", ...once },
  "GET /api/users/admin/:id/ledger": { id: "getLedger", pageLength: 20 },
  "GET /api/admin/users/:id": { id: "getUser" },
  "GET /api/admin/users/:id/bids": { id: "listBidsOfUser", pageLength: USER_PAGE_LIMIT_DEFAULT },
  "GET /api/admin/users/:id/actions": { id: "listActionsOnUser", pageLength: USER_PAGE_LIMIT_DEFAULT },
  "GET /api/admin/users/:id/sessions": { id: "listSessionsOfUser" },
  "DELETE /api/admin/users/:id/sessions": { id: "endSessionsOfUser" },
  "GET /api/admin/users/:id/notes": { id: "listNotesOnUser", pageLength: USER_PAGE_LIMIT_DEFAULT },
  "POST /api/admin/users/:id/notes": { id: "writeNoteOnUser" },
  "GET /api/admin/users/:id/suspend-preview": { id: "previewSuspension", pageLength: SUSPEND_PREVIEW_LIMIT_DEFAULT },
  "POST /api/admin/users/:id/suspend": { id: "suspendUser", ...once },
  "POST /api/admin/users/:id/restore": { id: "restoreUser", ...once },
  "GET /api/admin/users/:id/receipts": { id: "listReceiptsOfUser", pageLength: RECEIPTS_LIMIT_DEFAULT },
  "GET /api/users/receipts": { id: "listReceipts", pageLength: RECEIPTS_LIMIT_DEFAULT },
  "GET /api/users/receipts/:id.pdf": { id: "downloadReceipt" },
  "GET /api/users/statement": { id: "getStatement", pageLength: STATEMENT_LIMIT_DEFAULT },
  "GET /api/users/statement.csv": { id: "downloadStatementCsv" },
  "GET /api/users/statement.pdf": { id: "downloadStatementPdf" },
  "GET /api/users/admin/refused-usernames": { id: "listRefusedUsernames", pageLength: USERS_LIMIT_DEFAULT },

  "POST /api/auth/accept-invitation": { id: "acceptInvitation", ...forAll },
  "GET /api/admin/staff": { id: "listStaff" },
  "GET /api/admin/invitations": { id: "listInvitations" },
  "POST /api/admin/invitations": { id: "invite" },
  "DELETE /api/admin/invitations/:id": { id: "withdrawInvitation" },

  "GET /api/admin/approvals": { id: "listApprovals", pageLength: APPROVALS_LIMIT_DEFAULT },
  "POST /api/admin/approvals/:id/approve": { id: "approveChange" },
  "POST /api/admin/approvals/:id/refuse": { id: "refuseChange" },
  "DELETE /api/admin/approvals/:id": { id: "takeChangeBack" },

  "GET /api/auctions": { id: "listAuctions", pageLength: LIST_LIMIT_DEFAULT, ...forAll },
  "GET /api/auctions/:id": { id: "getAuction", ...forAll },
  "POST /api/auctions": { id: "createAuction", ...once },
  "PUT /api/auctions/:id": { id: "updateAuction", ...once },
  "DELETE /api/auctions/:id": { id: "deleteAuction", ...once },
  "PATCH /api/auctions/:id/cancel": { id: "cancelAuction", ...once },
  "GET /api/auctions/:id/changes": { id: "listContentChanges", ...forAll },
  "GET /api/auctions/:id/win": { id: "getWin" },
  "GET /api/auctions/:id/buy-it-now-status": { id: "getBuyItNowStatus", ...forAll },
  "POST /api/auctions/:id/buy-it-now": { id: "buyItNow", ...once },
  "POST /api/auctions/:id/withdraw-bids": { id: "withdrawBids", ...once },
  "GET /api/auctions/:id/bidders": { id: "listBidders" },
  "GET /api/auctions/:id/void-bids/preview": { id: "previewVoid" },
  "POST /api/auctions/:id/void-bids": { id: "voidBids", ...once },
  "POST /api/admin/users/:id/void-bids": { id: "voidAllBids" },
  "GET /api/auctions/user/my-auctions": { id: "listMyAuctions", pageLength: MINE_LIMIT_DEFAULT },
  "GET /api/auctions/admin/all": { id: "listAllAuctions", pageLength: ADMIN_AUCTIONS_LIMIT_DEFAULT },
  "PUT /api/auctions/admin/:id": { id: "updateAuctionAsAdmin", ...once },
  "PATCH /api/auctions/admin/:id/status": { id: "setAuctionStatus", ...once },
  "GET /api/auctions/admin/:id/history": { id: "getHistory", pageLength: LIST_LIMIT_DEFAULT },
  "GET /api/auctions/admin/:id/history.csv": { id: "downloadHistory" },
  "POST /api/upload/single": { id: "uploadFile" },

  "POST /api/bids": { id: "placeBid", ...once },
  "GET /api/bids/auction/:id": { id: "listBids", pageLength: LIST_LIMIT_DEFAULT, ...forAll },
  "GET /api/bids/auction/:id/highest": { id: "getHighestBid", ...forAll },
  "GET /api/bids/user/my-bids": { id: "listMyBids", pageLength: MINE_LIMIT_DEFAULT },
  "POST /api/maxbids": { id: "setMaxBid", ...once },
  "POST /api/maxbids/:id/confirm": { id: "confirmMaxBid", ...once },
  "GET /api/maxbids/user/active": { id: "listMyMaxBids", pageLength: LIST_LIMIT_MAX },
  "GET /api/maxbids/auction/:id": { id: "getMyMaxBid" },
  "GET /api/maxbids/auction/:id/all": { id: "listMaxBids", pageLength: LIST_LIMIT_MAX },
  "DELETE /api/maxbids/:id": { id: "cancelMaxBid", ...once },

  "GET /api/settlements": { id: "listSettlements", pageLength: SETTLEMENTS_LIMIT_DEFAULT },
  "GET /api/settlements/:id": { id: "getSettlement" },
  "POST /api/settlements/:id/payments": { id: "paySettlement", ...once },
  "POST /api/settlements/:id/extend": { id: "extendDeadline", ...once },
  "POST /api/settlements/:id/reverse": { id: "reverseSettlement", ...once },
  "POST /api/settlements/:id/second-chance": { id: "offerSecondChance", ...once },
  "POST /api/settlements/:id/ready": { id: "markReady" },
  "POST /api/settlements/:id/handed-over": { id: "confirmHandover" },
  "POST /api/settlements/:id/pardon": { id: "pardonUnpaidWin" },
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": { id: "sellToHighestBidder", ...once },
  "GET /api/users/purchases": { id: "listPurchases", pageLength: SETTLEMENTS_LIMIT_DEFAULT },
  "GET /api/users/second-chances": { id: "listSecondChances" },
  "POST /api/second-chances/:id/accept": { id: "acceptSecondChance", ...once },
  "POST /api/second-chances/:id/decline": { id: "declineSecondChance", ...once },
  "POST /api/settlements/:id/payment-received": { id: "recordPayment", ...once },
  "POST /api/settlements/:id/waive": { id: "waiveSettlement", ...once },
  "POST /api/settlements/:id/retry": { id: "retryForfeit", ...once },
  "GET /api/settlements.csv": { id: "downloadSettlements" },
  "GET /api/admin/users/:id/payer-record": { id: "getPayerRecord" },
  "GET /api/admin/takings": { id: "getTakings", pageLength: TAKINGS_LIMIT_DEFAULT },
  "GET /api/admin/takings.csv": { id: "downloadTakings" },
  "GET /api/admin/holidays": { id: "listHolidays" },
  "PUT /api/admin/holidays/:date": { id: "putHoliday" },
  "DELETE /api/admin/holidays/:date": { id: "deleteHoliday" },
  "GET /api/admin/exchange-rate": { id: "getExchangeRate" },
  "POST /api/admin/exchange-rate/:id/confirm": { id: "confirmExchangeRate" },
  "POST /api/admin/exchange-rate/:id/reject": { id: "rejectExchangeRate" },

  "GET /api/currency/rates": { id: "getRates" },
  "POST /api/currency/convert": { id: "convertAmount" },
  "POST /api/currency/format": { id: "formatAmount" },
  "GET /api/site": { id: "getSite" },
  "POST /api/payments/top-ups": { id: "startTopUp", ...once },
  "GET /api/payments/top-ups": { id: "listTopUps" },
  "GET /api/payments/top-ups/:reference": { id: "getTopUp" },
  "POST /api/payments/paystack/webhook": { id: "receivePaystackEvent" },
  "GET /api/banks": { id: "listBanks" },
  "GET /api/users/bank-accounts": { id: "listBankAccounts" },
  "POST /api/users/bank-accounts": { id: "addBankAccount" },
  "POST /api/users/bank-accounts/resolve": { id: "resolveBankAccount" },
  "DELETE /api/users/bank-accounts/:id": { id: "removeBankAccount" },
  "GET /api/users/withdrawals": { id: "listMyWithdrawals" },
  "POST /api/users/withdrawals": { id: "requestWithdrawal", ...once },
  "POST /api/users/withdrawals/:id/cancel": { id: "cancelWithdrawal" },
  "GET /api/admin/withdrawals": { id: "listWithdrawals", pageLength: WITHDRAWALS_LIMIT_DEFAULT },
  "POST /api/admin/withdrawals/:id/approve": { id: "approveWithdrawal" },
  "POST /api/admin/withdrawals/:id/refuse": { id: "refuseWithdrawal" },
};
