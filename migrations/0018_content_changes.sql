CREATE TABLE "content_changes" (
	"auction_id" uuid NOT NULL,
	"content_version" integer NOT NULL,
	"fields" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_changes_auction_id_content_version_pk" PRIMARY KEY("auction_id","content_version")
);
