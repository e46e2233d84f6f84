CREATE TABLE "public_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
-- Nigeria's public holidays. Those by the moon are declared a day or two before: administrators mend them here.
INSERT INTO "public_holidays" ("date", "name") VALUES
  ('2026-01-01', 'New Year''s Day'),
  ('2026-03-20', 'Eid al-Fitr, first day (expected)'),
  ('2026-03-21', 'Eid al-Fitr, second day (expected)'),
  ('2026-04-03', 'Good Friday'),
  ('2026-04-06', 'Easter Monday'),
  ('2026-05-01', 'Workers'' Day'),
  ('2026-05-27', 'Eid al-Adha, first day (expected)'),
  ('2026-05-28', 'Eid al-Adha, second day (expected)'),
  ('2026-06-12', 'Democracy Day'),
  ('2026-08-26', 'Eid al-Maulud (expected)'),
  ('2026-10-01', 'Independence Day'),
  ('2026-12-25', 'Christmas Day'),
  ('2026-12-26', 'Boxing Day'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-03-10', 'Eid al-Fitr, first day (expected)'),
  ('2027-03-11', 'Eid al-Fitr, second day (expected)'),
  ('2027-03-26', 'Good Friday'),
  ('2027-03-29', 'Easter Monday'),
  ('2027-05-01', 'Workers'' Day'),
  ('2027-05-17', 'Eid al-Adha, first day (expected)'),
  ('2027-05-18', 'Eid al-Adha, second day (expected)'),
  ('2027-06-12', 'Democracy Day'),
  ('2027-08-16', 'Eid al-Maulud (expected)'),
  ('2027-10-01', 'Independence Day'),
  ('2027-12-25', 'Christmas Day'),
  ('2027-12-26', 'Boxing Day'),
  ('2028-01-01', 'New Year''s Day'),
  ('2028-02-27', 'Eid al-Fitr, first day (expected)'),
  ('2028-02-28', 'Eid al-Fitr, second day (expected)'),
  ('2028-04-14', 'Good Friday'),
  ('2028-04-17', 'Easter Monday'),
  ('2028-05-01', 'Workers'' Day'),
  ('2028-05-05', 'Eid al-Adha, first day (expected)'),
  ('2028-05-06', 'Eid al-Adha, second day (expected)'),
  ('2028-06-12', 'Democracy Day'),
  ('2028-08-03', 'Eid al-Maulud (expected)'),
  ('2028-10-01', 'Independence Day'),
  ('2028-12-25', 'Christmas Day'),
  ('2028-12-26', 'Boxing Day');--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "is_waived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "stuck_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "stuck_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_listed" ON "purchases" USING btree ("closed_at" DESC NULLS FIRST,"deadline_at","id");--> statement-breakpoint
CREATE INDEX "purchases_listed_by_status" ON "purchases" USING btree ("status","is_waived","closed_at" DESC NULLS FIRST,"deadline_at","id");--> statement-breakpoint
CREATE INDEX "settlements_due" ON "settlements" USING btree ("due_at") WHERE "settlements"."status" = 'open';--> statement-breakpoint
CREATE INDEX "settlements_listed" ON "settlements" USING btree ("closed_at" DESC NULLS FIRST,"due_at","id");--> statement-breakpoint
CREATE INDEX "settlements_listed_by_status" ON "settlements" USING btree ("status","closed_at" DESC NULLS FIRST,"due_at","id");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_waived_are_void" CHECK (not "purchases"."is_waived" or "purchases"."status" = 'void');--> statement-breakpoint
-- What was closed before the moment was kept: when its auction last moved.
UPDATE "settlements" s SET "closed_at" = a."updated_at" FROM "auctions" a WHERE a."id" = s."auction_id" AND s."status" <> 'open';--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_closed" CHECK (("settlements"."status" = 'open') = ("settlements"."closed_at" is null));