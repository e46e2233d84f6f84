CREATE TABLE "invoice_lots" (
	"settlement_id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"command_id" text NOT NULL,
	"method" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reference" text,
	"note" text,
	"parts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_payments_amount" CHECK ("invoice_payments"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"sale_id" uuid,
	"day" date,
	"currency" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"buyer" jsonb NOT NULL,
	"house_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_of_one" CHECK (num_nonnulls("invoices"."sale_id", "invoices"."day") = 1)
);
--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "invoice_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice_lots" ADD CONSTRAINT "invoice_lots_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_lots_invoice" ON "invoice_lots" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_once" ON "invoice_payments" USING btree ("asked_by","command_id");--> statement-breakpoint
CREATE INDEX "invoice_payments_invoice" ON "invoice_payments" USING btree ("invoice_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_sale" ON "invoices" USING btree ("buyer_id","sale_id","currency") WHERE "invoices"."sale_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_day" ON "invoices" USING btree ("buyer_id","day","currency") WHERE "invoices"."day" is not null;