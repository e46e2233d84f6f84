// What an auction may name as its media: an upload that is there, a picture of the demo, or an address elsewhere.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Media } from "@jara/shared/auction";
import type { InvalidIssue } from "@jara/shared/errors";
import { kindOfMain } from "./media-name.ts";
import type { MediaStorage } from "./storage/media-storage.ts";

/** One issue for every item that is not there or not what it is said to be. */
export type MediaCheck = (media: readonly Media[]) => Promise<InvalidIssue[]>;

/**
 * `demoFolder` null: there is no demo. `touch` keeps uploads from being removed as orphans while the auction is written,
 * and returns those that are being removed already (store/uploads.ts).
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
    // First: what is there after it stays.
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
