-- Sessions, links that set a new password, changes of e-mail addresses. It only adds. Tokens from before have no session, so
-- everybody logs in once more.
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"google_id" text,
	"confirm_hash" text NOT NULL,
	"cancel_hash" text,
	"undo_hash" text,
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
ALTER TABLE "users" ADD COLUMN "first_session_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_confirm" ON "email_changes" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_cancel" ON "email_changes" USING btree ("cancel_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_undo" ON "email_changes" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "email_changes_expiry" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree (coalesce("revoked_at", "expires_at"));