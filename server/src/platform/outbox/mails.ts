// The e-mails that the program sends, each by its kind with what fills it. The outbox keeps kind and data; the words are
// made when it is sent (render.ts), so that a wording can be mended without touching what waits.
import type { VoidReason } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";

/** Amounts in major units of `currency`, times ISO 8601. */
export interface MailData {
  /**
   * This one and the next two go to addresses that may not be their owner's who caused them: nothing in them is chosen by
   * the sender.
   */
  "verify-email": { readonly token: string; readonly email: string };
  "login-code": { readonly code: string };
  "already-registered": Readonly<Record<string, never>>;
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
  /** `fields`: in words. `endTime`: the end that holds now; null where the lot is over. */
  "lot-changed": OfLot & { readonly fields: readonly string[]; readonly endTime: string | null };
  "lot-cancelled": OfLot;
  "lot-withdrawn": OfLot;
  "lot-reopened": OfLot & { readonly endTime: string };
  /** To the others who bid. */
  "bids-voided": OfLot & { readonly currency: Currency; readonly currentPrice: number; readonly isWithdrawn: boolean };
  /** To the person whose bids they were. */
  "own-bids-voided": OfLot & { readonly reason: VoidReason | "withdrawn"; readonly note: string | null };
  /** Takes back a mail that asked for money. */
  "payment-withdrawn": OfLot & { readonly why: "cancelled" | "withdrawn" | "reopened" | "voided" | "other" };
  /** What a winner owes after somebody else's bids were voided. */
  "win-lowered": OfLot & { readonly currency: Currency; readonly finalPrice: number; readonly dueAt: string };
  "payment-received": OfLot & { readonly currency: Currency; readonly price: number };
  "payment-waived": OfLot & { readonly currency: Currency; readonly price: number };
  /** To administrators. Both in naira for one US dollar. */
  "rate-to-confirm": { readonly standing: number; readonly candidate: number };
}

interface OfLot {
  readonly auctionId: string;
  readonly title: string;
}

export type MailKind = keyof MailData;

/** A mail to be written to the outbox. */
export type Mail = { [K in MailKind]: { readonly id: string; readonly kind: K; readonly data: MailData[K] } }[MailKind];

/** An SQL interval. A mail with an older code is not sent. */
export const LOGIN_CODE_LIFE = "interval '10 minutes'";
