// Dated notes on the privacy notice of 24 November 2026, oldest first. They must agree with docs/data-retention.md. A
// published note never changes. The next version of the notice takes them in.
export const privacyNotes20261124 = [
  {
    date: "2026-11-25",
    text: `
**Questions about lots:** if you ask about a lot, your question and our answer are public beside it, with the first and the
last letter of your username. Until we have answered, only you and our team see the question. Answered questions stay with
the lot, because bids may rest on them. If you delete your account, your name goes from all of them, and those that were
never answered lose their words. The basis is the contract with you.

**Refused bids:** if a bid, a maximum or a purchase of yours is refused, we keep what you sent and why it was refused for 90
days, but never the amount of a maximum. Only our team sees it, to answer complaints. The basis is our legitimate interest in
a safe market.
`,
  },
  {
    date: "2026-11-26",
    text: `
**The public log:** what everybody can see of a lot also stands in a log that anybody may read and keep: prices, times, voids
and the end. In place of each bidder it has a code, another one on each lot. It never has a name, an account or a maximum. Only
you and we can show which code is yours. If you delete your account, we delete what shows it; the codes stay, because the log
proves that nothing was changed later. The basis is our legitimate interest in a market that can be checked.

**Bid receipts:** each bid that we accept is answered with a receipt that we have signed. Your browser keeps the newest 500 of
your account on your device, also after you log out. We keep no copy.
`,
  },
  {
    date: "2026-11-29",
    text: `
**Sellers in the public log:** it also has a code in place of who sells a lot, another one on each lot. Only the seller and we
can show for whom it stands. If you delete your account, we delete what shows it.
`,
  },
] as const;
