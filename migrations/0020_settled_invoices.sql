DROP INDEX "invoices_of_sale";--> statement-breakpoint
DROP INDEX "invoices_of_day";--> statement-breakpoint
CREATE INDEX "invoices_buyer" ON "invoices" USING btree ("buyer_id");