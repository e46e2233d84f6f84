ALTER TABLE "lot_news" ADD COLUMN "price_from_minor" bigint;--> statement-breakpoint
ALTER TABLE "lot_news" ADD COLUMN "price_to_minor" bigint;--> statement-breakpoint
-- Written by hand: a lowered price is noted with the prices before and after, so that only those watchers are reminded whose
-- wish it fell below. The price of a lot whose sale is taken back was not above them for bidders, so that is no fall.
CREATE OR REPLACE FUNCTION "note_lot_news"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.removed_at IS NOT NULL OR new.status NOT IN ('active', 'paused') THEN
    RETURN null;
  END IF;
  INSERT INTO lot_news (auction_id, kind, at, price_from_minor, price_to_minor)
  SELECT new.id, kind, clock_timestamp(), CASE WHEN kind = 'lowered' THEN old.price_minor END,
    CASE WHEN kind = 'lowered' THEN new.price_minor END
  FROM unnest(array_remove(ARRAY[
    CASE WHEN old.status = 'active' AND new.status = 'paused' THEN 'paused' END,
    CASE WHEN old.status = 'paused' AND new.status = 'active' THEN 'resumed' END,
    CASE WHEN old.extended_from IS NULL AND new.extended_from IS NOT NULL THEN 'extended' END,
    CASE WHEN new.price_minor < old.price_minor AND old.status IN ('active', 'paused') THEN 'lowered' END,
    CASE WHEN old.status <> 'draft' AND (old.content_version <> new.content_version OR old.title <> new.title
      OR old.description <> new.description OR old.condition <> new.condition OR old.addenda <> new.addenda
      OR old.condition_report IS DISTINCT FROM new.condition_report) THEN 'changed' END
  ], null)) AS kinds(kind)
  WHERE EXISTS (SELECT FROM watches WHERE auction_id = new.id);
  RETURN null;
END $$;
