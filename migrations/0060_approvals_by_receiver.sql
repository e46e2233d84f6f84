ALTER TABLE "approvals" ADD COLUMN "receiver_number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_receiver_number" ON "approvals" USING btree ("user_id","receiver_number");