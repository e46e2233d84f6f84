// The page on payments and refunds, version of 29 November 2026. A published version never changes: add a new file instead.
export const refunds20261129 = `
Where your money is at each step, and when it comes back.

## What you pay, and when
- **To bid:** nothing is taken. You need a balance of at least 20% of your bid or of your maximum. {{balanceRule}}
- **When you win:** the lot's deposit is taken from your balance. The rest is due within the lot's payment time, with the
  buyer's premium and its VAT if the lot has one.
- **When you use Buy It Now:** the lot's deposit is taken at once. The rest, with the lot's fee, is due within 1 hour.
- **How much:** each lot's page shows its buyer's premium, deposit, fee, penalty and payment time under "What you pay in all". They are fixed
  when the lot opens.
- **How:** from your balance, online through Paystack, or by bank transfer with the reference on the payment card.

## What comes back by itself
- **You were outbid, or the auction ended without you:** nothing was taken, so there is nothing to give back.
- **The lot was cancelled or withdrawn, or your win was undone:** the deposit and everything that you paid on the site go back
  to your balance at once.
- **The price fell because somebody's bids were voided:** the premium falls with it, and what you paid above the new total
  goes back to your balance.
- **You paid more than was due:** the rest goes to your balance.
- **An online payment came when nothing was due any more:** it goes to your balance.

Money that came by bank transfer or in cash for a sale that was undone is paid back by hand. Write to us if you do not hear
from us within 3 business days.

## If you do not pay in time
- **A win:** the lot's penalty, a share of the winning bid, is kept, and the rest of the deposit comes back to your balance.
- **A purchase:** the same share of the Buy It Now price is kept, the rest of the deposit comes back, and you cannot use Buy It Now for
  30 days.
- If the deposit was smaller than the penalty, the difference is taken from your balance.
- {{unpaidRule}}

If something kept you from paying, [write to us](/support) before the time is over: we can give you more time. A penalty
that was wrong can be given back.

## If you change your mind
A bid is binding, so a win cannot be cancelled because you no longer want the lot. There are three exceptions:
- the lot changed after your bid: you may withdraw for 24 hours, before the end;
- you typed a wrong amount: tell us at once, and we decide;
- the lot is [not as described](/buyer-protection#if-the-lot-is-not-as-described).

## Withdrawing your balance
- Go to [Withdraw](/profile/withdraw). You can withdraw what is not bound on open auctions and not owed. The least is
  ₦100.00.
- It goes to a bank account in your own name. A new account can be used after 24 hours.
- Our team approves each withdrawal, and it is then sent by bank transfer. If the transfer fails, the money is back in your
  balance.
- We charge nothing for a withdrawal.

## Receipts
Every payment, refund and penalty has a numbered receipt as a PDF. A correction is a credit note and never a changed receipt.
You find them under your [statement](/profile/statement).

## If a payment is missing
Send us the reference, the amount, the time and the bank's receipt ([contact](/support)). An online payment that your bank
shows and we do not is looked up at Paystack by its reference, and it is counted once, however often it is reported.
`;
