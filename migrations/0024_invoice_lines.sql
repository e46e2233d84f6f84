ALTER TABLE "invoice_lots" ADD COLUMN "price_minor" bigint;--> statement-breakpoint
ALTER TABLE "invoice_lots" ADD COLUMN "fee_minor" bigint;--> statement-breakpoint
ALTER TABLE "invoice_lots" ADD COLUMN "premium_minor" bigint;--> statement-breakpoint
ALTER TABLE "invoice_lots" ADD COLUMN "vat_minor" bigint;