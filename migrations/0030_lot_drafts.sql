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
ALTER TABLE "lot_drafts" ADD CONSTRAINT "lot_drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_drafts_owner" ON "lot_drafts" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "lot_drafts_uploads" ON "lot_drafts" USING gin ("uploads");