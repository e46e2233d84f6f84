CREATE TABLE "admin_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"user_id" uuid,
	"auction_id" uuid,
	"details" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"via" text,
	"device" text,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "login_codes" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"email" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_codes_tries_not_negative" CHECK ("login_codes"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "username_skeletons" (
	"skeleton" text PRIMARY KEY NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_verdict" text,
	"email" text NOT NULL,
	"password_hash" text,
	"google_id" text,
	"role" text DEFAULT 'user' NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"banned_at" timestamp (3) with time zone,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"token_version" integer DEFAULT 1 NOT NULL,
	"first_session_at" timestamp (3) with time zone,
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
	"closes_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(username || chr(10) || email || chr(10) || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
        || chr(10) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED,
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
CREATE TABLE "auction_counts" (
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"has_reserve" boolean NOT NULL,
	"has_buy_it_now" boolean NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auction_search" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"has_reserve" boolean NOT NULL,
	"has_buy_it_now" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"starting_price_minor" bigint NOT NULL,
	"resting_price_minor" bigint,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"condition" text DEFAULT 'good' NOT NULL,
	"region" text,
	"published_at" timestamp (3) with time zone,
	"is_filed" boolean DEFAULT false NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
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
	"addenda" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"condition_report" jsonb,
	"currency" text NOT NULL,
	"starting_price_minor" bigint NOT NULL,
	"increment_minor" bigint NOT NULL,
	"increments" jsonb,
	"reserve_minor" bigint,
	"buy_it_now_minor" bigint,
	"status" text NOT NULL,
	"rules" jsonb,
	"price_minor" bigint NOT NULL,
	"price_step" smallint GENERATED ALWAYS AS ((length(price_minor::text) * 10 + width_bucket(left(price_minor::text || '0', 2)::int, '{10,12,16,20,25,32,40,50,63,80}'::int[]))::smallint) STORED,
	"leader_id" uuid,
	"winner_id" uuid,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"bid_step" smallint GENERATED ALWAYS AS (width_bucket(bid_count, '{1,4,16,64,256,1024}'::int[])::smallint) STORED,
	"region" text GENERATED ALWAYS AS (substring(lower(location) from '.*\m(abia|abuja|adamawa|akwa ibom|anambra|bauchi|bayelsa|benue|borno|cross river|delta|ebonyi|edo|ekiti|enugu|gombe|imo|jigawa|kaduna|kano|katsina|kebbi|kogi|kwara|lagos|nasarawa|niger|ogun|ondo|osun|oyo|plateau|rivers|sokoto|taraba|yobe|zamfara)\M')) STORED,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"soft_close_seconds" integer,
	"soft_close_cap_minutes" integer,
	"extended_from" timestamp (3) with time zone,
	"content_version" integer DEFAULT 1 NOT NULL,
	"content_changed_at" timestamp (3) with time zone,
	"full_version" integer,
	"scheduled_ends_at" timestamp (3) with time zone,
	"voided_bid_count" integer DEFAULT 0 NOT NULL,
	"barred_ids" uuid[] DEFAULT '{}' NOT NULL,
	"forfeited_purchases" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"pause_reason" text,
	"is_end_set" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "auctions_starting_price_positive" CHECK ("auctions"."starting_price_minor" > 0),
	CONSTRAINT "auctions_increment_positive" CHECK ("auctions"."increment_minor" > 0),
	CONSTRAINT "auctions_price_not_below_start" CHECK ("auctions"."price_minor" >= "auctions"."starting_price_minor"),
	CONSTRAINT "auctions_reserve_positive" CHECK ("auctions"."reserve_minor" > 0),
	CONSTRAINT "auctions_buy_it_now_positive" CHECK ("auctions"."buy_it_now_minor" > 0),
	CONSTRAINT "auctions_bids_have_a_leader" CHECK (("auctions"."bid_count" = 0) = ("auctions"."leader_id" is null)),
	CONSTRAINT "auctions_paused_since" CHECK (("auctions"."status" = 'paused') = ("auctions"."paused_at" is not null)),
	CONSTRAINT "auctions_end_set_while_paused" CHECK (not "auctions"."is_end_set" or "auctions"."status" = 'paused'),
	CONSTRAINT "auctions_winner_after_the_end" CHECK ("auctions"."winner_id" is null or "auctions"."status" in ('ended', 'sold')),
	CONSTRAINT "auctions_soft_close" CHECK (("auctions"."soft_close_seconds" is null) = ("auctions"."soft_close_cap_minutes" is null)),
	CONSTRAINT "auctions_extended_later" CHECK ("auctions"."extended_from" is null or "auctions"."extended_from" <= "auctions"."ends_at"),
	CONSTRAINT "auctions_versions" CHECK ("auctions"."version" between 1 and "auctions"."revision")
);
--> statement-breakpoint
CREATE TABLE "content_changes" (
	"auction_id" uuid NOT NULL,
	"content_version" integer NOT NULL,
	"fields" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_correction" boolean DEFAULT false NOT NULL,
	"reason" text,
	"changed_by" text,
	CONSTRAINT "content_changes_auction_id_content_version_pk" PRIMARY KEY("auction_id","content_version")
);
--> statement-breakpoint
CREATE TABLE "bids" (
	"auction_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bidder_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text,
	CONSTRAINT "bids_auction_id_number_pk" PRIMARY KEY("auction_id","number"),
	CONSTRAINT "bids_amount_positive" CHECK ("bids"."amount_minor" > 0)
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
	"content_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "max_bids_amount_positive" CHECK ("max_bids"."amount_minor" > 0),
	CONSTRAINT "max_bids_never_exceeded" CHECK ("max_bids"."last_auto_bid_minor" <= "max_bids"."amount_minor")
);
--> statement-breakpoint
CREATE TABLE "import_heads" (
	"owner_id" uuid NOT NULL,
	"heads" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_heads_owner_id_heads_pk" PRIMARY KEY("owner_id","heads")
);
--> statement-breakpoint
CREATE TABLE "import_pictures" (
	"import_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filename" text,
	"type" text,
	"problem" text,
	CONSTRAINT "import_pictures_import_id_name_pk" PRIMARY KEY("import_id","name"),
	CONSTRAINT "import_pictures_outcome" CHECK (("import_pictures"."filename" is null) = ("import_pictures"."problem" is not null))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"place" integer,
	"lot_number" text NOT NULL,
	"title" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"body" jsonb,
	"picture_names" jsonb NOT NULL,
	"media" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"problems" jsonb NOT NULL,
	"auction_id" uuid,
	"is_made" boolean NOT NULL,
	"choice" text,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "import_rows_verdict" CHECK ("import_rows"."verdict" in ('create', 'unchanged', 'changed', 'refused')),
	CONSTRAINT "import_rows_choice" CHECK ("import_rows"."choice" in ('update', 'another')),
	CONSTRAINT "import_rows_made" CHECK (not "import_rows"."is_made" or "import_rows"."auction_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "imported_lots" (
	"owner_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"auction_id" uuid NOT NULL,
	CONSTRAINT "imported_lots_owner_id_key_pk" PRIMARY KEY("owner_id","key")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"archive" text,
	"picture_count" integer NOT NULL,
	"unused" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('checking', 'checked', 'applying', 'applied', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "job_leases" (
	"job" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_aside_rows" (
	"loop" text NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone NOT NULL,
	"put_aside_at" timestamp (3) with time zone,
	CONSTRAINT "set_aside_rows_loop_key_pk" PRIMARY KEY("loop","key")
);
--> statement-breakpoint
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
CREATE TABLE "commands" (
	"user_id" uuid NOT NULL,
	"command_id" text NOT NULL,
	"fingerprint" text,
	"outcome" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"auction_id" uuid,
	"revision" integer,
	"ends_at" timestamp (3) with time zone,
	"increment_minor" bigint,
	"content_version" integer,
	CONSTRAINT "commands_user_id_command_id_pk" PRIMARY KEY("user_id","command_id"),
	CONSTRAINT "commands_outcome_known" CHECK (num_nonnulls("commands"."fingerprint", "commands"."outcome") = 2
        or num_nonnulls("commands"."auction_id", "commands"."revision", "commands"."ends_at", "commands"."increment_minor") = 4)
);
--> statement-breakpoint
CREATE TABLE "lot_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"content" jsonb NOT NULL,
	"uploads" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"removing_at" timestamp (3) with time zone,
	"sha256" text
);
--> statement-breakpoint
CREATE TABLE "accepted_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usd_to_ngn" double precision NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" uuid
);
--> statement-breakpoint
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
CREATE TABLE "exchange_rates" (
	"id" integer PRIMARY KEY NOT NULL,
	"ngn_to_usd" double precision NOT NULL,
	"usd_to_ngn" double precision NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"candidate_id" uuid,
	"candidate_usd_to_ngn" double precision,
	"candidate_since" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"rejected_by" uuid,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "exchange_rates_one_row" CHECK ("exchange_rates"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"balance_after_minor" bigint NOT NULL,
	"cause" text NOT NULL,
	"auction_id" uuid,
	"settlement_id" uuid,
	"reference" text,
	"note" text,
	"method" text,
	"bank_reference" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_reference_key" UNIQUE("reference")
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
CREATE TABLE "top_ups" (
	"reference" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"settlement_id" uuid,
	"auction_id" uuid,
	"worth_minor" bigint,
	"quoted_usd_to_ngn" double precision,
	"worth_until" timestamp (3) with time zone,
	"authorization_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "top_ups_of_settlement" CHECK (num_nonnulls("top_ups"."settlement_id", "top_ups"."auction_id", "top_ups"."worth_minor") in (0, 3)),
	CONSTRAINT "top_ups_amount_positive" CHECK ("top_ups"."amount_minor" > 0),
	CONSTRAINT "top_ups_closed" CHECK (("top_ups"."status" = 'pending') = ("top_ups"."closed_at" is null))
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
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on_screen" boolean NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"wants_digest" boolean DEFAULT false NOT NULL,
	"digest_up_to" timestamp (3) with time zone,
	CONSTRAINT "notification_settings_quiet" CHECK (("notification_settings"."quiet_from" is null) = ("notification_settings"."quiet_to" is null) and "notification_settings"."quiet_from" <> "notification_settings"."quiet_to"
        and "notification_settings"."quiet_from" between 0 and 1439 and "notification_settings"."quiet_to" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"auction_id" uuid,
	"data" json NOT NULL,
	"merge_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"push_due_at" timestamp (3) with time zone,
	"pushed_at" timestamp (3) with time zone,
	"push_attempts" integer DEFAULT 0 NOT NULL,
	"pushed_to" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "notifications_count_positive" CHECK ("notifications"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consents_user_id_document_version_pk" PRIMARY KEY("user_id","document","version")
);
--> statement-breakpoint
CREATE TABLE "deletion_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"reasons" json,
	"scrubbed_at" timestamp (3) with time zone,
	CONSTRAINT "deletion_requests_ended" CHECK (("deletion_requests"."ended_at" is null) = ("deletion_requests"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_of_session" CHECK (("passkey_challenges"."purpose" = 'log-in') = ("passkey_challenges"."user_id" is null) and ("passkey_challenges"."user_id" is null) = ("passkey_challenges"."session_id" is null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" json NOT NULL,
	"device_type" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_place_limit" CHECK ("passkeys"."place" between 1 and 20),
	CONSTRAINT "passkeys_counter_not_negative" CHECK ("passkeys"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"log" smallint NOT NULL,
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_cosignatures_log_size_witness_pk" PRIMARY KEY("log","size","witness")
);
--> statement-breakpoint
CREATE TABLE "log_heads" (
	"log" smallint PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"size" bigint NOT NULL,
	"frontier" "bytea" NOT NULL,
	"checkpoint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "log_heads_size" CHECK ("log_heads"."size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "log_keys" (
	"vkey" text PRIMARY KEY NOT NULL,
	"signs" text NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"log" smallint NOT NULL,
	"index" bigint NOT NULL,
	"auction_id" uuid,
	"version" integer,
	"entry" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_leaves_log_index_pk" PRIMARY KEY("log","index")
);
--> statement-breakpoint
CREATE TABLE "log_lots" (
	"log" smallint NOT NULL,
	"auction_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"is_public" boolean NOT NULL,
	"reserve_minor" bigint,
	"reserve_salt" "bytea",
	CONSTRAINT "log_lots_log_auction_id_pk" PRIMARY KEY("log","auction_id")
);
--> statement-breakpoint
CREATE TABLE "log_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_subtrees" (
	"log" smallint NOT NULL,
	"level" smallint NOT NULL,
	"n" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_subtrees_log_level_n_pk" PRIMARY KEY("log","level","n")
);
--> statement-breakpoint
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
CREATE TABLE "lot_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"asker_id" uuid,
	"text" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"slot" smallint,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"edited_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hide_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lot_questions_length" CHECK (char_length("lot_questions"."text") between 1 and 500),
	CONSTRAINT "lot_questions_answer_length" CHECK (char_length("lot_questions"."answer") between 1 and 1000),
	CONSTRAINT "lot_questions_answered" CHECK (("lot_questions"."answer" is null) = ("lot_questions"."answered_at" is null)),
	CONSTRAINT "lot_questions_hidden_because" CHECK (("lot_questions"."hide_reason" is null) = ("lot_questions"."hidden_at" is null)),
	CONSTRAINT "lot_questions_slot" CHECK ("lot_questions"."slot" is null or ("lot_questions"."slot" between 1 and 3 and "lot_questions"."answer" is null and "lot_questions"."hidden_at" is null))
);
--> statement-breakpoint
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
CREATE TABLE "relistings" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"relisted_from" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_acceptances" (
	"sale_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"terms_version" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sale_acceptances_sale_id_user_id_terms_version_pk" PRIMARY KEY("sale_id","user_id","terms_version")
);
--> statement-breakpoint
CREATE TABLE "sale_action_lots" (
	"action_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"is_done" boolean NOT NULL,
	"refusal" text,
	CONSTRAINT "sale_action_lots_action_id_auction_id_pk" PRIMARY KEY("action_id","auction_id")
);
--> statement-breakpoint
CREATE TABLE "sale_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"seconds" integer,
	"actor_id" uuid NOT NULL,
	"command_id" text NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "sale_actions_kind" CHECK ("sale_actions"."kind" in ('publish', 'pause', 'resume', 'shift', 'end')),
	CONSTRAINT "sale_actions_seconds" CHECK (("sale_actions"."kind" = 'shift') = ("sale_actions"."seconds" is not null))
);
--> statement-breakpoint
CREATE TABLE "sale_lots" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"lot_number" integer NOT NULL,
	CONSTRAINT "sale_lots_number" CHECK ("sale_lots"."lot_number" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"terms" text NOT NULL,
	"viewings" jsonb NOT NULL,
	"status" text NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"spacing_seconds" integer NOT NULL,
	"closing" text NOT NULL,
	"group_size" integer,
	"asks_terms" boolean DEFAULT false NOT NULL,
	"terms_version" integer DEFAULT 1 NOT NULL,
	"picture" text,
	"paused_at" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "sales_status" CHECK ("sales"."status" in ('draft', 'published')),
	CONSTRAINT "sales_closing" CHECK ("sales"."closing" in ('alone', 'in-order', 'together')),
	CONSTRAINT "sales_spacing" CHECK ("sales"."spacing_seconds" between 0 and 86400),
	CONSTRAINT "sales_group_size" CHECK ("sales"."group_size" > 0),
	CONSTRAINT "sales_terms" CHECK (not "sales"."asks_terms" or "sales"."terms" <> ''),
	CONSTRAINT "sales_times" CHECK ("sales"."opens_at" is null or "sales"."opens_at" < "sales"."closes_at")
);
--> statement-breakpoint
CREATE TABLE "published_lots" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_search_matches" (
	"search_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"matched_at" timestamp (3) with time zone NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "saved_search_matches_search_id_auction_id_pk" PRIMARY KEY("search_id","auction_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"filter_key" text NOT NULL,
	"alert" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"mail_due_at" timestamp (3) with time zone,
	CONSTRAINT "saved_searches_name" CHECK (char_length("saved_searches"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_version" integer NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_challenges_tries_not_negative" CHECK ("login_challenges"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_enrolments" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"google_id" text,
	"confirm_hash" text NOT NULL,
	"cancel_hash" text,
	"undo_hash" text,
	"token_version" integer,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"ended_by" text
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
	"surplus_ngn_minor" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "public_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"exclusive_buyer_id" uuid,
	"price_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"status" text NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"is_waived" boolean DEFAULT false NOT NULL,
	"deposit_minor" bigint DEFAULT 0 NOT NULL,
	"deposit_worth_minor" bigint DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"paid_ngn_minor" bigint DEFAULT 0 NOT NULL,
	"penalty_minor" bigint,
	"closed_by" uuid,
	"note" text,
	"refunded_to" text,
	"refunded_minor" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"stuck_at" timestamp (3) with time zone,
	"pickup_code" text,
	"ready_at" timestamp (3) with time zone,
	"pickup_place" text,
	"pickup_hours" text,
	"handed_over_at" timestamp (3) with time zone,
	"handed_over_by" uuid,
	"rules" jsonb,
	"bank_version" integer,
	CONSTRAINT "purchases_price_positive" CHECK ("purchases"."price_minor" > 0),
	CONSTRAINT "purchases_closed" CHECK (("purchases"."status" = 'pending') = ("purchases"."closed_at" is null)),
	CONSTRAINT "purchases_waived_are_void" CHECK (not "purchases"."is_waived" or "purchases"."status" = 'void')
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
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"winner_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"pardoned_at" timestamp (3) with time zone,
	"deposit_minor" bigint DEFAULT 0 NOT NULL,
	"deposit_worth_minor" bigint DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"paid_ngn_minor" bigint DEFAULT 0 NOT NULL,
	"penalty_minor" bigint,
	"closed_by" uuid,
	"note" text,
	"refunded_to" text,
	"refunded_minor" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"stuck_at" timestamp (3) with time zone,
	"pickup_code" text,
	"ready_at" timestamp (3) with time zone,
	"pickup_place" text,
	"pickup_hours" text,
	"handed_over_at" timestamp (3) with time zone,
	"handed_over_by" uuid,
	"rules" jsonb,
	"bank_version" integer,
	CONSTRAINT "settlements_amount_positive" CHECK ("settlements"."amount_minor" > 0),
	CONSTRAINT "settlements_closed" CHECK (("settlements"."status" = 'open') = ("settlements"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "bank_account_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"restores" integer,
	"reason" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "bank_account_changes_decided" CHECK (("bank_account_changes"."status" = 'waiting') = ("bank_account_changes"."decided_at" is null)),
	CONSTRAINT "bank_account_changes_by_another" CHECK ("bank_account_changes"."status" <> 'done' or "bank_account_changes"."due_at" is not null or ("bank_account_changes"."decided_by" is not null and "bank_account_changes"."decided_by" <> "bank_account_changes"."asked_by"))
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"source" text NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"restores" integer,
	CONSTRAINT "setting_versions_section_version_pk" PRIMARY KEY("section","version"),
	CONSTRAINT "setting_versions_from_one" CHECK ("setting_versions"."version" >= 1),
	CONSTRAINT "setting_versions_by_staff" CHECK (("setting_versions"."source" = 'staff') = ("setting_versions"."changed_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"wants_mail" boolean DEFAULT true NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sent_alerts" (
	"user_id" uuid NOT NULL,
	"alert" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_alerts_user_id_alert_pk" PRIMARY KEY("user_id","alert")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"user_id" uuid NOT NULL,
	"settlement_id" uuid,
	"auction_id" uuid,
	"amount_minor" bigint NOT NULL,
	"request" json NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"command_id" text NOT NULL,
	"number" integer NOT NULL,
	"actor_number" integer,
	"receiver_number" integer,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"message" text,
	CONSTRAINT "approvals_amount_positive" CHECK ("approvals"."amount_minor" > 0),
	CONSTRAINT "approvals_by_another" CHECK ("approvals"."status" in ('not-needed', 'waiting', 'taken-back') or "approvals"."decided_by" is distinct from "approvals"."asked_by"),
	CONSTRAINT "approvals_by_somebody" CHECK ("approvals"."status" not in ('approved', 'done', 'refused') or "approvals"."decided_by" is not null),
	CONSTRAINT "approvals_not_own" CHECK ("approvals"."user_id" <> "approvals"."asked_by" and "approvals"."user_id" <> "approvals"."decided_by")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role_of_staff" CHECK ("invitations"."role" <> 'user'),
	CONSTRAINT "invitations_accepted_by_somebody" CHECK (("invitations"."accepted_at" is null) = ("invitations"."accepted_by" is null)),
	CONSTRAINT "invitations_one_end" CHECK ("invitations"."accepted_at" is null or "invitations"."withdrawn_at" is null)
);
--> statement-breakpoint
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
CREATE TABLE "lot_news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"auction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_up_to" uuid,
	"price_from_minor" bigint,
	"price_to_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reminders" text[] NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_reminders" (
	"user_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_reminders_user_id_auction_id_kind_about_pk" PRIMARY KEY("user_id","auction_id","kind","about")
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"user_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"wish_minor" bigint,
	CONSTRAINT "watches_user_id_auction_id_pk" PRIMARY KEY("user_id","auction_id"),
	CONSTRAINT "watches_wish_positive" CHECK ("watches"."wish_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "username_skeletons" ADD CONSTRAINT "username_skeletons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tokens" ADD CONSTRAINT "verification_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_heads" ADD CONSTRAINT "import_heads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_lots" ADD CONSTRAINT "imported_lots_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_drafts" ADD CONSTRAINT "lot_drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accepted_rates" ADD CONSTRAINT "accepted_rates_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_rejected_by_users_id_fk" FOREIGN KEY ("rejected_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_secrets" ADD CONSTRAINT "log_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_acceptances" ADD CONSTRAINT "sale_acceptances_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_acceptances" ADD CONSTRAINT "sale_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_action_lots" ADD CONSTRAINT "sale_action_lots_action_id_sale_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."sale_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_actions" ADD CONSTRAINT "sale_actions_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_actions" ADD CONSTRAINT "sale_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_lots" ADD CONSTRAINT "sale_lots_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_enrolments" ADD CONSTRAINT "totp_enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booked_by_users_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_chances" ADD CONSTRAINT "second_chances_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account_changes" ADD CONSTRAINT "bank_account_changes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account_changes" ADD CONSTRAINT "bank_account_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_alerts" ADD CONSTRAINT "sent_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspension_voids" ADD CONSTRAINT "suspension_voids_suspension_id_suspensions_id_fk" FOREIGN KEY ("suspension_id") REFERENCES "public"."suspensions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_reminders" ADD CONSTRAINT "sent_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_actions_user" ON "admin_actions" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "admin_actions_auction" ON "admin_actions" USING btree ("auction_id","at") WHERE "admin_actions"."auction_id" is not null;--> statement-breakpoint
CREATE INDEX "admin_actions_at" ON "admin_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "admin_actions_actor" ON "admin_actions" USING btree ("actor_id","at") WHERE "admin_actions"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "admin_actions_action" ON "admin_actions" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "login_codes_expiry" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "username_skeletons_user" ON "username_skeletons" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("created_at","id") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_username_unchecked" ON "users" USING btree ("created_at","id") WHERE "users"."username_verdict" is null;--> statement-breakpoint
CREATE INDEX "users_username_refused" ON "users" USING btree ("created_at","id") WHERE "users"."username_verdict" <> 'ok';--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tokens_hash" ON "verification_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "auction_search_to_file" ON "auction_search" USING btree ("auction_id") WHERE not "auction_search"."is_filed" and "auction_search"."status" <> 'active';--> statement-breakpoint
CREATE INDEX "auction_search_to_fold" ON "auction_search" USING btree ("status","auction_id") WHERE not "auction_search"."is_folded";--> statement-breakpoint
CREATE INDEX "auction_search_created" ON "auction_search" USING btree ("created_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_ends" ON "auction_search" USING btree ("ends_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_status_created" ON "auction_search" USING btree ("status","created_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_status_ends" ON "auction_search" USING btree ("status","ends_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_starting_price" ON "auction_search" USING btree ("currency","starting_price_minor","auction_id","status");--> statement-breakpoint
CREATE INDEX "auction_search_active_price" ON "auction_search" USING btree ("currency","starting_price_minor","auction_id") WHERE "auction_search"."status" = 'active';--> statement-breakpoint
CREATE INDEX "auction_search_status_published" ON "auction_search" USING btree ("status",coalesce("published_at", "created_at"),"auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_title" ON "auction_search" USING btree ("title","auction_id","status");--> statement-breakpoint
CREATE INDEX "auction_search_resting_price" ON "auction_search" USING btree ("currency","resting_price_minor","auction_id","status") WHERE "auction_search"."status" <> 'active';--> statement-breakpoint
CREATE INDEX "auctions_status_ends" ON "auctions" USING btree ("status","ends_at");--> statement-breakpoint
CREATE INDEX "auctions_price_step" ON "auctions" USING btree ("price_step","currency","reserve_minor","buy_it_now_minor","condition","region","categories","id") WHERE "auctions"."status" = 'active' and "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_bid_step" ON "auctions" USING btree ("bid_step") WHERE "auctions"."status" = 'active' and "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_to_start" ON "auctions" USING btree ("starts_at") WHERE "auctions"."status" = 'draft';--> statement-breakpoint
CREATE INDEX "auctions_report_year" ON "auctions" USING btree ((("condition_report" ->> 'year')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
CREATE INDEX "auctions_report_mileage" ON "auctions" USING btree ((("condition_report" ->> 'mileageKm')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
CREATE INDEX "auctions_report_storage" ON "auctions" USING btree ((("condition_report" ->> 'storageGb')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
CREATE INDEX "auctions_seller" ON "auctions" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("bidder_id","created_at","auction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "max_bids_one_per_user_and_auction" ON "max_bids" USING btree ("auction_id","user_id");--> statement-breakpoint
CREATE INDEX "max_bids_user" ON "max_bids" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "import_heads_old" ON "import_heads" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "import_pictures_filename" ON "import_pictures" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "imported_lots_auction" ON "imported_lots" USING btree ("auction_id");--> statement-breakpoint
CREATE INDEX "imports_owner" ON "imports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("created_at") WHERE "imports"."status" in ('checking', 'applying');--> statement-breakpoint
CREATE INDEX "imports_old" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auction_events_version" ON "auction_events" USING btree ("auction_id","version");--> statement-breakpoint
CREATE INDEX "auction_events_at" ON "auction_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "lot_drafts_owner" ON "lot_drafts" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "lot_drafts_uploads" ON "lot_drafts" USING gin ("uploads");--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_mailbox" ON "outbox" USING btree (regexp_replace(regexp_replace(replace(lower("to_address"), '@googlemail.com', '@gmail.com'), '\+[^@]*@', '@'), '\.(?=[^@]*@gmail\.com$)', '', 'g'),"kind","sent_at") WHERE "outbox"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_user_auction" ON "outbox" USING btree ("user_id","auction_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("touched_at") WHERE "uploads"."used_at" is null;--> statement-breakpoint
CREATE INDEX "accepted_rates_at" ON "accepted_rates" USING btree ("accepted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_once" ON "bank_accounts" USING btree ("user_id","bank_code","account_number") WHERE "bank_accounts"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("series","year","number");--> statement-breakpoint
CREATE INDEX "receipts_user" ON "receipts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_settlement" ON "receipts" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "receipts_to_number" ON "receipts" USING btree ("created_at","id") WHERE "receipts"."number" is null;--> statement-breakpoint
CREATE INDEX "top_ups_user" ON "top_ups" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "top_ups_settlement" ON "top_ups" USING btree ("settlement_id","worth_until") WHERE "top_ups"."settlement_id" is not null;--> statement-breakpoint
CREATE INDEX "top_ups_pending" ON "top_ups" USING btree ("created_at") WHERE "top_ups"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_listed" ON "withdrawals" USING btree ("closed_at" DESC NULLS FIRST,"created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_waiting" ON "withdrawals" USING btree ("created_at") WHERE "withdrawals"."status" = 'requested';--> statement-breakpoint
CREATE INDEX "withdrawals_to_send" ON "withdrawals" USING btree ("next_attempt_at") WHERE "withdrawals"."status" in ('approved', 'sent');--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("digest_up_to") WHERE "notification_settings"."wants_digest";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_merge" ON "notifications" USING btree ("user_id","merge_key") WHERE "notifications"."read_at" is null and "notifications"."merge_key" is not null;--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("push_due_at") WHERE "notifications"."push_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("read_at") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_requests_one_waiting" ON "deletion_requests" USING btree ("user_id") WHERE "deletion_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deletion_requests_user" ON "deletion_requests" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "deletion_requests_due" ON "deletion_requests" USING btree ("due_at") WHERE "deletion_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deletion_requests_to_scrub" ON "deletion_requests" USING btree ("ended_at") WHERE "deletion_requests"."outcome" = 'deleted' and "deletion_requests"."scrubbed_at" is null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_place" ON "passkeys" USING btree ("user_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_version" ON "log_leaves" USING btree ("log","auction_id","version");--> statement-breakpoint
CREATE INDEX "log_verdicts_date" ON "log_verdicts" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "lot_questions_waiting_of_person" ON "lot_questions" USING btree ("asker_id","auction_id","slot");--> statement-breakpoint
CREATE INDEX "lot_questions_lot" ON "lot_questions" USING btree ("auction_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_asker" ON "lot_questions" USING btree ("asker_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_waiting" ON "lot_questions" USING btree ("auction_id") WHERE "lot_questions"."answered_at" is null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_answered" ON "lot_questions" USING btree ("answered_at") WHERE "lot_questions"."answered_at" is not null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_hidden" ON "lot_questions" USING btree ("hidden_at") WHERE "lot_questions"."hidden_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refused_attempts_once" ON "refused_attempts" USING btree ("user_id","command_id");--> statement-breakpoint
CREATE INDEX "refused_attempts_of_lot" ON "refused_attempts" USING btree ("auction_id","at");--> statement-breakpoint
CREATE INDEX "refused_attempts_by_age" ON "refused_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "relistings_from" ON "relistings" USING btree ("relisted_from");--> statement-breakpoint
CREATE INDEX "sale_acceptances_of_user" ON "sale_acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_actions_once" ON "sale_actions" USING btree ("actor_id","command_id");--> statement-breakpoint
CREATE INDEX "sale_actions_of_sale" ON "sale_actions" USING btree ("sale_id","asked_at");--> statement-breakpoint
CREATE INDEX "sale_actions_open" ON "sale_actions" USING btree ("asked_at") WHERE "sale_actions"."done_at" is null;--> statement-breakpoint
CREATE INDEX "sale_lots_in_order" ON "sale_lots" USING btree ("sale_id","lot_number");--> statement-breakpoint
CREATE INDEX "sale_lots_by_number" ON "sale_lots" USING btree ("lot_number");--> statement-breakpoint
CREATE INDEX "sales_by_close" ON "sales" USING btree ("status","closes_at");--> statement-breakpoint
CREATE INDEX "saved_search_matches_unseen" ON "saved_search_matches" USING btree ("search_id") WHERE not "saved_search_matches"."is_seen";--> statement-breakpoint
CREATE INDEX "saved_search_matches_untold" ON "saved_search_matches" USING btree ("search_id") WHERE not "saved_search_matches"."is_told";--> statement-breakpoint
CREATE INDEX "saved_search_matches_age" ON "saved_search_matches" USING btree ("matched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("user_id","filter_key");--> statement-breakpoint
CREATE INDEX "saved_searches_filter" ON "saved_searches" USING btree ("filter_key");--> statement-breakpoint
CREATE INDEX "login_challenges_user" ON "login_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_challenges_expiry" ON "login_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "totp_enrolments_expiry" ON "totp_enrolments" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_confirm" ON "email_changes" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_cancel" ON "email_changes" USING btree ("cancel_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_undo" ON "email_changes" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "email_changes_expiry" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "payments_settlement" ON "payments" USING btree ("settlement_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_payer" ON "payments" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_online_once" ON "payments" USING btree ("reference") WHERE "payments"."method" = 'online';--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_pending" ON "purchases" USING btree ("auction_id") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_open_a_buyer" ON "purchases" USING btree ("exclusive_buyer_id") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "purchases_auction" ON "purchases" USING btree ("auction_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_buyer" ON "purchases" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_deadline" ON "purchases" USING btree ("deadline_at") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "purchases_listed" ON "purchases" USING btree ("closed_at" DESC NULLS FIRST,"deadline_at","id");--> statement-breakpoint
CREATE INDEX "purchases_listed_by_status" ON "purchases" USING btree ("status","is_waived","closed_at" DESC NULLS FIRST,"deadline_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_chances_one_open" ON "second_chances" USING btree ("auction_id") WHERE "second_chances"."status" = 'open';--> statement-breakpoint
CREATE INDEX "second_chances_person" ON "second_chances" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "second_chances_expiry" ON "second_chances" USING btree ("expires_at") WHERE "second_chances"."status" = 'open';--> statement-breakpoint
CREATE INDEX "settlements_auction" ON "settlements" USING btree ("auction_id","created_at");--> statement-breakpoint
CREATE INDEX "settlements_unpaid" ON "settlements" USING btree ("winner_id") WHERE "settlements"."status" = 'forfeited' and "settlements"."pardoned_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_open" ON "settlements" USING btree ("auction_id") WHERE "settlements"."status" = 'open';--> statement-breakpoint
CREATE INDEX "settlements_due" ON "settlements" USING btree ("due_at") WHERE "settlements"."status" = 'open';--> statement-breakpoint
CREATE INDEX "settlements_listed" ON "settlements" USING btree ("closed_at" DESC NULLS FIRST,"due_at","id");--> statement-breakpoint
CREATE INDEX "settlements_listed_by_status" ON "settlements" USING btree ("status","closed_at" DESC NULLS FIRST,"due_at","id");--> statement-breakpoint
CREATE INDEX "settlements_winner" ON "settlements" USING btree ("winner_id","auction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_changes_one_waiting" ON "bank_account_changes" USING btree ("status") WHERE "bank_account_changes"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "sent_alerts_at" ON "sent_alerts" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_number" ON "approvals" USING btree ("asked_by","user_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_actor_number" ON "approvals" USING btree ("asked_by","actor_number");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_receiver_number" ON "approvals" USING btree ("user_id","receiver_number");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_command" ON "approvals" USING btree ("asked_by","command_id");--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("asked_at") WHERE "approvals"."status" in ('waiting', 'approved');--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_at") WHERE "approvals"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "approvals_small" ON "approvals" USING btree ("asked_at") WHERE "approvals"."status" = 'not-needed';--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_standing" ON "invitations" USING btree (lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "suspension_voids_open" ON "suspension_voids" USING btree ("suspension_id") WHERE "suspension_voids"."done_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_user" ON "suspensions" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "suspensions_standing" ON "suspensions" USING btree ("user_id") WHERE "suspensions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_until" ON "suspensions" USING btree ("until") WHERE "suspensions"."lifted_at" is null and "suspensions"."until" is not null;--> statement-breakpoint
CREATE INDEX "suspensions_unlisted" ON "suspensions" USING btree ("at") WHERE not "suspensions"."is_listed";--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sent_reminders_age" ON "sent_reminders" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "watches_auction" ON "watches" USING btree ("auction_id");--> statement-breakpoint
CREATE VIEW "public"."stored_outcomes" AS (
  select c.user_id, c.command_id, coalesce(c.fingerprint, concat_ws(' ', 'PlaceBid', c.auction_id, bid.amount_minor))
      as fingerprint,
    c.created_at, c.outcome, c.auction_id, bid.version, bid.number, bid.amount_minor, bid.price_minor, bid.bid_count,
    bid.leader_id, c.ends_at, c.increment_minor, c.content_version
  from commands c left join lateral (
    select e.version, (e.events->0->>'number')::int as number, (e.events->0->>'amountMinor')::bigint as amount_minor,
      (e.events->-1->>'amountMinor')::bigint as price_minor, (e.events->-1->>'number')::int as bid_count,
      (e.events->-1->'bidder'->>'id')::uuid as leader_id
    from auction_events e where c.outcome is null and e.auction_id = c.auction_id and e.revision = c.revision offset 0
  ) bid on true
);--> statement-breakpoint
--
-- From here on it is written by hand: what drizzle-kit does not know of.
--
-- A bid updates its auction's row, and its bidder's. With room on the page the new version needs no index entries (HOT), and
-- the next update clears the old one away, so that it does not wait for a vacuum. A lot with its ten pictures keeps their
-- long list apart, so that the rows that bids rewrite and lists read stay small. The description stays in the row, because
-- the trigger `auction_search_changed` compares it at every bid.
ALTER TABLE "auctions" SET (fillfactor = 50, toast_tuple_target = 768);--> statement-breakpoint
ALTER TABLE "auctions" ALTER COLUMN "description" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "holds" SET (fillfactor = 50);--> statement-breakpoint
-- Nigeria's public holidays. Those by the moon are declared a day or two before, and administrators correct them.
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
-- The program's clock: all its SQL reads the time by this function, so that a test can shift the clock of its own database.
-- PostgreSQL puts the body in place of a call, so a call costs what clock_timestamp() costs.
CREATE FUNCTION "clock_now"() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT clock_timestamp()';--> statement-breakpoint
-- Rows that are evidence never change.
CREATE FUNCTION "refuse_to_change_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the rows of % never change', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_actions_never_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_change_rows"();--> statement-breakpoint
CREATE TRIGGER "setting_versions_never_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "setting_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_change_rows"();--> statement-breakpoint
-- Dates the entries of one balance in their order, also if the clock went back by up to ten seconds (as `notBefore` in
-- server/src/engine/commit/statement-words.ts does for auctions). It is a trigger, because it sees what was committed while
-- its statement waited for the balance.
CREATE FUNCTION "date_ledger_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last timestamp with time zone := (SELECT max(created_at) FROM ledger_entries WHERE user_id = new.user_id);
BEGIN
  IF last > new.created_at AND last <= new.created_at + interval '10 seconds' THEN
    new.created_at := last + interval '1 millisecond';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "date_ledger_entry" BEFORE INSERT ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "date_ledger_entry"();--> statement-breakpoint
-- The text of a search without the differences in how people spell: it does what `foldText` of
-- shared/src/search-text.ts does, and a test compares the two. A text of ASCII alone, which most are, takes a short way. The
-- function is one expression, so that the planner can put it in place of its calls.
CREATE FUNCTION "search_fold"("t" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(t) = length(t) THEN replace(replace(replace(lower(t COLLATE "C"), '"', ''), '''', ''), '`', '')
  ELSE replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(t, U&'\00b4\1ffd', ''), NFKD),
      '[\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"''`\u00ab\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201f\u2032-\u2036\u2039\u203a\ua78b\ua78c]',
      '', 'g') COLLATE "C"),
    'ȺⱥƁɓɃƀƇƈȻȼƊɗĐđÐðƉɖƎǝƏəƐɛɆɇƑƒƓɠǤǥƔɣĦħꞪɦıƗɨƖɩɈɉƘƙĸŁłⱢɫŊŋƝɲƆɔØøƟɵƤƥⱣᵽɌɍⱤɽƩʃŦŧƬƭƮʈȾⱦɄʉƱʊƲʋƳƴɎɏƷʒƵƶ‐‒–—―−⁄ςÆŒẞÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
    'aabbbbccccddddddddeeeeeeeeffgggggghhhhiiiiijjkkkllllnnnnoooooopppprrrrssttttttttuuuuvvyyyyzzzz------/σæœßþαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'
  ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') END
$$;--> statement-breakpoint
-- All pairs of neighbouring letters: the indexes find texts of two letters by them, which trigrams do not know
-- (text-indexes.ts).
CREATE FUNCTION "pairs"("t" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(
    SELECT a || b FROM unnest(string_to_array(t, NULL), (string_to_array(t, NULL))[2:]) AS p(a, b) WHERE b IS NOT NULL
  )
$$;--> statement-breakpoint
-- The words by which a search finds the lots of a category: those that it has from the start, and its name in the settings
-- if that is another one. A category of the site's own has its name alone.
CREATE FUNCTION "category_words"("codes" text[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH known(code, words) AS (VALUES
    ('automobiles', 'automobiles: cars, motorcycles, boats, vehicles'), ('electronics', 'electronics'),
    ('furniture', 'furniture'), ('clothing', 'clothing & fashion'), ('fitness', 'fitness & sports'),
    ('collectibles', 'collectibles & antiques'), ('books', 'books & media'), ('tools', 'tools & equipment'),
    ('home-garden', 'home & garden'), ('toys', 'toys & hobbies'), ('general', 'general goods')
  ), named AS (
    SELECT category->>'code' AS code, lower(category->>'label') AS label FROM jsonb_array_elements((
      SELECT value FROM setting_versions WHERE section = 'categories' ORDER BY version DESC LIMIT 1
    )) AS categories(category)
  )
  SELECT coalesce(string_agg(concat_ws(' ', words, CASE WHEN left(words, length(label)) = label THEN null ELSE label END),
    ' ' ORDER BY code), '')
  FROM unnest(codes) AS given(code) LEFT JOIN known USING (code) LEFT JOIN named USING (code)
$$;--> statement-breakpoint
-- The words and numbers of a condition report, so that a search for a VIN finds its car.
CREATE FUNCTION "report_words"(report jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(value, ' ' ORDER BY key) FROM jsonb_each_text(report)
$$;--> statement-breakpoint
-- Keeps a lot's row of `auction_search`. A lot is published when it is made active, or becomes active from a draft. Then it
-- waits to be compared with the saved searches. A lot that is reopened or resumed is not new. A change that touches no
-- searched word (a lot that closes) leaves the text as it is, so that it is not folded again. The names of the categories
-- are read again when a lot becomes active.
CREATE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  published timestamptz;
  words text;
BEGIN
  IF new.removed_at IS NOT NULL THEN
    DELETE FROM auction_search WHERE auction_id = new.id;
    RETURN null;
  END IF;
  IF new.status = 'active' AND tg_op = 'INSERT' THEN
    published := new.created_at;
  ELSIF new.status = 'active' AND old.status = 'draft' THEN
    published := date_trunc('milliseconds', clock_now());
  END IF;
  IF published IS NOT NULL THEN
    INSERT INTO published_lots (auction_id, published_at) VALUES (new.id, published)
    ON CONFLICT (auction_id) DO UPDATE SET published_at = excluded.published_at;
  END IF;
  IF tg_op = 'UPDATE' AND published IS NULL AND old.title = new.title AND old.description = new.description
    AND old.location IS NOT DISTINCT FROM new.location AND old.categories = new.categories
    AND old.condition_report IS NOT DISTINCT FROM new.condition_report THEN
    UPDATE auction_search SET
      status = new.status, currency = new.currency, has_reserve = new.reserve_minor IS NOT NULL,
      has_buy_it_now = new.buy_it_now_minor IS NOT NULL, ends_at = new.ends_at,
      starting_price_minor = new.starting_price_minor,
      resting_price_minor = CASE WHEN new.status <> 'active' THEN new.price_minor END,
      condition = new.condition, region = new.region, is_filed = false
    WHERE auction_id = new.id;
    IF FOUND THEN
      RETURN null;
    END IF;
  END IF;
  -- Separated by a character that nobody types, so that no word is found across two of them. A lot without a report has
  -- no last part.
  words := concat_ws(chr(31), new.title, coalesce(new.location, ''), new.description, category_words(new.categories),
    report_words(new.condition_report));
  INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
    starting_price_minor, resting_price_minor, title, text, categories, condition, region, published_at, is_folded)
  VALUES (new.id, new.status, new.currency, new.reserve_minor IS NOT NULL, new.buy_it_now_minor IS NOT NULL,
    new.created_at, new.ends_at, new.starting_price_minor,
    CASE WHEN new.status <> 'active' THEN new.price_minor END, lower(new.title), search_fold(words),
    new.categories, new.condition, new.region, published, true)
  ON CONFLICT (auction_id) DO UPDATE SET
    status = excluded.status, currency = excluded.currency, has_reserve = excluded.has_reserve,
    has_buy_it_now = excluded.has_buy_it_now, ends_at = excluded.ends_at,
    starting_price_minor = excluded.starting_price_minor, resting_price_minor = excluded.resting_price_minor,
    title = excluded.title, text = excluded.text, categories = excluded.categories, condition = excluded.condition,
    region = excluded.region, is_filed = false, is_folded = true,
    published_at = coalesce(excluded.published_at, auction_search.published_at);
  RETURN null;
END $$;--> statement-breakpoint
CREATE FUNCTION "drop_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auction_search WHERE auction_id = old.id;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "auction_search_made" AFTER INSERT ON "auctions"
  FOR EACH ROW EXECUTE FUNCTION "keep_auction_search"();--> statement-breakpoint
-- A bid changes none of these columns, and PostgreSQL finds that out without a call of the function.
CREATE TRIGGER "auction_search_changed" AFTER UPDATE ON "auctions" FOR EACH ROW WHEN (
  old.status <> new.status OR old.ends_at <> new.ends_at OR old.removed_at IS DISTINCT FROM new.removed_at
  OR (new.status <> 'active' AND old.price_minor <> new.price_minor)
  OR old.starting_price_minor <> new.starting_price_minor OR old.currency <> new.currency
  OR (old.reserve_minor IS NULL) <> (new.reserve_minor IS NULL)
  OR (old.buy_it_now_minor IS NULL) <> (new.buy_it_now_minor IS NULL)
  OR old.title <> new.title OR old.location IS DISTINCT FROM new.location OR old.description <> new.description
  OR old.categories <> new.categories OR old.condition <> new.condition
  OR old.condition_report IS DISTINCT FROM new.condition_report
) EXECUTE FUNCTION "keep_auction_search"();--> statement-breakpoint
CREATE TRIGGER "auction_search_gone" AFTER DELETE ON "auctions"
  FOR EACH ROW EXECUTE FUNCTION "drop_auction_search"();--> statement-breakpoint
-- Counts the lots of each kind as changes, which a job adds up.
CREATE FUNCTION "count_auctions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    INSERT INTO auction_counts VALUES (old.status, old.currency, old.has_reserve, old.has_buy_it_now, -1);
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO auction_counts VALUES (new.status, new.currency, new.has_reserve, new.has_buy_it_now, 1);
  END IF;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "auction_counted" AFTER INSERT OR DELETE ON "auction_search"
  FOR EACH ROW EXECUTE FUNCTION "count_auctions"();--> statement-breakpoint
CREATE TRIGGER "auction_recounted" AFTER UPDATE ON "auction_search" FOR EACH ROW WHEN (
  (old.status, old.currency, old.has_reserve, old.has_buy_it_now)
    IS DISTINCT FROM (new.status, new.currency, new.has_reserve, new.has_buy_it_now)
) EXECUTE FUNCTION "count_auctions"();--> statement-breakpoint
-- Notes in the statement that writes an auction, whichever it is, that its uploads are used. An upload that an auction has
-- named once is never an orphan.
CREATE FUNCTION "note_used_uploads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE uploads u SET used_at = new.updated_at
  FROM (
    SELECT name FROM uploads WHERE used_at IS NULL AND name IN (
      SELECT substr(item->>'url', 8) FROM jsonb_array_elements(new.media) item WHERE item->>'url' LIKE '/media/%'
    ) ORDER BY name FOR UPDATE
  ) used
  WHERE u.name = used.name;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "uploads_used_first" AFTER INSERT ON "auctions" FOR EACH ROW
  WHEN (new.media::text ~ '/media/[0-9a-f]{32}[.]') EXECUTE FUNCTION "note_used_uploads"();--> statement-breakpoint
-- Bids do not name the column, so that they do not call this trigger.
CREATE TRIGGER "uploads_used_later" AFTER UPDATE OF "media" ON "auctions" FOR EACH ROW
  WHEN (old.media IS DISTINCT FROM new.media) EXECUTE FUNCTION "note_used_uploads"();--> statement-breakpoint
-- Notes what happened to a lot for the people who watch it. Of soft close only the first extension of a scheduled end is
-- noted. A lowered price is noted with the prices before and after, so that only those watchers are reminded whose wish it
-- fell below. The price of a lot whose sale is taken back was not above them for bidders, so that is no fall.
CREATE FUNCTION "note_lot_news"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.removed_at IS NOT NULL OR new.status NOT IN ('active', 'paused') THEN
    RETURN null;
  END IF;
  INSERT INTO lot_news (auction_id, kind, at, price_from_minor, price_to_minor)
  SELECT new.id, kind, clock_now(), CASE WHEN kind = 'lowered' THEN old.price_minor END,
    CASE WHEN kind = 'lowered' THEN new.price_minor END
  FROM unnest(array_remove(ARRAY[
    CASE WHEN old.status = 'active' AND new.status = 'paused' THEN 'paused' END,
    CASE WHEN old.status = 'paused' AND new.status = 'active' THEN 'resumed' END,
    CASE WHEN old.extended_from IS NULL AND new.extended_from IS NOT NULL THEN 'extended' END,
    CASE WHEN new.price_minor < old.price_minor AND old.status IN ('active', 'paused') THEN 'lowered' END,
    CASE WHEN old.status <> 'draft' AND (old.content_version <> new.content_version OR old.title <> new.title
      OR old.description <> new.description OR old.condition <> new.condition OR old.addenda <> new.addenda
      OR old.condition_report IS DISTINCT FROM new.condition_report) THEN 'changed' END
  ], null)) AS kinds(kind)
  WHERE EXISTS (SELECT FROM watches WHERE auction_id = new.id);
  RETURN null;
END $$;--> statement-breakpoint
-- A bid that moves no end changes none of these columns.
CREATE TRIGGER "lot_news_noted" AFTER UPDATE ON "auctions" FOR EACH ROW WHEN (
  old.status <> new.status OR old.content_version <> new.content_version OR new.price_minor < old.price_minor
  OR (old.extended_from IS NULL AND new.extended_from IS NOT NULL)
  OR old.title <> new.title OR old.description <> new.description OR old.condition <> new.condition
  OR old.addenda <> new.addenda OR old.condition_report IS DISTINCT FROM new.condition_report
) EXECUTE FUNCTION "note_lot_news"();--> statement-breakpoint
-- Notes that a lot starts, for the people who watched it before, and those who watch the lot that it is a copy of.
CREATE FUNCTION "note_started_lot"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_news (auction_id, kind, at)
  SELECT new.id, 'started', clock_now()
  WHERE EXISTS (SELECT FROM watches WHERE auction_id = new.id) OR EXISTS (
    SELECT FROM relistings r JOIN watches w ON w.auction_id = r.relisted_from WHERE r.auction_id = new.id
  );
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "started_lot_made" AFTER INSERT ON "auctions" FOR EACH ROW WHEN (new.status = 'active')
  EXECUTE FUNCTION "note_started_lot"();--> statement-breakpoint
CREATE TRIGGER "started_lot_noted" AFTER UPDATE ON "auctions" FOR EACH ROW
  WHEN (old.status = 'draft' AND new.status = 'active') EXECUTE FUNCTION "note_started_lot"();--> statement-breakpoint
-- The kind of the notification that a mail to the owner of an account also gives in the inbox. Null: the mail contains a
-- code or a link that belongs to the mail alone. Mails about being outbid are left out, because the engine's commit writes
-- their notifications, also of those that are not mailed.
CREATE FUNCTION "kind_of_mail"(mail text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('won', 'buy-it-now') THEN 'won'
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed', 'payment-withdrawn', 'win-forfeited',
      'buy-it-now-forfeited') THEN 'due'
    WHEN mail IN ('second-chance', 'second-chance-closed') THEN 'second-chance'
    WHEN mail IN ('payment-received', 'payment-booked', 'payment-waived', 'penalty-returned') THEN 'paid'
    WHEN mail IN ('receipt', 'question-answered') THEN mail
    WHEN mail IN ('lot-changed', 'lot-cancelled', 'lot-withdrawn', 'lot-reopened', 'lot-sold', 'lot-sale-undone')
      THEN 'lot-changed'
    WHEN mail IN ('bids-voided', 'own-bids-voided', 'maxbid-suspended') THEN 'bids-voided'
    WHEN mail IN ('withdrawal-requested', 'withdrawal-sent', 'withdrawal-paid', 'withdrawal-refused',
      'withdrawal-failed') THEN 'withdrawal'
    WHEN mail IN ('bank-account-added', 'password-changed', 'email-change-requested', 'email-changed',
      'email-change-undone', 'new-device', 'passkey-added', 'passkey-removed', 'passkey-refused', 'second-factor',
      'account-suspended', 'account-restored', 'deletion-requested', 'deletion-refused') THEN 'security'
    WHEN mail IN ('staff-alerts', 'rate-to-confirm', 'staff-joined', 'staff-welcome') THEN 'staff'
    WHEN mail LIKE 'saved-search%' THEN 'saved-search'
    WHEN mail LIKE 'reminder%' THEN 'reminder'
  END
$$;--> statement-breakpoint
-- Mails of one person whose notifications merge while they are unread have one key. Null: the notification stays a row of
-- its own. A sale by Buy It Now and the news that it was taken back have one key, because only the last one is true.
CREATE FUNCTION "merge_key_of_mail"(mail text, auction uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('lot-changed', 'bids-voided') THEN mail || ':' || auction
    WHEN mail IN ('lot-sold', 'lot-sale-undone') THEN 'lot-sale:' || auction
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed') THEN 'due:' || auction
  END
$$;--> statement-breakpoint
-- Writes the notifications, in the statement that writes the mails.
CREATE FUNCTION "notify_of_mails"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM written w WHERE w.user_id IS NOT NULL AND kind_of_mail(w.kind) IS NOT NULL) THEN
    RETURN null;
  END IF;
  -- In the order of the people, so that no two statements wait for each other in a circle.
  INSERT INTO notifications (id, user_id, kind, about, auction_id, data, merge_key, count, created_at, at, push_due_at)
  SELECT DISTINCT ON (m.user_id, m.own_key) m.id, m.user_id, m.inbox_kind, m.kind, m.auction_id,
    -- Tokens and codes stay in the mail.
    CASE WHEN coalesce(m.data ->> 'token', m.data ->> 'code') IS NULL THEN m.data
      ELSE (m.data::jsonb - 'token' - 'code')::json END,
    m.merge_key, count(*) OVER (PARTITION BY m.user_id, m.own_key)::int, m.created_at, m.created_at,
    CASE WHEN EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = m.user_id AND s.disabled_at IS NULL)
      THEN m.created_at END
  FROM (
    SELECT k.*, coalesce(k.merge_key, k.id::text) AS own_key FROM (
      SELECT w.*, kind_of_mail(w.kind) AS inbox_kind, merge_key_of_mail(w.kind, w.auction_id) AS merge_key FROM written w
      WHERE w.user_id IS NOT NULL
    ) k WHERE k.inbox_kind IS NOT NULL
  ) m
  ORDER BY m.user_id, m.own_key, m.created_at DESC, m.id DESC
  ON CONFLICT (user_id, merge_key) WHERE read_at IS NULL AND merge_key IS NOT NULL DO UPDATE SET
    count = notifications.count + excluded.count, about = excluded.about, data = excluded.data, at = excluded.at,
    push_attempts = 0,
    push_due_at = CASE WHEN excluded.push_due_at IS NOT NULL
      THEN greatest(excluded.push_due_at, notifications.pushed_at + interval '30 seconds') END;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "outbox_notifies" AFTER INSERT ON "outbox" REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_of_mails"();
