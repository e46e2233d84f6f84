-- contract invoices.invoices_of_sale: no released version writes invoices
-- contract invoices.invoices_of_day: no released version writes invoices
DROP INDEX "invoices_of_sale";--> statement-breakpoint
DROP INDEX "invoices_of_day";--> statement-breakpoint
CREATE INDEX "invoices_buyer" ON "invoices" USING btree ("buyer_id");