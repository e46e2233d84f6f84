CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"currency" text NOT NULL,
	"starting_price_minor" bigint NOT NULL,
	"reserve_minor" bigint,
	"commission_points" integer NOT NULL,
	"least_commission_minor" bigint NOT NULL,
	"vat_points" integer NOT NULL,
	"charges" jsonb NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"proposed_by" uuid NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_name" text,
	"terms_version" text,
	"network" text,
	CONSTRAINT "agreements_version" UNIQUE("offer_id","version"),
	CONSTRAINT "agreements_commission" CHECK ("agreements"."commission_points" between 0 and 10000 and "agreements"."vat_points" between 0 and 10000),
	CONSTRAINT "agreements_least" CHECK ("agreements"."least_commission_minor" >= 0 and "agreements"."starting_price_minor" >= 0),
	CONSTRAINT "agreements_accepted" CHECK (("agreements"."accepted_at" is null) = ("agreements"."accepted_name" is null) and ("agreements"."accepted_at" is null) = ("agreements"."terms_version" is null))
);
--> statement-breakpoint
CREATE TABLE "consignments" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"entered_by" uuid,
	"status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"content" jsonb NOT NULL,
	"uploads" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decline_reason" text,
	CONSTRAINT "offers_offered" CHECK ("offers"."status" = 'draft' or "offers"."offered_at" is not null),
	CONSTRAINT "offers_declined" CHECK (("offers"."status" = 'declined') = ("offers"."decline_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "is_consigned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consignments" ADD CONSTRAINT "consignments_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consignments" ADD CONSTRAINT "consignments_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_messages" ADD CONSTRAINT "offer_messages_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_messages" ADD CONSTRAINT "offer_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_seller" ON "agreements" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "consignments_offer" ON "consignments" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "consignments_seller" ON "consignments" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "offer_messages_offer" ON "offer_messages" USING btree ("offer_id","at");--> statement-breakpoint
CREATE INDEX "offers_seller" ON "offers" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "offers_uploads" ON "offers" USING gin ("uploads");--> statement-breakpoint
CREATE INDEX "offers_waiting" ON "offers" USING btree ("offered_at") WHERE "offers"."status" in ('offered', 'in-review');--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id","created_at") WHERE "uploads"."owner_id" is not null;