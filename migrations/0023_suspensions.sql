CREATE TABLE "suspension_voids" (
	"suspension_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"title" text NOT NULL,
	"done_at" timestamp (3) with time zone,
	"effect" json,
	"message" text,
	CONSTRAINT "suspension_voids_suspension_id_auction_id_pk" PRIMARY KEY("suspension_id","auction_id")
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone,
	"by" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"lift_reason" text,
	"void_bids" boolean NOT NULL,
	"is_listed" boolean NOT NULL,
	CONSTRAINT "suspensions_until_later" CHECK ("suspensions"."until" > "suspensions"."at")
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_notes_length" CHECK (char_length("user_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(username || chr(10) || email || chr(10) || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
        || chr(10) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "suspension_voids" ADD CONSTRAINT "suspension_voids_suspension_id_suspensions_id_fk" FOREIGN KEY ("suspension_id") REFERENCES "public"."suspensions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suspension_voids_open" ON "suspension_voids" USING btree ("suspension_id") WHERE "suspension_voids"."done_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_user" ON "suspensions" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "suspensions_standing" ON "suspensions" USING btree ("user_id") WHERE "suspensions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_until" ON "suspensions" USING btree ("until") WHERE "suspensions"."lifted_at" is null and "suspensions"."until" is not null;--> statement-breakpoint
CREATE INDEX "suspensions_unlisted" ON "suspensions" USING btree ("at") WHERE not "suspensions"."is_listed";--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","created_at");