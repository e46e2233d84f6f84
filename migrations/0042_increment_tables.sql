ALTER TABLE "auctions" ADD COLUMN "increments" jsonb;--> statement-breakpoint
-- Written by hand. The words by which a search finds the lots of a category: those that it has from the start, and its
-- name in the settings if that is another one. A category of the site's own has its name alone.
CREATE OR REPLACE FUNCTION "category_words"("codes" text[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH known(code, words) AS (VALUES
    ('automobiles', 'automobiles: cars, motorcycles, boats, vehicles'), ('electronics', 'electronics'),
    ('furniture', 'furniture'), ('clothing', 'clothing & fashion'), ('fitness', 'fitness & sports'),
    ('collectibles', 'collectibles & antiques'), ('books', 'books & media'), ('tools', 'tools & equipment'),
    ('home-garden', 'home & garden'), ('toys', 'toys & hobbies'), ('general', 'general goods')
  ), named AS (
    SELECT category->>'code' AS code, lower(category->>'label') AS label FROM jsonb_array_elements((
      SELECT value FROM setting_versions WHERE section = 'categories' ORDER BY version DESC LIMIT 1
    )) AS categories(category)
  )
  SELECT coalesce(string_agg(concat_ws(' ', words, CASE WHEN left(words, length(label)) = label THEN null ELSE label END),
    ' ' ORDER BY code), '')
  FROM unnest(codes) AS given(code) LEFT JOIN known USING (code) LEFT JOIN named USING (code)
$$;
