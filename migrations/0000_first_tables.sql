CREATE TABLE "auction_events" (
	"auction_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"version" integer,
	"events" json NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auction_events_auction_id_revision_pk" PRIMARY KEY("auction_id","revision")
);
--> statement-breakpoint
CREATE TABLE "auctions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"categories" text[] NOT NULL,
	"condition" text NOT NULL,
	"location" text,
	"media" jsonb NOT NULL,
	"currency" text NOT NULL,
	"starting_price_minor" bigint NOT NULL,
	"increment_minor" bigint NOT NULL,
	"reserve_minor" bigint,
	"buy_it_now_minor" bigint,
	"status" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"leader_id" uuid,
	"winner_id" uuid,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"pause_reason" text,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auctions_starting_price_positive" CHECK ("auctions"."starting_price_minor" > 0),
	CONSTRAINT "auctions_increment_positive" CHECK ("auctions"."increment_minor" > 0),
	CONSTRAINT "auctions_price_not_below_start" CHECK ("auctions"."price_minor" >= "auctions"."starting_price_minor"),
	CONSTRAINT "auctions_reserve_positive" CHECK ("auctions"."reserve_minor" > 0),
	CONSTRAINT "auctions_buy_it_now_positive" CHECK ("auctions"."buy_it_now_minor" > 0),
	CONSTRAINT "auctions_bids_have_a_leader" CHECK (("auctions"."bid_count" = 0) = ("auctions"."leader_id" is null)),
	CONSTRAINT "auctions_paused_since" CHECK (("auctions"."status" = 'paused') = ("auctions"."paused_at" is not null)),
	CONSTRAINT "auctions_winner_after_the_end" CHECK ("auctions"."winner_id" is null or "auctions"."status" in ('ended', 'sold')),
	CONSTRAINT "auctions_versions" CHECK ("auctions"."version" between 1 and "auctions"."revision")
);
--> statement-breakpoint
CREATE TABLE "bids" (
	"auction_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bidder_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bids_auction_id_number_pk" PRIMARY KEY("auction_id","number"),
	CONSTRAINT "bids_amount_positive" CHECK ("bids"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"user_id" uuid NOT NULL,
	"command_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "commands_user_id_command_id_pk" PRIMARY KEY("user_id","command_id")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" integer PRIMARY KEY NOT NULL,
	"ngn_to_usd" double precision NOT NULL,
	"usd_to_ngn" double precision NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exchange_rates_one_row" CHECK ("exchange_rates"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"balance_after_minor" bigint NOT NULL,
	"cause" text NOT NULL,
	"auction_id" uuid,
	"reference" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_reference_key" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "max_bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reached_revision" integer NOT NULL,
	"auto_bid_count" integer DEFAULT 0 NOT NULL,
	"last_auto_bid_minor" bigint DEFAULT 0 NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "max_bids_amount_positive" CHECK ("max_bids"."amount_minor" > 0),
	CONSTRAINT "max_bids_never_exceeded" CHECK ("max_bids"."last_auto_bid_minor" <= "max_bids"."amount_minor")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" json NOT NULL,
	"to_address" text NOT NULL,
	"user_id" uuid,
	"auction_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"price_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"status" text NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "purchases_price_positive" CHECK ("purchases"."price_minor" > 0),
	CONSTRAINT "purchases_closed" CHECK (("purchases"."status" = 'pending') = ("purchases"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"winner_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlements_amount_positive" CHECK ("settlements"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "top_ups" (
	"reference" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"authorization_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "top_ups_amount_positive" CHECK ("top_ups"."amount_minor" > 0),
	CONSTRAINT "top_ups_closed" CHECK (("top_ups"."status" = 'pending') = ("top_ups"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"google_id" text,
	"role" text DEFAULT 'user' NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"banned_at" timestamp (3) with time zone,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"token_version" integer DEFAULT 1 NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"street" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"wants_outbid_mail" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_google_key" UNIQUE("google_id"),
	CONSTRAINT "users_revision_positive" CHECK ("users"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "verification_tokens" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tokens" ADD CONSTRAINT "verification_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auction_events_version" ON "auction_events" USING btree ("auction_id","version");--> statement-breakpoint
CREATE INDEX "auctions_status_ends" ON "auctions" USING btree ("status","ends_at");--> statement-breakpoint
CREATE INDEX "auctions_status_created" ON "auctions" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "auctions_seller" ON "auctions" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("bidder_id","auction_id");--> statement-breakpoint
CREATE INDEX "commands_created" ON "commands" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "max_bids_one_per_user_and_auction" ON "max_bids" USING btree ("auction_id","user_id");--> statement-breakpoint
CREATE INDEX "max_bids_user" ON "max_bids" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_user_auction" ON "outbox" USING btree ("user_id","auction_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_pending" ON "purchases" USING btree ("auction_id") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "purchases_auction" ON "purchases" USING btree ("auction_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_buyer" ON "purchases" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_deadline" ON "purchases" USING btree ("deadline_at") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_open" ON "settlements" USING btree ("auction_id") WHERE "settlements"."status" = 'open';--> statement-breakpoint
CREATE INDEX "top_ups_user" ON "top_ups" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "top_ups_pending" ON "top_ups" USING btree ("created_at") WHERE "top_ups"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tokens_hash" ON "verification_tokens" USING btree ("token_hash");