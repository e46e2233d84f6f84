CREATE TABLE "refused_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"command_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint,
	"code" text NOT NULL,
	"minimum_minor" bigint,
	"late_ms" integer,
	"repeats" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "refused_attempts_once" ON "refused_attempts" USING btree ("user_id","command_id");--> statement-breakpoint
CREATE INDEX "refused_attempts_of_lot" ON "refused_attempts" USING btree ("auction_id","at");--> statement-breakpoint
CREATE INDEX "refused_attempts_by_age" ON "refused_attempts" USING btree ("at");