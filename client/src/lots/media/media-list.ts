// The pictures and videos of a form in order, with the upload state of each. An uploaded file is never sent again. Knows
// nothing of the screen.
import type { Media } from "@jara/shared/auction";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { createStore, type StoreApi } from "zustand/vanilla";
import { ApiError, messageOf } from "../../lib/api.ts";
import { mediaUrl } from "../../lib/media-url.ts";
import { fileError, kindOf, MEDIA_MAX, type MediaKind } from "./media-checks.ts";

export interface MediaItem {
  id: string;
  name: string;
  kind: MediaKind;
  /** Null for a file that was uploaded before the form was opened. */
  file: File | null;
  previewUrl: string;
  state: "chosen" | "uploading" | "uploaded" | "failed";
  /** The uploaded share, from 0 to 1. At 1 and still uploading, the server is processing the file. */
  share: number;
  uploaded: Media | null;
  error: string | null;
  /** The server refused this file, so it would refuse it again. */
  isRefused?: boolean;
}
export interface RefusedFile {
  name: string;
  reason: string;
}
interface MediaListState {
  items: readonly MediaItem[];
  /** The files of the last choice that cannot be uploaded. */
  refused: readonly RefusedFile[];
}
type Send = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Uploaded>;

export const UPLOAD_FAILED = "Failed to upload files";
const AT_ONCE = 2;

const isSame = (a: File | null, b: File) =>
  a !== null && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** True for a refusal of this one file. After any other failure the next file would fail too. */
const isOfTheFile = (error: unknown): boolean => error instanceof ApiError && [400, 413, 415].includes(error.status);

/** Uploads the list's missing files, two at a time, and keeps the state of each in the list. */
const createUploader = (store: StoreApi<MediaListState>, send: Send) => {
  const change = (id: string, changed: Partial<MediaItem>) =>
    store.setState((state) => ({
      items: state.items.map((item) => (item.id === id ? { ...item, ...changed } : item)),
    }));

  const uploadOne = async (id: string, file: File, signal: AbortSignal): Promise<void> => {
    change(id, { state: "uploading", share: 0, error: null });
    try {
      const { file: uploaded } = await send(file, (share) => change(id, { share }), signal);
      change(id, { state: "uploaded", share: 1, uploaded });
    } catch (error) {
      if (signal.aborted) change(id, { state: "chosen", share: 0 });
      else
        change(id, {
          state: "failed",
          share: 0,
          error: messageOf(error, UPLOAD_FAILED),
          isRefused: isOfTheFile(error),
        });
      throw error;
    }
  };

  /** Tries each missing file once, also files that are added meanwhile. */
  const run = async (signal: AbortSignal): Promise<void> => {
    const tried = new Set<string>();
    const failures: unknown[] = [];
    const work = async () => {
      while (!signal.aborted && failures.every(isOfTheFile)) {
        const next = store
          .getState()
          .items.find(({ id, state }) => !tried.has(id) && (state === "chosen" || state === "failed"));
        if (!next?.file) return;
        tried.add(next.id);
        await uploadOne(next.id, next.file, signal).catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    signal.throwIfAborted();
    if (failures.length > 0) throw failures[0];
  };

  let running: { done: Promise<void>; stopper: AbortController } | null = null;
  const begin = (): Promise<void> => {
    if (running) return running.done;
    const stopper = new AbortController();
    const done = run(stopper.signal).finally(() => {
      running = null;
    });
    running = { done, stopper };
    return done;
  };

  return {
    begin,
    stop: (): void => running?.stopper.abort(),
    /** Rejects with the first failure, once no upload is running any more. */
    finish: async (signal: AbortSignal): Promise<void> => {
      const stop = () => running?.stopper.abort(signal.reason);
      signal.addEventListener("abort", stop);
      try {
        // A file that failed while the form was filled in is tried once more.
        if (running) await running.done.catch(() => {});
        signal.throwIfAborted();
        await begin();
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
};

/** `initial`: the files that the lot has already. */
export const createMediaList = (send: Send, initial: readonly Media[] = []) => {
  let made = 0;
  const newId = (): string => {
    made += 1;
    return `media-${made}`;
  };
  const store = createStore<MediaListState>()(() => ({
    items: initial.map((one) => uploadedItem(newId(), one)),
    refused: [],
  }));
  const items = () => store.getState().items;
  const media = (): Media[] => items().flatMap(({ uploaded }) => (uploaded ? [uploaded] : []));

  const uploader = createUploader(store, send);

  return {
    store,
    /** The uploaded files, in their order. */
    media,

    add: (files: Iterable<File>) => {
      const added: MediaItem[] = [];
      const refused: RefusedFile[] = [];
      for (const file of files) {
        const known = [...items(), ...added];
        const reason = reasonAgainst(file, known);
        const kind = kindOf(file);
        if (reason !== null || !kind) {
          refused.push({ name: file.name, reason: reason ?? "" });
          continue;
        }
        const previewUrl = URL.createObjectURL(file);
        added.push({
          id: newId(),
          name: file.name,
          kind,
          file,
          previewUrl,
          state: "chosen",
          share: 0,
          uploaded: null,
          error: null,
        });
      }
      store.setState({ items: [...items(), ...added], refused });
    },

    remove: (id: string) => {
      const item = items().find((one) => one.id === id);
      if (item) revoke(item);
      store.setState({ items: items().filter((one) => one.id !== id) });
    },

    move: (id: string, to: number) => {
      const item = items().find((one) => one.id === id);
      if (!item) return;
      const others = items().filter((one) => one.id !== id);
      store.setState({ items: [...others.slice(0, to), item, ...others.slice(to)] });
    },

    /** Sorts the list by these places. Files with the same place keep their order. */
    arrange: (placeOf: (item: MediaItem) => number) => {
      store.setState({ items: items().toSorted((one, other) => placeOf(one) - placeOf(other)) });
    },

    /** Shows these uploaded files instead. Files that are not uploaded yet stay, behind them. */
    replace: (next: readonly Media[]) => {
      const known = new Map(items().map((item) => [item.uploaded?.url, item]));
      const missing = items().filter(({ uploaded }) => !uploaded);
      const shown = next.map((one) => {
        const item = known.get(one.url) ?? uploadedItem(newId(), one);
        known.delete(one.url);
        return { ...item, uploaded: one };
      });
      store.setState({ items: [...shown, ...missing] });
    },

    dismissRefused: () => store.setState({ refused: [] }),

    /** Begins to upload what is missing, unless that is under way. A failure stands at its file. */
    begin: () => void uploader.begin().catch(() => {}),

    /**
     * Uploads every missing file, two at a time. Rejects with the first failure, once no upload is running any more.
     */
    uploadAll: async (signal: AbortSignal): Promise<Media[]> => {
      await uploader.finish(signal);
      return media();
    },

    /** Frees the browser's references to the files, and stops their upload. */
    release: () => {
      uploader.stop();
      for (const item of items()) revoke(item);
    },
  };
};
export type MediaList = ReturnType<typeof createMediaList>;

/** The reason why a file cannot be added to the known ones, or null. */
const reasonAgainst = (file: File, known: readonly MediaItem[]): string | null => {
  if (known.some((item) => isSame(item.file, file))) return "This file is already chosen.";
  if (known.length >= MEDIA_MAX) return `An auction can have at most ${MEDIA_MAX} pictures and videos.`;
  return fileError(file);
};

const uploadedItem = (id: string, media: Media): MediaItem => ({
  id,
  name: media.originalName || media.filename || "file",
  kind: media.type,
  file: null,
  previewUrl: mediaUrl(media.url),
  state: "uploaded",
  share: 1,
  uploaded: media,
  error: null,
});

const revoke = ({ file, previewUrl }: MediaItem): void => {
  if (file) URL.revokeObjectURL(previewUrl);
};

/** The share of all bytes that is sent, from 0 to 1. */
export const shareOfAll = (items: readonly MediaItem[]): number => {
  const sizeOf = ({ file }: MediaItem) => file?.size ?? 0;
  const all = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return all === 0 ? 1 : items.reduce((sum, item) => sum + sizeOf(item) * item.share, 0) / all;
};

export const countOf = (items: readonly MediaItem[]): { pictures: number; videos: number } => {
  const videos = items.filter(({ kind }) => kind === "video").length;
  return { pictures: items.length - videos, videos };
};
