// Opens the storage that the configuration names: a bucket or a folder.
import type { Config } from "../../../config.ts";
import { createFolderStorage } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

export const openMediaStorage = ({ media }: Pick<Config, "media">): MediaStorage =>
  media.s3 ? createS3Storage(media.s3) : createFolderStorage(media.folder);
