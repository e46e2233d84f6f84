ALTER TABLE "ledger_entries" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "bank_reference" text;--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "quoted_usd_to_ngn" double precision;--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "worth_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "surplus_ngn_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "actor_number" integer;--> statement-breakpoint
CREATE INDEX "top_ups_settlement" ON "top_ups" USING btree ("settlement_id","worth_until") WHERE "top_ups"."settlement_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_actor_number" ON "approvals" USING btree ("asked_by","actor_number");--> statement-breakpoint
-- What came with earlier bookings beyond what was due: the ledger has it as an entry of the same change.
UPDATE "payments" p SET "surplus_ngn_minor" = l."amount_minor" FROM "ledger_entries" l
  WHERE l."cause" = 'payment-surplus' AND p."id" = (
    SELECT q."id" FROM "payments" q WHERE q."settlement_id" = l."settlement_id" AND q."created_at" <= l."created_at"
      AND CASE WHEN l."reference" IS NULL THEN q."method" IN ('transfer', 'cash')
        ELSE q."method" = 'online' AND q."reference" = l."reference" END
    ORDER BY q."created_at" DESC LIMIT 1);
