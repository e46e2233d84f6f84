// Stores in this browser what belongs to a person. Each key names its owner, and nobody else reads or writes it. Such
// data is stored here or with own-files.ts and nowhere else, so that all of it goes with the session (forget-others.ts).
// A browser that keeps nothing has it only in the page.
import { type SessionState, useSession } from "../store/session.ts";

const START = "own ";
/** The owner of what visitors leave. */
const VISITOR = "visitor";

type Area = "localStorage" | "sessionStorage";

/** The owner of what is stored in this session. */
export const ownerOf = ({ user }: Pick<SessionState, "user">): string => user?._id ?? VISITOR;
export const ownerNow = (): string => ownerOf(useSession.getState());

/** Storage can be full or forbidden, or hold something else. */
const tryTo = <T>(act: () => T): T | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** Something that each person may have one of. It does nothing for an owner who is not the present one. */
export const ownEntry = <T>(area: Area, name: string) => {
  const keyOf = (owner: string) => `${START}${owner} ${name}`;
  return {
    read: (owner: string): T | null => {
      if (owner !== ownerNow()) return null;
      return tryTo(() => JSON.parse(window[area].getItem(keyOf(owner)) ?? "null") as T | null);
    },
    /** Null: removes it. */
    keep: (owner: string, value: T | null): void => {
      if (owner !== ownerNow()) return;
      tryTo(() => {
        if (value === null) window[area].removeItem(keyOf(owner));
        else window[area].setItem(keyOf(owner), JSON.stringify(value));
      });
    },
  };
};

export const forgetEntriesOfOthers = (owner: string): void => {
  const isOfAnother = (key: string) => key.startsWith(START) && !key.startsWith(`${START}${owner} `);
  for (const area of ["localStorage", "sessionStorage"] as const) {
    tryTo(() => {
      for (const key of Object.keys(window[area]).filter(isOfAnother)) window[area].removeItem(key);
    });
  }
};
