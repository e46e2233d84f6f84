CREATE TABLE "sale_acceptances" (
	"sale_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"terms_version" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sale_acceptances_sale_id_user_id_terms_version_pk" PRIMARY KEY("sale_id","user_id","terms_version")
);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "group_size" integer;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "asks_terms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "terms_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "sale_acceptances" ADD CONSTRAINT "sale_acceptances_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_acceptances" ADD CONSTRAINT "sale_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_acceptances_of_user" ON "sale_acceptances" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_group_size" CHECK ("sales"."group_size" > 0);--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_terms" CHECK (not "sales"."asks_terms" or "sales"."terms" <> '');