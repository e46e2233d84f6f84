// The form's pictures and videos in order, with the upload state of each. An uploaded file is never sent again. Knows
// nothing of the screen.
import type { Media } from "@jara/shared/auction";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "../../lib/api.ts";
import { fileError, kindOf, MEDIA_MAX, type MediaKind } from "./media-checks.ts";

export interface MediaItem {
  id: string;
  file: File;
  kind: MediaKind;
  previewUrl: string;
  state: "chosen" | "uploading" | "uploaded" | "failed";
  /** The uploaded share, from 0 to 1. At 1 and still uploading, the server is processing the file. */
  share: number;
  uploaded: Uploaded["file"] | null;
  error: string | null;
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

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** True for a refusal of this one file. After any other failure the next file would fail too. */
const isOfTheFile = (error: unknown): boolean => error instanceof ApiError && [400, 413, 415].includes(error.status);

export const createMediaList = (send: Send) => {
  const store = createStore<MediaListState>()(() => ({ items: [], refused: [] }));
  const items = () => store.getState().items;
  let made = 0;

  const change = (id: string, changed: Partial<MediaItem>) =>
    store.setState((state) => ({
      items: state.items.map((item) => (item.id === id ? { ...item, ...changed } : item)),
    }));

  const uploadOne = async ({ id, file }: MediaItem, signal: AbortSignal): Promise<void> => {
    change(id, { state: "uploading", share: 0, error: null });
    try {
      const { file: uploaded } = await send(file, (share) => change(id, { share }), signal);
      change(id, { state: "uploaded", share: 1, uploaded });
    } catch (error) {
      if (signal.aborted) change(id, { state: "chosen", share: 0 });
      else change(id, { state: "failed", share: 0, error: messageOf(error, UPLOAD_FAILED) });
      throw error;
    }
  };

  return {
    store,

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
        made += 1;
        const id = `media-${made}`;
        const previewUrl = URL.createObjectURL(file);
        added.push({ id, file, kind, previewUrl, state: "chosen", share: 0, uploaded: null, error: null });
      }
      store.setState({ items: [...items(), ...added], refused });
    },

    remove: (id: string) => {
      const item = items().find((one) => one.id === id);
      if (item) URL.revokeObjectURL(item.previewUrl);
      store.setState({ items: items().filter((one) => one.id !== id) });
    },

    move: (id: string, to: number) => {
      const item = items().find((one) => one.id === id);
      if (!item) return;
      const others = items().filter((one) => one.id !== id);
      store.setState({ items: [...others.slice(0, to), item, ...others.slice(to)] });
    },

    dismissRefused: () => store.setState({ refused: [] }),

    /**
     * Uploads every missing file, two at a time. Rejects with the first failure, once no upload is running any more.
     */
    uploadAll: async (signal: AbortSignal): Promise<Media[]> => {
      const waiting = items().filter(({ state }) => state !== "uploaded");
      await uploadEach(waiting, (item) => uploadOne(item, signal), signal);
      return items().flatMap(({ uploaded }) => (uploaded ? [uploaded] : []));
    },

    /** Frees the browser's references to the files. */
    release: () => {
      for (const { previewUrl } of items()) URL.revokeObjectURL(previewUrl);
    },
  };
};
export type MediaList = ReturnType<typeof createMediaList>;

/** Why a file cannot be added to the known ones, or null. */
const reasonAgainst = (file: File, known: readonly MediaItem[]): string | null => {
  if (known.some((item) => isSame(item.file, file))) return "This file is already chosen.";
  if (known.length >= MEDIA_MAX) return `An auction can have at most ${MEDIA_MAX} pictures and videos.`;
  return fileError(file);
};

/** Starts no further upload after a failure that would meet every file. Throws the first failure. */
const uploadEach = async (items: MediaItem[], upload: (item: MediaItem) => Promise<void>, signal: AbortSignal) => {
  let failure: { error: unknown } | null = null;
  let goesOn = true;
  const work = async () => {
    while (goesOn && !signal.aborted) {
      const next = items.shift();
      if (!next) return;
      try {
        await upload(next);
      } catch (error) {
        failure ??= { error };
        goesOn &&= isOfTheFile(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal.throwIfAborted();
  if (failure) throw (failure as { error: unknown }).error;
};

/** The share of all bytes that is sent, from 0 to 1. */
export const shareOfAll = (items: readonly MediaItem[]): number => {
  const all = items.reduce((sum, { file }) => sum + file.size, 0);
  return all === 0 ? 1 : items.reduce((sum, { file, share }) => sum + file.size * share, 0) / all;
};

export const countOf = (items: readonly MediaItem[]): { pictures: number; videos: number } => {
  const videos = items.filter(({ kind }) => kind === "video").length;
  return { pictures: items.length - videos, videos };
};
