CREATE TABLE "parted_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"received" integer NOT NULL,
	"parts" text[] NOT NULL,
	"filename" text,
	"type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "parted_uploads_received" CHECK ("parted_uploads"."received" between 0 and "parted_uploads"."size"),
	CONSTRAINT "parted_uploads_finished" CHECK (("parted_uploads"."filename" is null) = ("parted_uploads"."type" is null))
);
--> statement-breakpoint
CREATE INDEX "parted_uploads_open" ON "parted_uploads" USING btree ("owner_id") WHERE "parted_uploads"."filename" is null;--> statement-breakpoint
CREATE INDEX "parted_uploads_old" ON "parted_uploads" USING btree ("updated_at");