ALTER TABLE "auction_search" ADD COLUMN "is_folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "auction_search_to_fold" ON "auction_search" USING btree ("status","auction_id") WHERE not "auction_search"."is_folded";--> statement-breakpoint
-- Written by hand. The text of a search without what people spell in different ways: it does what `foldText` of
-- shared/search-text.ts does, and a test compares the two. A text of ASCII alone, which most are, takes a short way. The
-- function is one expression, so that the planner can put it in place of its calls.
CREATE FUNCTION "search_fold"("t" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(t) = length(t) THEN replace(replace(replace(lower(t COLLATE "C"), '"', ''), '''', ''), '`', '')
  ELSE replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(t, U&'\00b4\1ffd', ''), NFKD),
      '[\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"''`\u00ab\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201f\u2032-\u2036\u2039\u203a\ua78b\ua78c]',
      '', 'g') COLLATE "C"),
    'ȺⱥƁɓɃƀƇƈȻȼƊɗĐđÐðƉɖƎǝƏəƐɛɆɇƑƒƓɠǤǥƔɣĦħꞪɦıƗɨƖɩɈɉƘƙĸŁłⱢɫŊŋƝɲƆɔØøƟɵƤƥⱣᵽɌɍⱤɽƩʃŦŧƬƭƮʈȾⱦɄʉƱʊƲʋƳƴɎɏƷʒƵƶ‐‒–—―−⁄ςÆŒẞÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
    'aabbbbccccddddddddeeeeeeeeffgggggghhhhiiiiijjkkkllllnnnnoooooopppprrrrssttttttttuuuuvvyyyyzzzz------/σæœßþαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'
  ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') END
$$;--> statement-breakpoint
-- As before, with three differences: the text is folded, the row says so, and a change that touches no searched word (a
-- lot that closes) leaves the text as it is, so that it is not folded again. The names of the categories are read again
-- when a lot becomes active.
CREATE OR REPLACE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  published timestamptz;
  words text;
BEGIN
  IF new.removed_at IS NOT NULL THEN
    DELETE FROM auction_search WHERE auction_id = new.id;
    RETURN null;
  END IF;
  IF new.status = 'active' AND tg_op = 'INSERT' THEN
    published := new.created_at;
  ELSIF new.status = 'active' AND old.status = 'draft' THEN
    published := date_trunc('milliseconds', clock_timestamp());
  END IF;
  IF published IS NOT NULL THEN
    INSERT INTO published_lots (auction_id, published_at) VALUES (new.id, published)
    ON CONFLICT (auction_id) DO UPDATE SET published_at = excluded.published_at;
  END IF;
  IF tg_op = 'UPDATE' AND published IS NULL AND old.title = new.title AND old.description = new.description
    AND old.location IS NOT DISTINCT FROM new.location AND old.categories = new.categories
    AND old.condition_report IS NOT DISTINCT FROM new.condition_report THEN
    UPDATE auction_search SET
      status = new.status, currency = new.currency, has_reserve = new.reserve_minor IS NOT NULL,
      has_buy_it_now = new.buy_it_now_minor IS NOT NULL, ends_at = new.ends_at,
      starting_price_minor = new.starting_price_minor,
      resting_price_minor = CASE WHEN new.status <> 'active' THEN new.price_minor END,
      condition = new.condition, region = new.region, is_filed = false
    WHERE auction_id = new.id;
    IF FOUND THEN
      RETURN null;
    END IF;
  END IF;
  -- Separated by a character that nobody types, so that no word is found across two of them. A lot without a report has
  -- no last part.
  words := concat_ws(chr(31), new.title, coalesce(new.location, ''), new.description, category_words(new.categories),
    report_words(new.condition_report));
  INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
    starting_price_minor, resting_price_minor, title, text, categories, condition, region, published_at, is_folded)
  VALUES (new.id, new.status, new.currency, new.reserve_minor IS NOT NULL, new.buy_it_now_minor IS NOT NULL,
    new.created_at, new.ends_at, new.starting_price_minor,
    CASE WHEN new.status <> 'active' THEN new.price_minor END, lower(new.title), search_fold(words),
    new.categories, new.condition, new.region, published, true)
  ON CONFLICT (auction_id) DO UPDATE SET
    status = excluded.status, currency = excluded.currency, has_reserve = excluded.has_reserve,
    has_buy_it_now = excluded.has_buy_it_now, ends_at = excluded.ends_at,
    starting_price_minor = excluded.starting_price_minor, resting_price_minor = excluded.resting_price_minor,
    title = excluded.title, text = excluded.text, categories = excluded.categories, condition = excluded.condition,
    region = excluded.region, is_filed = false, is_folded = true,
    published_at = coalesce(excluded.published_at, auction_search.published_at);
  RETURN null;
END $$;
