ALTER TABLE "settlements" ADD COLUMN "premium_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "vat_minor" bigint DEFAULT 0 NOT NULL;