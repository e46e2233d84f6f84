CREATE TABLE "set_aside_rows" (
	"loop" text NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone NOT NULL,
	"put_aside_at" timestamp (3) with time zone,
	CONSTRAINT "set_aside_rows_loop_key_pk" PRIMARY KEY("loop","key")
);
