// Checks what an auction names as its media: an existing upload, a demo picture, or an address elsewhere.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Media } from "@jara/shared/auction";
import type { InvalidIssue } from "@jara/shared/errors";
import { kindOfMain } from "./media-name.ts";
import type { MediaStorage } from "./storage/media-storage.ts";

/** Returns one issue for every item that does not exist or has another type than stated. */
export type MediaCheck = (media: readonly Media[]) => Promise<InvalidIssue[]>;

/**
 * `demoFolder` is null without a demo. `touch` protects uploads from removal as orphans while the auction is written,
 * and returns those that are already being removed (upload-queries.ts).
 */
export const createMediaCheck = (
  storage: MediaStorage,
  demoFolder: string | null,
  touch: (names: readonly string[]) => Promise<readonly string[]>,
): MediaCheck => {
  const wrong = async ({ url, type }: Media, gone: readonly string[]): Promise<string | null> => {
    const own = ownName(url);
    if (own === undefined)
      return isAddressElsewhere(url) ? null : "must be an upload of this site or an https:// address";
    const [, demo] = /^demo\/([a-z0-9-]+\.webp)$/.exec(own) ?? [];
    const isThere = demo
      ? demoFolder !== null && existsSync(path.join(demoFolder, demo))
      : kindOfMain(own) !== null && !gone.includes(own) && (await storage.size(own)) !== null;
    if (!isThere) return "names no upload";
    const kind = demo ? "image" : kindOfMain(own);
    return type === kind ? null : kind === "image" ? "is a picture" : "is a video";
  };
  return async (media) => {
    const names = media.map(({ url }) => ownName(url)).filter((name) => name !== undefined);
    // Touch first, so that uploads found afterwards stay.
    const gone = await touch(names.filter((name) => kindOfMain(name) !== null));
    const found = await Promise.all(media.map((one) => wrong(one, gone)));
    return found.flatMap((message, index) => (message === null ? [] : [{ path: `media.${index}.url`, message }]));
  };
};

const ownName = (url: string): string | undefined => /^\/media\/(.+)$/.exec(url)?.[1];

const isAddressElsewhere = (url: string): boolean => {
  if (!/^https:\/\/[^\s\\]+$/.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "";
};
