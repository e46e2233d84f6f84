export const sellerTerms20261129 = `
These terms are for people whose items {{brand}} sells. {{runBy}} They apply together with the agreement about your item,
which names its prices, the commission and the charges. Where the two differ, the agreement decides.

## 1. Your item
- You own the item, or its owner has asked you to sell it. Nobody else has a right to it, and it may be sold in Nigeria.
- What you tell us about it is true and complete: its age, its condition, whether it works, and its faults.
- You tell us at once if something changes, and you do not sell it elsewhere while we offer it.

## 2. What we do
- We describe the item, choose the words and pictures of its page, run the auction, take the buyer's payment and hand the
  item over. We may ask for more photos, or look at the item first.
- The auction begins only after you have accepted the agreement. If we propose other terms, we ask you again.
- We may decline an item, or end its auction, if we have a reason to doubt what you told us.

## 3. You do not bid
Neither you nor anybody for you bids on your item, sets a maximum or buys it. We may void such bids.

## 4. Commission and charges
- When the item is sold, we keep the commission that the agreement names, at least the amount that it names, and VAT on the
  commission. The charges of the agreement are yours to pay.
- If the item is not sold, we take no commission.

## 5. Your money
- You get the hammer price, less commission, VAT and charges, after the buyer has paid in full and the item is handed over,
  or some days after the payment. It goes to your balance here, and you withdraw it to your own bank account.
- If the buyer does not pay, you get no money for that sale, and the item can be offered again. Penalties of buyers stay with
  us.
- If we must give the buyer the money back because the item is not what its page said, your proceeds are taken back too,
  also below a balance of zero.

## 6. Taking an item back
Once people have bid, you cannot take the item back. Before that, [write to us](/bidding-info#selling).

## 7. Everything else
Our [terms of service](/terms) apply, and our [privacy policy](/privacy) says what we do with your data. The law of the
Federal Republic of Nigeria applies.
`;
