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
ALTER TABLE "auctions" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "bank_version" integer;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "bank_version" integer;--> statement-breakpoint
ALTER TABLE "bank_account_changes" ADD CONSTRAINT "bank_account_changes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account_changes" ADD CONSTRAINT "bank_account_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_changes_one_waiting" ON "bank_account_changes" USING btree ("status") WHERE "bank_account_changes"."status" = 'waiting';--> statement-breakpoint
-- by hand
CREATE TRIGGER "setting_versions_never_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "setting_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_change_rows"();
