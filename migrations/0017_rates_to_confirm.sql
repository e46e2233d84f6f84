CREATE TABLE "accepted_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usd_to_ngn" double precision NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "exchange_rates" ALTER COLUMN "fetched_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "candidate_id" uuid;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "candidate_usd_to_ngn" double precision;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "candidate_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "rejected_by" uuid;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accepted_rates" ADD CONSTRAINT "accepted_rates_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accepted_rates_at" ON "accepted_rates" USING btree ("accepted_at");--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_rejected_by_users_id_fk" FOREIGN KEY ("rejected_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;