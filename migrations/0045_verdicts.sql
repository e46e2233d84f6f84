CREATE TABLE "log_verdict_tries" (
	"date" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"is_asked_for" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_verdicts" (
	"log" smallint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"date" text NOT NULL,
	"result" text NOT NULL,
	"note" text NOT NULL,
	"details" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_verdicts_log_number_pk" PRIMARY KEY("log","number")
);
--> statement-breakpoint
CREATE INDEX "log_verdicts_date" ON "log_verdicts" USING btree ("date");