CREATE TABLE "import_heads" (
	"owner_id" uuid NOT NULL,
	"heads" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_heads_owner_id_heads_pk" PRIMARY KEY("owner_id","heads")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "place" integer;--> statement-breakpoint
ALTER TABLE "import_heads" ADD CONSTRAINT "import_heads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_heads_old" ON "import_heads" USING btree ("used_at");