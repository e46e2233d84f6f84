ALTER TABLE "saved_searches" ADD COLUMN "mail_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lot_news" ADD COLUMN "told_up_to" uuid;