CREATE TABLE "day_closes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"number" integer NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"till" jsonb NOT NULL,
	"counted_cash_minor" bigint NOT NULL,
	"counted_transfer_minor" bigint,
	"note" text,
	"closed_by" uuid NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "day_closes_times" CHECK ("day_closes"."from_at" <= "day_closes"."until_at"),
	CONSTRAINT "day_closes_decided" CHECK (("day_closes"."status" = 'waiting') = ("day_closes"."decided_by" is null)),
	CONSTRAINT "day_closes_second_person" CHECK ("day_closes"."status" <> 'signed' or "day_closes"."decided_by" <> "day_closes"."closed_by")
);
--> statement-breakpoint
ALTER TABLE "day_closes" ADD CONSTRAINT "day_closes_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_closes" ADD CONSTRAINT "day_closes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "day_closes_number" ON "day_closes" USING btree ("date","number");--> statement-breakpoint
CREATE INDEX "day_closes_listed" ON "day_closes" USING btree ("closed_at","id");