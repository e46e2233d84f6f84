// The words that say why a person does not have to pay any more, for the mail and the notification.
import type { MailData } from "./mails.ts";

export const withdrawnWords: Readonly<Record<MailData["payment-withdrawn"]["why"], string>> = {
  cancelled: "the auction was cancelled.",
  withdrawn: "the auction was taken off the site.",
  reopened: "the auction is open for bids again.",
  voided: "your bids on it no longer count.",
  refunded: "we refund all that you paid.",
  other: "our team changed its status.",
};
