CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on_screen" boolean NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"wants_digest" boolean DEFAULT false NOT NULL,
	"digest_up_to" timestamp (3) with time zone,
	CONSTRAINT "notification_settings_quiet" CHECK (("notification_settings"."quiet_from" is null) = ("notification_settings"."quiet_to" is null) and "notification_settings"."quiet_from" <> "notification_settings"."quiet_to"
        and "notification_settings"."quiet_from" between 0 and 1439 and "notification_settings"."quiet_to" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"auction_id" uuid,
	"data" json NOT NULL,
	"merge_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"push_due_at" timestamp (3) with time zone,
	"pushed_at" timestamp (3) with time zone,
	"push_attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notifications_count_positive" CHECK ("notifications"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("digest_up_to") WHERE "notification_settings"."wants_digest";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_merge" ON "notifications" USING btree ("user_id","merge_key") WHERE "notifications"."read_at" is null and "notifications"."merge_key" is not null;--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("push_due_at") WHERE "notifications"."push_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("read_at") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
-- Written by hand: what is mailed to the owner of an account is in their inbox too, by the statement that writes the mail.
-- Null: the mail contains a code or a link that belongs to the mail alone. Mails about being outbid are left out, because
-- the engine's commit writes their notifications, also of those that are not mailed.
CREATE FUNCTION "kind_of_mail"(mail text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('won', 'buy-it-now') THEN 'won'
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed', 'payment-withdrawn', 'win-forfeited',
      'buy-it-now-forfeited') THEN 'due'
    WHEN mail IN ('second-chance', 'second-chance-closed') THEN 'second-chance'
    WHEN mail IN ('payment-received', 'payment-booked', 'payment-waived', 'penalty-returned') THEN 'paid'
    WHEN mail IN ('receipt', 'question-answered') THEN mail
    WHEN mail IN ('lot-changed', 'lot-cancelled', 'lot-withdrawn', 'lot-reopened') THEN 'lot-changed'
    WHEN mail IN ('bids-voided', 'own-bids-voided') THEN 'bids-voided'
    WHEN mail IN ('withdrawal-requested', 'withdrawal-sent', 'withdrawal-paid', 'withdrawal-refused',
      'withdrawal-failed') THEN 'withdrawal'
    WHEN mail IN ('bank-account-added', 'password-changed', 'email-change-requested', 'email-changed',
      'email-change-undone', 'new-device', 'passkey-added', 'passkey-removed', 'passkey-refused', 'second-factor',
      'account-suspended', 'account-restored', 'deletion-requested', 'deletion-refused') THEN 'security'
    WHEN mail IN ('staff-alerts', 'rate-to-confirm', 'staff-joined', 'staff-welcome') THEN 'staff'
    WHEN mail LIKE 'saved-search%' THEN 'saved-search'
    WHEN mail LIKE 'reminder%' THEN 'reminder'
  END
$$;--> statement-breakpoint
-- Mails of one person whose notifications merge while they are unread have one key. Null: it stays a row of its own.
CREATE FUNCTION "merge_key_of_mail"(mail text, auction uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN mail IN ('lot-changed', 'bids-voided') THEN mail || ':' || auction
    WHEN mail IN ('deadline-extended', 'win-lowered', 'payment-reversed') THEN 'due:' || auction
  END
$$;--> statement-breakpoint
CREATE FUNCTION "notify_of_mails"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    m.merge_key, count(*) OVER (PARTITION BY m.user_id, m.own_key)::int, m.created_at, m.created_at,
    CASE WHEN EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = m.user_id AND s.disabled_at IS NULL)
      THEN m.created_at END
  FROM (
    SELECT k.*, coalesce(k.merge_key, k.id::text) AS own_key FROM (
      SELECT w.*, kind_of_mail(w.kind) AS inbox_kind, merge_key_of_mail(w.kind, w.auction_id) AS merge_key FROM written w
      WHERE w.user_id IS NOT NULL
    ) k WHERE k.inbox_kind IS NOT NULL
  ) m
  ORDER BY m.user_id, m.own_key, m.created_at DESC, m.id DESC
  ON CONFLICT (user_id, merge_key) WHERE read_at IS NULL AND merge_key IS NOT NULL DO UPDATE SET
    count = notifications.count + excluded.count, about = excluded.about, data = excluded.data, at = excluded.at,
    push_attempts = 0,
    push_due_at = CASE WHEN excluded.push_due_at IS NOT NULL
      THEN greatest(excluded.push_due_at, notifications.pushed_at + interval '30 seconds') END;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "outbox_notifies" AFTER INSERT ON "outbox" REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_of_mails"();
