// The e-mails that the program sends, each by its kind with what fills it. The outbox keeps kind and data; the words are
// made when it is sent (render.ts), so that a wording can be mended without touching what waits.
import type { Currency } from "@jara/shared/money";

/** Amounts in major units of `currency`, times ISO 8601. */
export interface MailData {
  "verify-email": { readonly username: string; readonly token: string; readonly email: string };
  outbid: {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly currentPrice: number;
    readonly minimumBid: number;
    readonly endTime: string;
  };
  won: {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly finalPrice: number;
    readonly dueAt: string;
  };
  "buy-it-now": {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly price: number;
    readonly fee: number;
    readonly total: number;
    readonly deadline: string;
  };
  /** `penalty` in NGN, as taken from the balance. */
  "buy-it-now-forfeited": {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly price: number;
    readonly penalty: number;
  };
  /** As of the purchase's. */
  "win-forfeited": MailData["buy-it-now-forfeited"];
}
export type MailKind = keyof MailData;

/** A mail to be written to the outbox. */
export type Mail = { [K in MailKind]: { readonly id: string; readonly kind: K; readonly data: MailData[K] } }[MailKind];
