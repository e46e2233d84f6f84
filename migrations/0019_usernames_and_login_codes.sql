CREATE TABLE "login_codes" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"email" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_codes_tries_not_negative" CHECK ("login_codes"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "username_skeletons" (
	"skeleton" text PRIMARY KEY NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "username_verdict" text;--> statement-breakpoint
ALTER TABLE "username_skeletons" ADD CONSTRAINT "username_skeletons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_codes_expiry" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "username_skeletons_user" ON "username_skeletons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_username_unchecked" ON "users" USING btree ("created_at","id") WHERE "users"."username_verdict" is null;--> statement-breakpoint
CREATE INDEX "users_username_refused" ON "users" USING btree ("created_at","id") WHERE "users"."username_verdict" <> 'ok';