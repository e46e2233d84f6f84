CREATE TABLE "sale_proceeds" (
	"debt_id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"terms" jsonb NOT NULL,
	"hammer_minor" bigint NOT NULL,
	"usd_to_ngn" double precision,
	"entries" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sale_proceeds_hammer" CHECK ("sale_proceeds"."hammer_minor" >= 0),
	CONSTRAINT "sale_proceeds_taken_back" CHECK (("sale_proceeds"."hammer_minor" = 0) = ("sale_proceeds"."entries" = '[]'::jsonb))
);
--> statement-breakpoint
ALTER TABLE "sale_proceeds" ADD CONSTRAINT "sale_proceeds_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_proceeds_auction" ON "sale_proceeds" USING btree ("auction_id");--> statement-breakpoint
-- The reader begins with what is read now, because lots with a seller are new.
INSERT INTO "log_cursors" ("reader", "position") SELECT 'seller-notices', "position" FROM "log_cursors" WHERE "reader" = 'bid-notices';--> statement-breakpoint
CREATE OR REPLACE FUNCTION "kind_of_mail"(mail text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('won', 'buy-it-now') THEN 'won'
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed', 'payment-withdrawn', 'win-forfeited',
      'buy-it-now-forfeited') THEN 'due'
    WHEN mail IN ('second-chance', 'second-chance-closed') THEN 'second-chance'
    WHEN mail IN ('payment-received', 'payment-booked', 'payment-waived', 'penalty-returned') THEN 'paid'
    WHEN mail IN ('receipt', 'question-answered', 'own-lot') THEN mail
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
