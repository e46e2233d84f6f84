CREATE TABLE "sale_action_lots" (
	"action_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"is_done" boolean NOT NULL,
	"refusal" text,
	CONSTRAINT "sale_action_lots_action_id_auction_id_pk" PRIMARY KEY("action_id","auction_id")
);
--> statement-breakpoint
CREATE TABLE "sale_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"seconds" integer,
	"actor_id" uuid NOT NULL,
	"command_id" text NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "sale_actions_kind" CHECK ("sale_actions"."kind" in ('publish', 'pause', 'resume', 'shift', 'end')),
	CONSTRAINT "sale_actions_seconds" CHECK (("sale_actions"."kind" = 'shift') = ("sale_actions"."seconds" is not null))
);
--> statement-breakpoint
CREATE TABLE "sale_lots" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"lot_number" integer NOT NULL,
	CONSTRAINT "sale_lots_number" CHECK ("sale_lots"."lot_number" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"terms" text NOT NULL,
	"viewings" jsonb NOT NULL,
	"status" text NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"spacing_seconds" integer NOT NULL,
	"closing" text NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "sales_status" CHECK ("sales"."status" in ('draft', 'published')),
	CONSTRAINT "sales_closing" CHECK ("sales"."closing" in ('alone', 'in-order', 'together')),
	CONSTRAINT "sales_spacing" CHECK ("sales"."spacing_seconds" between 0 and 86400),
	CONSTRAINT "sales_times" CHECK ("sales"."opens_at" is null or "sales"."opens_at" < "sales"."closes_at")
);
--> statement-breakpoint
ALTER TABLE "sale_action_lots" ADD CONSTRAINT "sale_action_lots_action_id_sale_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."sale_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_actions" ADD CONSTRAINT "sale_actions_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_actions" ADD CONSTRAINT "sale_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_lots" ADD CONSTRAINT "sale_lots_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_actions_once" ON "sale_actions" USING btree ("actor_id","command_id");--> statement-breakpoint
CREATE INDEX "sale_actions_of_sale" ON "sale_actions" USING btree ("sale_id","asked_at");--> statement-breakpoint
CREATE INDEX "sale_actions_open" ON "sale_actions" USING btree ("asked_at") WHERE "sale_actions"."done_at" is null;--> statement-breakpoint
CREATE INDEX "sale_lots_in_order" ON "sale_lots" USING btree ("sale_id","lot_number");--> statement-breakpoint
CREATE INDEX "sales_by_close" ON "sales" USING btree ("status","closes_at");