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
ALTER TABLE "uploads" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "log_secrets" ADD CONSTRAINT "log_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_version" ON "log_leaves" USING btree ("log","auction_id","version");--> statement-breakpoint
CREATE INDEX "auction_events_at" ON "auction_events" USING brin ("at");