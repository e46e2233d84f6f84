// Dated notes on the page on payments and refunds of 29 November 2026, oldest first. A published note never changes. The
// next version of the page takes them in.
export const refundsNotes20261129 = [
  {
    date: "2026-11-30",
    text: `
**When a withdrawal arrives:** our team checks it, usually within one working day. Then it is sent to your bank at once, and
most transfers arrive within minutes.
`,
  },
] as const;
