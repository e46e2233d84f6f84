ALTER TABLE "import_rows" ADD COLUMN "choice" text;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_choice" CHECK ("import_rows"."choice" in ('update', 'another'));