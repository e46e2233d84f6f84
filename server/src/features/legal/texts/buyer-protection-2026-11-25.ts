// The page on buyer protection, version of 25 November 2026. A published version never changes: add a new file instead.
export const buyerProtection20261125 = `
Buying from somebody you have never met needs trust. This is what protects you here, from the first bid to the moment when
you carry the lot away.

## Before you bid
- **Our team makes every listing.** A seller sends at least 10 photos and a video, and we review the item before it is listed.
- **A listing cannot change quietly.** A change while there are bids is shown with the old and the new text. Your maximum
  stops until you agree, and you may withdraw your bids.
- **You see what you would pay.** A lot that you win by bidding costs your bid and nothing more. With Buy It Now, the page
  shows the price, the fee and the total before you confirm. The lot's page also shows its deposit, its penalty and how long
  you have to pay; none of them changes once the lot is open.

## While you bid
- **Your maximum is secret.** Nobody else can see it while the auction is open, and you never pay more than it.
- **You never bid against yourself.** While you lead, raising your maximum does not move the price.
- **The clock is fair.** The server's clock decides for everybody, and most auctions go on when somebody bids in the last
  moments.
- **{{staffRule}}**
- **Fake bids do not cost you.** If we void somebody's bids, the price falls to what it would have been. If you paid more,
  the difference goes back to your balance.

## When you pay
- You pay to {{brand}}, never to the seller. We never ask you to pay to a private account.
- Our bank details are in your profile and in the payment card of your lot. If somebody sends you other details,
  [tell us](/support) before you pay.
- Every payment, refund and penalty has a numbered receipt under your [statement](/profile/statement).

## When you collect
- **Look before you take it.** Compare the lot with its page, and try what can be tried.
- **Keep your six-digit code until you are content.** The code confirms that you received the lot.

## If the lot is not as described
If something essential is missing, broken or different, and the page did not say so:
1. Do not give the code. Tell the person at the pickup that you do not accept the lot.
2. [Write to us](/support) on the same day, with the lot's address and photos.
3. We compare the lot with its listing and answer within 3 business days.
4. If the lot is not as described, we undo the sale. Your deposit and everything that you paid on the site go back to your
   balance, without a penalty; what you paid by transfer or in cash, we pay back by hand.

If you only notice it at home, write to us at once. Then we have to look at what was handed over, so photos help.

## If the lot is not there
If a paid lot cannot be handed over, the sale is undone in the same way, and you get everything back.

## Your rights by law
The Federal Competition and Consumer Protection Act 2018 gives you rights to goods that are safe, of good quality and as
described. Nothing here takes them away. You can complain to the Federal Competition and Consumer Protection Commission
(fccpc.gov.ng).
`;
