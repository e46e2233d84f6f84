// Brings back the files that an earlier page had not uploaded, at their places in the list; keeps those that are chosen now
// until they are uploaded or removed; and tries again what failed, after a pause that grows.
import { idOfFile, ownFiles } from "../../lib/own-files.ts";
import { ownEntry, ownerNow } from "../../lib/own-storage.ts";
import type { MediaItem, MediaList } from "../../lots/media/media-list.ts";

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

const missing = (items: readonly MediaItem[]): File[] =>
  items.flatMap(({ file, uploaded }) => (file && !uploaded ? file : []));

/** The list as it was chosen, as long as a file of it is not uploaded. Each file is its address, or its id until then. */
const chosenOrder = (offerId: string) => {
  const owner = ownerNow();
  const entry = ownEntry<readonly string[]>("localStorage", `order of offer ${offerId}`);
  const nameOf = ({ uploaded, file }: MediaItem): string => uploaded?.url ?? (file ? idOfFile(offerId, file) : "");
  const before = entry.read(owner) ?? [];
  let kept: readonly string[] | null | undefined;
  return {
    /** The item's place in the list of the earlier page; a new item is behind. */
    placeOf: (item: MediaItem): number => {
      const place = before.indexOf(nameOf(item));
      return place < 0 ? before.length : place;
    },
    keep: (items: readonly MediaItem[]): void => {
      const now = items.every(({ uploaded }) => uploaded) ? null : items.map(nameOf);
      // The parts of an upload change nothing here.
      if (JSON.stringify(now) === JSON.stringify(kept)) return;
      kept = now;
      entry.keep(owner, now);
    },
  };
};

/** `restored`: once the files of an earlier page are in the list. `stop`: the files stay kept. */
export const keepUntilUploaded = (
  offerId: string,
  media: MediaList,
): { readonly restored: Promise<void>; readonly stop: () => void } => {
  const kept = ownFiles(ownerNow(), offerId);
  const order = chosenOrder(offerId);
  let known = new Set<File>();
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isRestored = false;

  const follow = (): void => {
    const { items } = media.store.getState();
    const now = new Set(missing(items));
    for (const file of now) if (!known.has(file)) void kept.keep(file);
    for (const file of known) if (!now.has(file)) void kept.drop(file);
    if (now.size < known.size) pauseMs = FIRST_PAUSE_MS;
    known = now;
    if (isRestored) order.keep(items);
    // A file that the server refuses is not sent again by itself.
    const isToRetry = items.some(({ state, isRefused }) => state === "failed" && !isRefused);
    if (!isToRetry || timer !== undefined || items.some(({ state }) => state === "uploading")) return;
    timer = setTimeout(() => {
      timer = undefined;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      media.begin();
    }, pauseMs);
  };

  const unsubscribe = media.store.subscribe(follow);
  const restored = kept.read().then((files) => {
    if (isStopped) return;
    isRestored = true;
    if (files.length === 0) return;
    media.add(files);
    media.arrange(order.placeOf);
    media.begin();
  });
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  return { restored, stop };
};
