ALTER TABLE "outbox" ADD COLUMN "log_revision" integer;--> statement-breakpoint
-- The reader begins with the oldest transaction that may still be writing. Commits of nodes of an older version write
-- their mails themselves, and the reader finds these.
INSERT INTO "log_cursors" ("reader", "position")
  VALUES ('lot-mails', log_position(pg_snapshot_xmin(pg_current_snapshot())) - 1);--> statement-breakpoint
-- A notification has the time at which it was written, because a reader of the log writes a mail a moment after the time
-- of its cause: the daily mail, and nodes that look for new notifications, go by this time.
CREATE OR REPLACE FUNCTION "notify_of_mails"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM written w WHERE w.user_id IS NOT NULL AND kind_of_mail(w.kind) IS NOT NULL) THEN
    RETURN null;
  END IF;
  -- In the order of the people, so that no two statements wait for each other in a circle.
  INSERT INTO notifications (id, user_id, kind, about, auction_id, data, merge_key, count, created_at, at, push_due_at)
  SELECT DISTINCT ON (m.user_id, m.own_key) m.id, m.user_id, m.inbox_kind, m.kind, m.auction_id,
    -- Tokens and codes stay in the mail.
    CASE WHEN coalesce(m.data ->> 'token', m.data ->> 'code') IS NULL THEN m.data
      ELSE (m.data::jsonb - 'token' - 'code')::json END,
    m.merge_key, count(*) OVER (PARTITION BY m.user_id, m.own_key)::int, m.created_at, greatest(m.created_at, clock_now()),
    CASE WHEN EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = m.user_id AND s.disabled_at IS NULL)
      THEN m.created_at END
  FROM (
    SELECT k.*, coalesce(k.merge_key, k.id::text) AS own_key FROM (
      SELECT w.*, kind_of_mail(w.kind) AS inbox_kind, merge_key_of_mail(w.kind, w.auction_id) AS merge_key FROM written w
      WHERE w.user_id IS NOT NULL
        AND CASE w.kind WHEN 'receipt' THEN w.data ->> 'receiptKind' IS DISTINCT FROM 'payment' ELSE true END
    ) k WHERE k.inbox_kind IS NOT NULL
  ) m
  ORDER BY m.user_id, m.own_key, m.created_at DESC, m.id DESC
  ON CONFLICT (user_id, merge_key) WHERE read_at IS NULL AND merge_key IS NOT NULL DO UPDATE SET
    count = notifications.count + excluded.count, about = excluded.about, data = excluded.data, at = excluded.at,
    push_attempts = 0,
    push_due_at = CASE WHEN excluded.push_due_at IS NOT NULL
      THEN greatest(excluded.push_due_at, notifications.pushed_at + interval '30 seconds') END;
  RETURN null;
END $$;