// The terms of service, version of 29 November 2026. A published version never changes: add a new file instead.
export const terms20261129 = `
These are the rules between you and {{brand}}. They are written in plain words, and they describe what the site really
does. The [Bidding & Buying Guide](/bidding-info) explains the same rules with pictures.

## 1. Who we are
{{runBy}} You reach us by email at {{email}} and by WhatsApp at {{whatsapp}}.

We auction goods that belong to other people. When you win or buy a lot, you buy it from its seller. We act for the
seller: we describe the lot, run the auction, take your payment and hand the lot over.

## 2. Your account
- You must be 18 or older, and the details that you give us must be yours and true.
- One person has one account. You may not use it for somebody else or let others use it.
- You must confirm your email address before you can bid, set a maximum or buy.
- Keep your password to yourself. You can add a passkey or two-step verification under [Security](/profile/security).
  Log out devices that you do not know there, and tell us at once if somebody else may have used your account.
- We may suspend an account for fraud, for repeated failure to pay, or for an attack on the site. You are told the reason,
  and you can ask us to look at it again ([how to complain](/support)).
- You can delete your account at any time under [Your data](/profile/privacy). The page says what has to be finished
  first, for example a lot that is still to be paid.

## 3. Lots
- Our team makes every listing. The description, the pictures and the condition say what is sold. Read them before you
  bid, and [ask us](/support) if something is missing.
- If a lot's description or its terms change while it has bids, everybody who bid on it is told at once, and the page
  shows the old and the new text. Maximums on it are suspended until their owners confirm them. You may withdraw your bids
  because of the change, for 24 hours or until the auction ends, whichever comes first. The end moves to at least two
  hours after the change.
- {{staffRule}}

## 4. Bidding
- **Every bid is binding**, whether you place it by hand or a maximum places it for you. You agree to buy the lot at that
  price if your bid wins.
- A bid must be at least the current price plus the increment that the lot shows. On some lots the increment rises with the
  price; their pages show the table.
- You need a balance of at least 20% of the amount that you bid, or of the maximum that you set. {{balanceRule}}
- A **maximum** bids for you, only as much as it takes to lead, and never more than you allowed. Nobody else sees it while
  the auction is open. Of two equal maximums, the one that was set first leads.
- If a lot has a **reserve**, it is sold only if the price reaches it. The page says whether that has happened, and not how
  much it is.
- The auction ends at the time that the page shows, by our server's clock. Most auctions go on if somebody bids in the last
  moments: the page says by how much, and the latest time at which they end.
- You may not bid on your own lot, bid through a second account, or agree with others to keep a price down or to drive it
  up.

## 5. When bids stop counting
- We void the bids of a person for a mistaken amount, for fraud, for a suspended account, or for another reason that we
  state. The auction then becomes what it would have been without those bids, so the price can fall. We may do this up to
  90 days after the end. Nobody becomes the winner in this way who was not the winner before.
- If you typed a wrong amount, [tell us at once](/support). We decide whether the bid is void.
- If a lot is cancelled or withdrawn, all bids and maximums on it are void, and deposits go back.

## 6. Winning, and paying for it
- Each lot has its own **buyer's premium, VAT, deposit, fee, penalty and payment time**. They are fixed when the lot opens, and
  do not change while it is open or after it. The lot's page shows them under "What you pay in all". Read them before you bid:
  with your bid you agree to them for this lot.
  The buyer's premium is at most 30%, the deposit and the penalty are at most 20%, the fee is at most 25%.
- If the lot has a **buyer's premium**, you pay your winning bid, the premium as a share of it, and VAT on the premium where
  the page says so. The page shows this total before each bid and maximum. Without a premium you pay the winning bid alone.
- When you win, the lot's **deposit**, a share of the winning bid, is taken from your balance. It counts towards the total.
- The rest is due within the **payment time** of the lot, in business days. Saturdays, Sundays and Nigerian public holidays
  do not count. The lot's page and [Purchases](/purchases) show the exact time.
- You can pay from your balance, online, or by bank transfer with the reference that the page shows. A payment counts once
  it has reached us.
- The total is rounded up to a whole kobo or cent. Nothing else is added to it.

## 7. Buy It Now
- Some lots have a fixed price. The lot's **fee** is added to it, and no buyer's premium. The page shows the fee and the total
  before you confirm.
- The lot's deposit is taken from your balance when you buy. The rest is due within **1 hour**, and nobody can
  bid meanwhile.
- You can have one open purchase at a time. Buy It Now is not available in the last hour of an auction.

## 8. If you do not pay
- **A win:** after the due time, the lot's **penalty**, a share of the winning bid, is kept from your deposit, and the rest of
  the deposit goes back to your balance. If the deposit was smaller than the penalty, the difference is taken from your
  balance.
- **A purchase:** the same with the same share of the Buy It Now price. You cannot use Buy It Now for 30 days, and the auction goes on.
- {{unpaidRule}}
- We may then offer the lot to the next bidder, who has 24 hours to accept and loses nothing by declining.

## 9. Your balance
- Your balance is kept in naira. For a lot in dollars, amounts are converted at the rate that the site shows.
- Money comes into it by your own payments, and by deposits and refunds that go back to you. It earns no interest.
- You can withdraw what is not bound or owed to a bank account in your own name. A new bank account waits 24 hours, and our
  team approves each withdrawal.
- Your [statement](/profile/statement) shows every change with its reason. Tell us if one is wrong.

## 10. Collecting your lot
- When a lot is paid, we tell you where and when you can collect it.
- Look at the lot before you take it. Show the six-digit code only when you have seen the lot and take it: the code confirms
  that you received it.
- [Buyer protection](/buyer-protection) says what happens if the lot is not what the page said.

## 11. Selling
Only our team lists items. If you want to sell, [write to us](/bidding-info#selling). You get a separate agreement with the
seller's terms before your item goes live.

## 12. What we are responsible for
- We run the site with care, but we cannot promise that it is always reachable. A bid counts once the site has confirmed
  it. If a fault on our side made an auction unfair, we may void bids, extend the auction or start it again, and we say
  why.
- Nothing in these terms takes away the rights that the law gives you, among them those of the Federal Competition and
  Consumer Protection Act 2018. We do not exclude liability for intent, for gross negligence, or where the law does not
  allow it.
- The law of the Federal Republic of Nigeria applies.

## 13. Changes of these terms
Each version has a date and stays readable on this page. When a new version comes into force, the site asks you to accept
it. What you won or bought before follows the version that was in force then.
`;
