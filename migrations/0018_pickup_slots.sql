CREATE TABLE "chosen_pickups" (
	"buyer_id" uuid NOT NULL,
	"sale_id" uuid,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chosen_pickups_once" UNIQUE NULLS NOT DISTINCT("buyer_id","sale_id"),
	CONSTRAINT "chosen_pickups_times" CHECK ("chosen_pickups"."starts_at" < "chosen_pickups"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "pickups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chosen_pickups" ADD CONSTRAINT "chosen_pickups_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chosen_pickups" ADD CONSTRAINT "chosen_pickups_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chosen_pickups_by_time" ON "chosen_pickups" USING btree ("starts_at");--> statement-breakpoint
-- The mail "ready for pickup" is a notification too.
CREATE OR REPLACE FUNCTION "kind_of_mail"(mail text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('won', 'buy-it-now') THEN 'won'
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed', 'payment-withdrawn', 'win-forfeited',
      'buy-it-now-forfeited') THEN 'due'
    WHEN mail IN ('second-chance', 'second-chance-closed') THEN 'second-chance'
    WHEN mail IN ('payment-received', 'payment-booked', 'lot-ready', 'payment-waived',
      'penalty-returned') THEN 'paid'
    WHEN mail IN ('receipt', 'question-answered', 'own-lot') THEN mail
    WHEN mail IN ('offer-message', 'offer-declined', 'offer-accepted', 'agreement-accepted') THEN 'own-lot'
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
