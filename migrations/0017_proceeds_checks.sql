CREATE TABLE "proceeds_checks" (
	"debt_id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"waits_from" timestamp (3) with time zone DEFAULT to_timestamp(0) NOT NULL,
	"changes" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "proceeds_checks_waiting" ON "proceeds_checks" USING btree ("waits_from","debt_id");--> statement-breakpoint
-- Notes a sale of a seller's lot whose seller may be due other entries now. A bid changes none of these columns, and
-- PostgreSQL finds that out without a call of the functions.
CREATE FUNCTION "note_changed_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM consignments WHERE auction_id = new.auction_id) THEN
    INSERT INTO proceeds_checks AS known (debt_id, auction_id) VALUES (new.id, new.auction_id)
    ON CONFLICT (debt_id) DO UPDATE SET changes = known.changes + 1, waits_from = excluded.waits_from;
  END IF;
  RETURN null;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_changed_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM consignments WHERE auction_id = new.id) THEN
    INSERT INTO proceeds_checks AS known (debt_id, auction_id)
    SELECT id, auction_id FROM settlements WHERE auction_id = new.id
    UNION ALL SELECT id, auction_id FROM purchases WHERE auction_id = new.id
    ON CONFLICT (debt_id) DO UPDATE SET changes = known.changes + 1, waits_from = excluded.waits_from;
  END IF;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "settlement_made_paid" AFTER INSERT ON "settlements" FOR EACH ROW
  WHEN (new.status = 'paid') EXECUTE FUNCTION "note_changed_sale"();--> statement-breakpoint
CREATE TRIGGER "settlement_sale_changed" AFTER UPDATE ON "settlements" FOR EACH ROW WHEN (
  (old.status, old.amount_minor, old.closed_at, old.handed_over_at)
    IS DISTINCT FROM (new.status, new.amount_minor, new.closed_at, new.handed_over_at)
) EXECUTE FUNCTION "note_changed_sale"();--> statement-breakpoint
CREATE TRIGGER "purchase_made_paid" AFTER INSERT ON "purchases" FOR EACH ROW
  WHEN (new.status = 'paid') EXECUTE FUNCTION "note_changed_sale"();--> statement-breakpoint
CREATE TRIGGER "purchase_sale_changed" AFTER UPDATE ON "purchases" FOR EACH ROW WHEN (
  (old.status, old.price_minor, old.closed_at, old.handed_over_at)
    IS DISTINCT FROM (new.status, new.price_minor, new.closed_at, new.handed_over_at)
) EXECUTE FUNCTION "note_changed_sale"();--> statement-breakpoint
CREATE TRIGGER "auction_sale_changed" AFTER UPDATE ON "auctions" FOR EACH ROW
  WHEN (old.status <> new.status OR old.removed_at IS DISTINCT FROM new.removed_at)
  EXECUTE FUNCTION "note_changed_sales"();--> statement-breakpoint
-- The sales of before are looked at once.
INSERT INTO "proceeds_checks" ("debt_id", "auction_id")
SELECT debt.id, debt.auction_id FROM (
  SELECT id, auction_id, status FROM settlements UNION ALL SELECT id, auction_id, status FROM purchases
) debt JOIN consignments lot ON lot.auction_id = debt.auction_id
WHERE debt.status = 'paid' OR EXISTS (SELECT FROM sale_proceeds given WHERE given.debt_id = debt.id);
