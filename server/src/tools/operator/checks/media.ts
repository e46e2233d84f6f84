// Checks the place of uploads: the folder, its free space, and the bucket if there is one.
import { statfsSync } from "node:fs";
import { refuseUnwritable } from "../../../app/start-problems.ts";
import { type Config, ConfigError } from "../../../config.ts";
import { newStem } from "../../../features/media/media-name.ts";
import { openMediaStorage } from "../../../features/media/storage/open-storage.ts";
import { type Finding, findingsOf } from "./finding.ts";

const GIB = 1024 ** 3;
const FREE_AT_LEAST = 2 * GIB;
const { ok, note, wrong } = findingsOf("uploads");

export const checkMedia = async (config: Config): Promise<Finding[]> => [
  ...checkFolder(config),
  ...(config.media.s3 ? await checkBucket(config) : []),
];

const checkFolder = ({ media }: Config): Finding[] => {
  try {
    refuseUnwritable(media.folder);
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(error.message)];
    throw error;
  }
  const { bavail, bsize } = statfsSync(media.folder);
  const free = bavail * bsize;
  const says = `${media.folder} can be written, ${(free / GIB).toFixed(1)} GiB are free`;
  return [free < FREE_AT_LEAST ? note(`${says}: that is little`) : ok(says)];
};

/** Stores, reads and removes a small file. */
const checkBucket = async (config: Config): Promise<Finding[]> => {
  const storage = openMediaStorage(config);
  const name = `${newStem()}.webp`;
  const bucket = `the bucket ${config.media.s3?.bucket} at ${config.media.s3?.url}`;
  try {
    await storage.put(name, Buffer.from("jara check"), "image/webp");
    const size = await storage.size(name);
    await storage.remove(name);
    return [
      size === null
        ? wrong(`A file stored in ${bucket} was not there afterwards`)
        : ok(`${bucket} stores and removes files`),
    ];
  } catch (error) {
    return [wrong(`${bucket} cannot be used: ${(error as Error).message}`)];
  }
};
