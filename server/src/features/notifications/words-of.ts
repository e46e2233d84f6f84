// The types of the words of notifications.
import type { ShownLotState } from "@jara/shared/rest/notifications";
import type { About, AboutData } from "../../platform/notifications/about.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";

export interface NotificationWords {
  readonly title: string;
  readonly text: string;
  /** A path of this site. */
  readonly link: string | null;
  /** The state of the lot that the words say, if the event no longer holds. */
  readonly state?: ShownLotState;
}

/** The words of some events. `count`: how many events it stands for. */
export type WordsOf<A extends About> = {
  readonly [a in A]: (data: AboutData[a], present: CurrentState, count: number) => NotificationWords;
};
