ALTER TABLE "log_lots" ADD COLUMN "seller_commitment" text;--> statement-breakpoint
ALTER TABLE "log_lots" ADD COLUMN "seller_salt" "bytea";