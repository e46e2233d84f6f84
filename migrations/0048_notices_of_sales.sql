-- Written by hand: the bidders of a lot are mailed that it was sold by Buy It Now, and that this sale was taken back. Both
-- are in their inboxes as changes of the lot. While they are unread they are one row, because only the last one is true.
CREATE OR REPLACE FUNCTION "kind_of_mail"(mail text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('won', 'buy-it-now') THEN 'won'
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed', 'payment-withdrawn', 'win-forfeited',
      'buy-it-now-forfeited') THEN 'due'
    WHEN mail IN ('second-chance', 'second-chance-closed') THEN 'second-chance'
    WHEN mail IN ('payment-received', 'payment-booked', 'payment-waived', 'penalty-returned') THEN 'paid'
    WHEN mail IN ('receipt', 'question-answered') THEN mail
    WHEN mail IN ('lot-changed', 'lot-cancelled', 'lot-withdrawn', 'lot-reopened', 'lot-sold', 'lot-sale-undone')
      THEN 'lot-changed'
    WHEN mail IN ('bids-voided', 'own-bids-voided') THEN 'bids-voided'
    WHEN mail IN ('withdrawal-requested', 'withdrawal-sent', 'withdrawal-paid', 'withdrawal-refused',
      'withdrawal-failed') THEN 'withdrawal'
    WHEN mail IN ('bank-account-added', 'password-changed', 'email-change-requested', 'email-changed',
      'email-change-undone', 'new-device', 'passkey-added', 'passkey-removed', 'passkey-refused', 'second-factor',
      'account-suspended', 'account-restored', 'deletion-requested', 'deletion-refused') THEN 'security'
    WHEN mail IN ('staff-alerts', 'rate-to-confirm', 'staff-joined', 'staff-welcome') THEN 'staff'
    WHEN mail LIKE 'saved-search%' THEN 'saved-search'
    WHEN mail LIKE 'reminder%' THEN 'reminder'
  END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "merge_key_of_mail"(mail text, auction uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('lot-changed', 'bids-voided') THEN mail || ':' || auction
    WHEN mail IN ('lot-sold', 'lot-sale-undone') THEN 'lot-sale:' || auction
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed') THEN 'due:' || auction
  END
$$;
