// Schemas of the REST calls on the browsers that get push messages.
import * as z from "zod/mini";
import { opaque } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";

/** One more browser removes the one that subscribed longest ago. */
export const PUSH_BROWSERS_MAX = 20;

const key = (bytes: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`)));

/** The result of a browser's `PushSubscription.toJSON()`, as it is. */
export const pushSubscriptionBody = z.strictObject({
  endpoint: opaque(1000).check(z.minLength(1)),
  /** Epoch ms. The push service says when a subscription is over, so the server does not read it. */
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

/** Only the address is needed; the whole subscription may be sent. */
export const pushRemovalBody = z.strictObject({
  ...pushSubscriptionBody.shape,
  keys: z.optional(pushSubscriptionBody.shape.keys),
});

export const pushBrowserSchema = z.object({
  _id: z.string(),
  /** The browser and the system in words: `Chrome on Android`. */
  device: z.string(),
  since: wireTime,
  /** The last message that its push service took; null: none yet. */
  lastUsedAt: z.nullable(wireTime),
  /** Made by the session that asks. */
  isCurrent: z.boolean(),
});
export type PushBrowser = z.infer<typeof pushBrowserSchema>;

export const pushSubscriptionAnswer = z.object({ subscription: pushBrowserSchema });
export const pushBrowsersAnswer = z.object({ browsers: z.array(pushBrowserSchema) });

/** The content of a push message for the service worker. */
export const pushMessageSchema = z.object({
  /** The subscription for which it is meant: a message of an earlier person of this browser shows nothing. */
  for: z.string(),
  title: z.string(),
  text: z.string(),
  /** A newer message with the same tag replaces this one on the screen. */
  tag: z.string(),
  /** The page of this site that it opens. */
  link: z.string(),
  at: wireTime,
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
