// Makes the text of a push message. It is read on a locked screen, so it says no more than the inbox, and never a maximum.
import { createHash } from "node:crypto";
import type { PushMessage } from "@jara/shared/rest/push";
import type { About } from "../../../platform/notifications/about.ts";
import { currentStateOf } from "../read-current-states.ts";
import { wordsOf } from "../words.ts";
import type { DuePush } from "./due.ts";
import type { OutgoingPush } from "./push-service.ts";

/** Push services take 4 kB, and encryption and JSON need some of it. */
const TEXT_MAX = 300;
const DAY_S = 24 * 60 * 60;

const shortened = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

/** A topic of 192 bits, in the letters that a push service accepts. It tells the service nothing about the subject. */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

/** The message without the browser that it is for. */
export const messageOf = (due: DuePush): Omit<PushMessage, "for"> => {
  const { title, text, link } = wordsOf(due, currentStateOf(due));
  return {
    title: shortened(title),
    text: shortened(text),
    tag: due.mergeKey ?? due.id,
    link: link ?? "/",
    at: new Date(due.at).toISOString(),
  };
};

/** The events that matter only as long as bids are possible. */
const untilTheEnd: readonly string[] = ["outbid", "extended", "reminder"] satisfies About[];

/**
 * Says how the push service treats the message. A message of `untilTheEnd` expires at the lot's end, unless bidding is
 * paused, because then nobody knows the end. Every message expires after a day.
 */
export const deliveryOf = (due: DuePush): Omit<OutgoingPush, "payload"> => {
  const { auction } = currentStateOf(due);
  const expires = auction && !auction.isPaused && untilTheEnd.includes(due.about);
  return {
    ttlSeconds: expires ? Math.min(Math.max(secondsUntil(auction.endTime), 60), DAY_S) : DAY_S,
    isUrgent: due.isUrgent || due.kind === "outbid",
    topic: topicOf(`${due.userId} ${due.mergeKey ?? due.id}`),
  };
};

const secondsUntil = (time: string): number => Math.ceil((Date.parse(time) - Date.now()) / 1000);
