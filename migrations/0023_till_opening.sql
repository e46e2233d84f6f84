ALTER TABLE "day_closes" ADD COLUMN "opening_cash_minor" bigint;--> statement-breakpoint
ALTER TABLE "day_closes" ADD COLUMN "banked_cash_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_closes" ADD CONSTRAINT "day_closes_banked" CHECK ("day_closes"."banked_cash_minor" between 0 and "day_closes"."counted_cash_minor");