// The files of a backup folder: each backup is a dump and, written last, a JSON file that describes it. A dump without
// that file was never finished or never verified, and does not count.
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { Mistake } from "./command.ts";
import { keptBackups } from "./retention.ts";

const manifestSchema = z.object({
  jara: z.literal("backup 1"),
  /** The version of the program that made it. */
  version: z.string(),
  kind: z.enum(["postgres", "built-in"]),
  /** By the database's clock. */
  takenAt: z.iso.datetime(),
  /** The dump, in the same folder. */
  file: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** When each migration of the database was written, epoch ms. */
  migrations: z.array(z.number()),
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  /** The storage of uploads. `bucket`: they are not part of the backup. */
  uploads: z.enum(["folder", "bucket", "left out"]),
});
export type Manifest = z.infer<typeof manifestSchema>;

const NAME = /^jara-\d{8}T\d{6}Z\.json$/;

/** `at`: epoch ms. Names sort by time. */
export const nameOf = (at: number): string => `jara-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, "")}`;

/** The description of a dump. Null if there is none beside it. */
export const manifestOf = (dump: string): Manifest | null => {
  const file = dump.replace(/(\.dump|\.tar\.gz)$/, ".json");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  const parsed = manifestSchema.safeParse(text === "" ? null : JSON.parse(text));
  if (!parsed.success || file === dump) throw new Mistake(`${file} is no description of a backup.`);
  return parsed.data;
};

/** Finishes a backup. The description appears whole or not at all. */
export const writeManifest = (folder: string, name: string, manifest: Manifest): void => {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(`${file}.partial`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.partial`, file);
};

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

interface Backup {
  readonly name: string;
  /** Epoch ms. */
  readonly at: number;
  readonly manifest: Manifest;
}

/** The finished backups of a folder. */
export const backupsIn = (folder: string): Backup[] =>
  readdirSync(folder)
    .filter((file) => NAME.test(file))
    .map((file) => {
      const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, file), "utf8")));
      return { name: file.slice(0, -".json".length), at: Date.parse(manifest.takenAt), manifest };
    });

/** Removes what the retention does not keep. Returns the removed names, and when the oldest kept backup was made. */
export const removeOldBackups = (
  folder: string,
  retention: { readonly daily: number; readonly weekly: number },
): { removed: string[]; oldestAt: number } => {
  const backups = backupsIn(folder);
  const kept = keptBackups(backups, retention);
  const removed = backups.filter(({ name }) => !kept.has(name));
  for (const { name, manifest } of removed) {
    // The description goes first, because a dump without it does not count as a backup.
    rmSync(path.join(folder, `${name}.json`));
    rmSync(path.join(folder, path.basename(manifest.file)), { force: true });
  }
  const oldestAt = Math.min(...backups.filter(({ name }) => kept.has(name)).map(({ at }) => at));
  return { removed: removed.map(({ name }) => name), oldestAt };
};
