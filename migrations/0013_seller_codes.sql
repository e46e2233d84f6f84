CREATE TABLE "seller_statements" (
	"seller_id" uuid NOT NULL,
	"month" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"numbered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seller_statements_seller_id_month_pk" PRIMARY KEY("seller_id","month"),
	CONSTRAINT "seller_statements_month" CHECK ("seller_statements"."month" ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "seller_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code" text DEFAULT substr(translate(md5(random()::text), '01abcdef', 'XYVBCDWF'), 1, 6) NOT NULL,
	CONSTRAINT "seller_codes_code" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "seller_code" text;--> statement-breakpoint
ALTER TABLE "seller_statements" ADD CONSTRAINT "seller_statements_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_codes" ADD CONSTRAINT "seller_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seller_statements_number" ON "seller_statements" USING btree ("year","number");--> statement-breakpoint
INSERT INTO "seller_codes" ("user_id") SELECT DISTINCT "seller_id" FROM "offers" WHERE "status" <> 'draft' ON CONFLICT DO NOTHING;
