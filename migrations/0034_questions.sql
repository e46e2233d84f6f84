CREATE TABLE "lot_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"asker_id" uuid,
	"text" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"slot" smallint,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"edited_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hide_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lot_questions_length" CHECK (char_length("lot_questions"."text") between 1 and 500),
	CONSTRAINT "lot_questions_answer_length" CHECK (char_length("lot_questions"."answer") between 1 and 1000),
	CONSTRAINT "lot_questions_answered" CHECK (("lot_questions"."answer" is null) = ("lot_questions"."answered_at" is null)),
	CONSTRAINT "lot_questions_hidden_because" CHECK (("lot_questions"."hide_reason" is null) = ("lot_questions"."hidden_at" is null)),
	CONSTRAINT "lot_questions_slot" CHECK ("lot_questions"."slot" is null or ("lot_questions"."slot" between 1 and 3 and "lot_questions"."answer" is null and "lot_questions"."hidden_at" is null))
);
--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lot_questions_waiting_of_person" ON "lot_questions" USING btree ("asker_id","auction_id","slot");--> statement-breakpoint
CREATE INDEX "lot_questions_lot" ON "lot_questions" USING btree ("auction_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_asker" ON "lot_questions" USING btree ("asker_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_waiting" ON "lot_questions" USING btree ("auction_id") WHERE "lot_questions"."answered_at" is null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_answered" ON "lot_questions" USING btree ("answered_at") WHERE "lot_questions"."answered_at" is not null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_hidden" ON "lot_questions" USING btree ("hidden_at") WHERE "lot_questions"."hidden_at" is not null;