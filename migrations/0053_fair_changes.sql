ALTER TABLE "auctions" ADD COLUMN "full_version" integer;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "scheduled_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_changes" ADD COLUMN "is_correction" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_changes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "content_changes" ADD COLUMN "changed_by" text;--> statement-breakpoint
-- Written by hand: a person whose maximum is suspended finds it in the inbox.
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
    WHEN mail IN ('bids-voided', 'own-bids-voided', 'maxbid-suspended') THEN 'bids-voided'
    WHEN mail IN ('withdrawal-requested', 'withdrawal-sent', 'withdrawal-paid', 'withdrawal-refused',
      'withdrawal-failed') THEN 'withdrawal'
    WHEN mail IN ('bank-account-added', 'password-changed', 'email-change-requested', 'email-changed',
      'email-change-undone', 'new-device', 'passkey-added', 'passkey-removed', 'passkey-refused', 'second-factor',
      'account-suspended', 'account-restored', 'deletion-requested', 'deletion-refused') THEN 'security'
    WHEN mail IN ('staff-alerts', 'rate-to-confirm', 'staff-joined', 'staff-welcome') THEN 'staff'
    WHEN mail LIKE 'saved-search%' THEN 'saved-search'
    WHEN mail LIKE 'reminder%' THEN 'reminder'
  END
$$;