// The terms of service, version of 23 November 2026. A published version never changes: add a new file instead.
export const terms20261123 = `
## The rules
- All bids are binding, by hand or automatic.
- A win is paid within 3 business days, a Buy It Now within 1 hour.
- What is not paid in time costs a penalty of 10%, deducted from your balance.

The [Bidding & Buying Guide](/bidding-info) explains each of them.
`;
