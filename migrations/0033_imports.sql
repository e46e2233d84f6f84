CREATE TABLE "import_pictures" (
	"import_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filename" text,
	"type" text,
	"problem" text,
	CONSTRAINT "import_pictures_import_id_name_pk" PRIMARY KEY("import_id","name"),
	CONSTRAINT "import_pictures_outcome" CHECK (("import_pictures"."filename" is null) = ("import_pictures"."problem" is not null))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"lot_number" text NOT NULL,
	"title" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"body" jsonb,
	"picture_names" jsonb NOT NULL,
	"media" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"problems" jsonb NOT NULL,
	"auction_id" uuid,
	"is_made" boolean NOT NULL,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "import_rows_verdict" CHECK ("import_rows"."verdict" in ('create', 'unchanged', 'changed', 'refused')),
	CONSTRAINT "import_rows_made" CHECK (not "import_rows"."is_made" or "import_rows"."auction_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "imported_lots" (
	"owner_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"auction_id" uuid NOT NULL,
	CONSTRAINT "imported_lots_owner_id_key_pk" PRIMARY KEY("owner_id","key")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"archive" text,
	"picture_count" integer NOT NULL,
	"unused" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('checking', 'checked', 'applying', 'applied', 'cancelled', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_lots" ADD CONSTRAINT "imported_lots_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_pictures_filename" ON "import_pictures" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "imported_lots_auction" ON "imported_lots" USING btree ("auction_id");--> statement-breakpoint
CREATE INDEX "imports_owner" ON "imports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("created_at") WHERE "imports"."status" in ('checking', 'applying');--> statement-breakpoint
CREATE INDEX "imports_old" ON "imports" USING btree ("created_at");