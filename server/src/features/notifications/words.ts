// Turns a notification into its title, its text and the page that it leads to. The words are made when it is read or
// pushed, like those of mails, so that they say how things stand then. They name no other bidder and no maximum.
import type { About } from "../../platform/notifications/about.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import { accountWords } from "./account-words.ts";
import { comingBackWords } from "./coming-back-words.ts";
import { lotWords } from "./lot-words.ts";
import { moneyWords } from "./money-words.ts";
import { ownLotWords } from "./own-lot-words.ts";
import type { NotificationWords, WordsOf } from "./words-of.ts";

const words: WordsOf<About> = { ...lotWords, ...moneyWords, ...ownLotWords, ...accountWords, ...comingBackWords };

export interface WrittenNotification {
  readonly about: string;
  readonly data: unknown;
  readonly count: number;
}

/** A newer server, which runs beside this one, may have written an event that this one does not know. */
const unknown: NotificationWords = { title: "There is news for you", text: "Reload the page to read it.", link: null };

export const wordsOf = ({ about, data, count }: WrittenNotification, present: CurrentState): NotificationWords => {
  if (!Object.hasOwn(words, about)) return unknown;
  const make = words[about as About] as (data: unknown, present: CurrentState, count: number) => NotificationWords;
  const made = make(data, present, count);
  // A lot that is a draft again or deleted has no page.
  return !present.auction && made.link?.startsWith("/auction/") ? { ...made, link: null } : made;
};
