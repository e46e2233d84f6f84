// Dated notes on the terms of service and the seller terms of 29 November 2026, oldest first. A published note never
// changes. The next version of each text takes them in.
export const termsNotes20261129 = [
  {
    date: "2026-11-30",
    text: `
**Selling:** you can also [offer your item](/sell) here yourself. Our team reviews it and makes the listing.
`,
  },
] as const;

export const sellerTermsNotes20261129 = [
  {
    date: "2026-11-30",
    text: `
**Words:** the hammer price is the winning bid, without what the buyer pays on top. Proceeds that are taken back are taken from
your balance, even if it is then below zero; until it is filled up you cannot bid or withdraw.
`,
  },
] as const;
