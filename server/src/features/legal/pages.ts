// The legal pages with all their versions, newest first. The text is Markdown with placeholders. To publish a new version:
// add its file to texts/, put it first here, and for the terms, the privacy notice and the seller terms change shared/src/legal-versions.ts.
import type { LegalPage } from "@jara/shared/rest/legal";
import { buyerProtection20261124 } from "./texts/buyer-protection-2026-11-24.ts";
import { buyerProtection20261125 } from "./texts/buyer-protection-2026-11-25.ts";
import { privacy20261123 } from "./texts/privacy-2026-11-23.ts";
import { privacy20261124 } from "./texts/privacy-2026-11-24.ts";
import { privacyNotes20261124 } from "./texts/privacy-notes.ts";
import { refunds20261124 } from "./texts/refunds-2026-11-24.ts";
import { refunds20261125 } from "./texts/refunds-2026-11-25.ts";
import { refunds20261129 } from "./texts/refunds-2026-11-29.ts";
import { refundsNotes20261129 } from "./texts/refunds-notes.ts";
import { sellerTerms20261129 } from "./texts/seller-terms-2026-11-29.ts";
import { terms20261123 } from "./texts/terms-2026-11-23.ts";
import { terms20261124 } from "./texts/terms-2026-11-24.ts";
import { terms20261125 } from "./texts/terms-2026-11-25.ts";
import { terms20261129 } from "./texts/terms-2026-11-29.ts";
import { sellerTermsNotes20261129, termsNotes20261129 } from "./texts/terms-notes.ts";

interface Version {
  /** The day from which it is in force. */
  readonly version: string;
  /** Says in one sentence what differs from the version before. */
  readonly change: string;
  readonly text: string;
  /** Later explanations, oldest first: dated notes that ask nobody to accept them (docs/legal-pages.md). */
  readonly notes?: readonly { readonly date: string; readonly text: string }[];
}

export const pages: Readonly<Record<LegalPage, { readonly title: string; readonly versions: readonly Version[] }>> = {
  terms: {
    title: "Terms of service",
    versions: [
      {
        version: "2026-11-29",
        text: terms20261129,
        notes: termsNotes20261129,
        change:
          "A lot can have a buyer's premium, with VAT on it. The lot's page shows the total before each bid. Without a premium, nothing changes.",
      },
      {
        version: "2026-11-25",
        text: terms20261125,
        change:
          "Deposit, fee, penalty and payment time are those that each lot's page shows. Some lots have increments that rise with the price.",
      },
      {
        version: "2026-11-24",
        text: terms20261124,
        change: "The full terms take the place of the short rules. The rules themselves are the same.",
      },
      { version: "2026-11-23", text: terms20261123, change: "The first version." },
    ],
  },
  privacy: {
    title: "Privacy policy",
    versions: [
      {
        version: "2026-11-24",
        text: privacy20261124,
        notes: privacyNotes20261124,
        change: "It now names each kind of data, why and how long we keep it, who sees it, and your rights.",
      },
      { version: "2026-11-23", text: privacy20261123, change: "The first version." },
    ],
  },
  "buyer-protection": {
    title: "Buyer protection",
    versions: [
      {
        version: "2026-11-25",
        text: buyerProtection20261125,
        change: "The fee is the one that each lot's page shows.",
      },
      { version: "2026-11-24", text: buyerProtection20261124, change: "The first version." },
    ],
  },
  "seller-terms": {
    title: "Seller terms",
    versions: [
      {
        version: "2026-11-29",
        text: sellerTerms20261129,
        notes: sellerTermsNotes20261129,
        change: "The first version.",
      },
    ],
  },
  refunds: {
    title: "Payments and refunds",
    versions: [
      {
        version: "2026-11-29",
        text: refunds20261129,
        notes: refundsNotes20261129,
        change: "A lot can have a buyer's premium, with VAT on it, which its page shows.",
      },
      {
        version: "2026-11-25",
        text: refunds20261125,
        change: "Deposit, fee, penalty and payment time are those that each lot's page shows.",
      },
      { version: "2026-11-24", text: refunds20261124, change: "The first version." },
    ],
  },
};
