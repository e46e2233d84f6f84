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
ALTER TABLE "admin_actions" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_requests_one_waiting" ON "deletion_requests" USING btree ("user_id") WHERE "deletion_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deletion_requests_user" ON "deletion_requests" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "deletion_requests_due" ON "deletion_requests" USING btree ("due_at") WHERE "deletion_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deletion_requests_to_scrub" ON "deletion_requests" USING btree ("ended_at") WHERE "deletion_requests"."outcome" = 'deleted' and "deletion_requests"."scrubbed_at" is null;--> statement-breakpoint
CREATE INDEX "admin_actions_actor" ON "admin_actions" USING btree ("actor_id","at") WHERE "admin_actions"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "admin_actions_action" ON "admin_actions" USING btree ("action","at");--> statement-breakpoint
-- by hand
CREATE FUNCTION "refuse_to_change_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the rows of % never change', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "admin_actions_never_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_actions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_change_rows"();
