CREATE TABLE "issued_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"content" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"paper" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "issued_statements" ADD CONSTRAINT "issued_statements_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_statements_once" ON "issued_statements" USING btree ("seller_id","content");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_statements_number" ON "issued_statements" USING btree ("year","number");