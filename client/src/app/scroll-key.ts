// The name under which the scroll position of a history entry is remembered. The router calls the first entry of every
// document "default", so without this a page that is loaded anew would begin where an earlier document was scrolled to.
import type { Location } from "react-router-dom";

interface EntryState {
  /** The router's name of an entry that it made. */
  readonly key?: string;
  readonly firstEntry?: string;
}

/** The browser keeps an entry's state when the page is reloaded, so a reload finds the position again. */
const nameFirstEntry = (): string => {
  const state = window.history.state as EntryState | null;
  const name = state?.firstEntry ?? `document of ${performance.timeOrigin}`;
  if (state?.firstEntry === undefined && state?.key === undefined) {
    window.history.replaceState({ ...state, firstEntry: name }, "");
  }
  return name;
};

let firstEntry: string | null = null;

export const scrollKey = ({ key }: Pick<Location, "key">): string => {
  firstEntry ??= nameFirstEntry();
  return key === "default" ? firstEntry : key;
};
