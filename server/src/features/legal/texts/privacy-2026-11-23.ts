// The privacy notice, version of 23 November 2026. A published version never changes: add a new file instead.
export const privacy20261123 = `
## What this site does
- Bidders are shown to others with the first and last letter of their username only. Nobody else sees your maximum bid
  while an auction is open.
- Your email address, phone number and postal address are never shown to other bidders.
- Your browser keeps your session and the currency you chose. Logging out removes the session. {{brand}} sets no
  advertising cookies; where sign-in with Google is offered, Google's script runs on the login and registration pages alone.
- Passwords are stored as hashes, so we cannot read yours. We never ask for it by email or message.
- You can [download your data and delete your account](/profile/privacy). An account is deleted a week after you ask for
  it. Bids and payments then stay under a made-up name, and receipts stay as they were written, because the law on accounts
  requires it.
- We keep the devices on which you were logged in for 30 days after they log out, with the beginning of their network
  address only. What our team does to an account is recorded, and nobody can change that record.
- Card details are entered on the payment provider's own page. They never reach us.
`;
