CREATE TABLE "bidder_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sale_id" uuid,
	"status" text NOT NULL,
	"limit_minor" bigint,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"revision" integer NOT NULL,
	CONSTRAINT "bidder_approvals_once" UNIQUE NULLS NOT DISTINCT("user_id","sale_id"),
	CONSTRAINT "bidder_approvals_status" CHECK ("bidder_approvals"."status" in ('waiting', 'approved', 'declined')),
	CONSTRAINT "bidder_approvals_decided" CHECK (("bidder_approvals"."status" = 'waiting') = ("bidder_approvals"."decided_at" is null)),
	CONSTRAINT "bidder_approvals_declined" CHECK (("bidder_approvals"."status" = 'declined') = ("bidder_approvals"."reason" is not null)),
	CONSTRAINT "bidder_approvals_limit" CHECK ("bidder_approvals"."limit_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "bidder_documents" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"file" "bytea",
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"revision" integer NOT NULL,
	CONSTRAINT "bidder_documents_status" CHECK ("bidder_documents"."status" in ('waiting', 'approved', 'declined')),
	CONSTRAINT "bidder_documents_decided_once" CHECK (("bidder_documents"."status" = 'waiting') = ("bidder_documents"."decided_at" is null)),
	CONSTRAINT "bidder_documents_declined" CHECK (("bidder_documents"."status" = 'declined') = ("bidder_documents"."reason" is not null)),
	CONSTRAINT "bidder_documents_file" CHECK ("bidder_documents"."file" is not null or "bidder_documents"."decided_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_phones" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "requirements" jsonb;--> statement-breakpoint
ALTER TABLE "bidder_approvals" ADD CONSTRAINT "bidder_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bidder_approvals" ADD CONSTRAINT "bidder_approvals_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bidder_approvals" ADD CONSTRAINT "bidder_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bidder_documents" ADD CONSTRAINT "bidder_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bidder_documents" ADD CONSTRAINT "bidder_documents_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_phones" ADD CONSTRAINT "verified_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bidder_approvals_state" ON "bidder_approvals" USING btree ("status","asked_at");--> statement-breakpoint
CREATE INDEX "bidder_documents_state" ON "bidder_documents" USING btree ("status","uploaded_at");--> statement-breakpoint
CREATE INDEX "bidder_documents_decided" ON "bidder_documents" USING btree ("decided_at") WHERE "bidder_documents"."file" is not null;--> statement-breakpoint
CREATE INDEX "phone_codes_expire" ON "phone_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verified_phones_number" ON "verified_phones" USING btree ("number");--> statement-breakpoint
CREATE INDEX "sales_with_requirements" ON "sales" USING btree ("id") WHERE "sales"."requirements" is not null;