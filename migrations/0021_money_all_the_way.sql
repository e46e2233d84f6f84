-- What a win and a purchase received (deposit, payments), second-chance offers, the fence of reservations, bank accounts,
-- withdrawals, receipts. Servers of the version before may run beside this one: every new column of their tables has a default.
CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"usable_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "receipt_numbers_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" integer,
	"number" integer,
	"auction_id" uuid,
	"settlement_id" uuid,
	"corrects_id" uuid,
	"facts" json NOT NULL,
	"people" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"numbered_at" timestamp (3) with time zone,
	CONSTRAINT "receipts_numbered" CHECK (num_nonnulls("receipts"."year", "receipts"."number", "receipts"."people", "receipts"."numbered_at") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"reference" text NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reason" text,
	"recipient_code" text,
	"transfer_code" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawals_reference_key" UNIQUE("reference"),
	CONSTRAINT "withdrawals_amount_positive" CHECK ("withdrawals"."amount_minor" > 0),
	CONSTRAINT "withdrawals_closed" CHECK (("withdrawals"."status" in ('requested', 'approved', 'sent')) = ("withdrawals"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"settlement_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"ngn_minor" bigint NOT NULL,
	"reference" text,
	"note" text,
	"booked_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversed_by" uuid,
	"reverse_reason" text,
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_minor" > 0 and "payments"."ngn_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "second_chances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"price_minor" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"offered_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "second_chances_price_positive" CHECK ("second_chances"."price_minor" > 0),
	CONSTRAINT "second_chances_closed" CHECK (("second_chances"."status" = 'open') = ("second_chances"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "settlement_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "settlement_id" uuid;--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "auction_id" uuid;--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "worth_minor" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "deposit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "deposit_worth_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "paid_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "paid_ngn_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "penalty_minor" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "pickup_code" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "ready_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "pickup_place" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "pickup_hours" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "handed_over_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "handed_over_by" uuid;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "pardoned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "deposit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "deposit_worth_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "paid_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "paid_ngn_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "penalty_minor" bigint;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "pickup_code" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "ready_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "pickup_place" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "pickup_hours" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "handed_over_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "handed_over_by" uuid;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booked_by_users_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_once" ON "bank_accounts" USING btree ("user_id","bank_code","account_number") WHERE "bank_accounts"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("series","year","number");--> statement-breakpoint
CREATE INDEX "receipts_user" ON "receipts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_settlement" ON "receipts" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "receipts_to_number" ON "receipts" USING btree ("created_at","id") WHERE "receipts"."number" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_listed" ON "withdrawals" USING btree ("closed_at" DESC NULLS FIRST,"created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_to_send" ON "withdrawals" USING btree ("next_attempt_at") WHERE "withdrawals"."status" in ('approved', 'sent');--> statement-breakpoint
CREATE INDEX "payments_settlement" ON "payments" USING btree ("settlement_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_payer" ON "payments" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_online_once" ON "payments" USING btree ("reference") WHERE "payments"."method" = 'online';--> statement-breakpoint
CREATE UNIQUE INDEX "second_chances_one_open" ON "second_chances" USING btree ("auction_id") WHERE "second_chances"."status" = 'open';--> statement-breakpoint
CREATE INDEX "second_chances_person" ON "second_chances" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "second_chances_expiry" ON "second_chances" USING btree ("expires_at") WHERE "second_chances"."status" = 'open';--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "settlements_auction" ON "settlements" USING btree ("auction_id","created_at");--> statement-breakpoint
CREATE INDEX "settlements_unpaid" ON "settlements" USING btree ("winner_id") WHERE "settlements"."status" = 'forfeited' and "settlements"."pardoned_at" is null;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_of_settlement" CHECK (num_nonnulls("top_ups"."settlement_id", "top_ups"."auction_id", "top_ups"."worth_minor") in (0, 3));--> statement-breakpoint
-- A bid updates its bidder's row. With room on the page the update needs no index entry (HOT).
ALTER TABLE "holds" SET (fillfactor = 50);
