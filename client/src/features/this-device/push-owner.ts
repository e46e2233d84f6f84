// Records for which person this browser shows push messages. The service worker reads it, and shows no words of a
// message for anybody else. The next visit reads it too.
import type { PushBrowser } from "@jara/shared/rest/push";

const KEY = "push";
/** The service worker reads it there (client/service-worker/push.ts), because it cannot read the page's storage. */
const OWNER_CACHE = "push-owner";
const OWNER = "/push-owner";

export interface PushOwner {
  readonly userId: string;
  readonly endpoint: string;
  /** The end of the token of the session whose subscription the server has. It is no secret by itself. */
  readonly session: string;
}

export const readPushOwner = (): PushOwner | null => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<PushOwner> | null;
    const parts = [stored?.userId, stored?.endpoint, stored?.session];
    return parts.every((part) => typeof part === "string") ? (stored as PushOwner) : null;
  } catch {
    return null;
  }
};

/** Call before the request to the server, so that the next visit can send the request if the page is left meanwhile. */
export const notePushOwner = (owner: PushOwner): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(owner));
  } catch {
    // Storage can be full or forbidden; then the next visit unsubscribes.
  }
};

/** From now on the worker shows the words of this subscription's messages. */
export const showPushMessages = async ({ _id }: PushBrowser): Promise<void> => {
  await (await caches.open(OWNER_CACHE)).put(OWNER, new Response(_id));
};

/** False if the page was left before the worker's note was written, or after the messages were hidden. */
export const isOwnerNoted = async (): Promise<boolean> =>
  (await caches.match(OWNER, { cacheName: OWNER_CACHE })) !== undefined;

/** From now on the browser shows no words of any message. The next visit still knows whose subscription it is. */
export const hidePushMessages = async (): Promise<void> => {
  await caches.delete(OWNER_CACHE);
};

export const forgetPushOwner = async (): Promise<void> => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  await hidePushMessages();
};
