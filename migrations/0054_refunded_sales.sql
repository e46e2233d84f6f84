ALTER TABLE "purchases" ADD COLUMN "refunded_to" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refunded_minor" bigint;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "refunded_to" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "refunded_minor" bigint;