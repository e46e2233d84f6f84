// Opens a ZIP of pictures that a stranger may have made. Its list is checked as a whole before anything is inflated, and
// bytes are counted while they are inflated, because a ZIP can lie about them.
import { pipeline, type Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { IMPORT_INFLATED_MAX_BYTES, IMPORT_PICTURES_MAX, IMPORT_TABLE_MAX_BYTES } from "@jara/shared/rest/imports";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { comparableName } from "./give-pictures.ts";
import { RefusedImport } from "./refused-import.ts";
import { zipName } from "./zip-name.ts";

export interface PictureZip {
  /** The base names of its files. */
  readonly pictures: readonly { readonly name: string; readonly entry: Entry }[];
  /** The only table in it. */
  readonly table: Entry | null;
  open(entry: Entry): Promise<Readable>;
  close(): void;
}

/** Pictures are compressed already: a file that inflates to more than this many times its size is a bomb. */
const RATIO_MAX = 200;
/** A small file may inflate by more. */
const RATIO_FROM_BYTES = 1024 * 1024;
/** Files that systems add to every ZIP. */
const isOfTheSystem = (name: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);
const SYMLINK = 0o120000;

const shown = (name: string): string => `“${name.slice(0, 100).replace(/\p{C}/gu, "?")}”`;

export const openPictureZip = async (file: string): Promise<PictureZip> => {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(notAZip);
  try {
    return { ...(await listOf(zip)), open: openCounted(zip), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof RefusedImport ? error : notAZip(error);
  }
};

const notAZip = (error: unknown): never => {
  const { code, message = "" } = error as NodeJS.ErrnoException;
  if (code?.startsWith("E")) throw error;
  const [, name] = /(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(message) ?? [];
  throw new RefusedImport(
    name === undefined
      ? "The ZIP cannot be read: it is damaged, or it is not a ZIP file."
      : `The ZIP has a file whose name leads out of it: ${shown(name)}.`,
  );
};

const listOf = async (zip: ZipFile): Promise<Pick<PictureZip, "pictures" | "table">> => {
  if (zip.entryCount > IMPORT_PICTURES_MAX * 2) throw tooMany();
  const pictures = new Map<string, { name: string; entry: Entry }>();
  let table: Entry | null = null;
  let inflated = 0;
  for await (const entry of zip.eachEntry()) {
    const fileName = zipName(entry);
    refuseStrange(entry, fileName);
    if (fileName.endsWith("/") || isOfTheSystem(fileName)) continue;
    inflated += entry.uncompressedSize;
    if (inflated > IMPORT_INFLATED_MAX_BYTES) throw tooLarge();
    const name = fileName.slice(fileName.lastIndexOf("/") + 1);
    if (/\.(csv|tsv|txt|xlsx|ods)$/i.test(name)) {
      if (table) throw new RefusedImport(`The ZIP has more than one table: ${shown(name)} too.`);
      table = entry;
      continue;
    }
    const known = comparableName(name);
    if (pictures.has(known)) throw new RefusedImport(`The ZIP has two files with the name ${shown(name)}.`);
    pictures.set(known, { name, entry });
    if (pictures.size > IMPORT_PICTURES_MAX) throw tooMany();
  }
  return { pictures: [...pictures.values()], table };
};

const tooMany = () => new RefusedImport(`The ZIP has more than ${IMPORT_PICTURES_MAX.toLocaleString("en")} files.`);
const tooLarge = () =>
  new RefusedImport("The files in the ZIP are larger than 1 GB together. Split it.", "PAYLOAD_TOO_LARGE");
const bomb = (name: string) => new RefusedImport(`The ZIP has a file that inflates far too much: ${shown(name)}.`);

const refuseStrange = (entry: Entry, name: string): void => {
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === SYMLINK) {
    throw new RefusedImport(`The ZIP has a link instead of a file: ${shown(name)}.`);
  }
  if (entry.isEncrypted()) throw new RefusedImport(`The ZIP has a file with a password: ${shown(name)}.`);
  if (/\.(zip|rar|7z|gz|tar|tgz)$/i.test(name)) {
    throw new RefusedImport(`The ZIP has another archive in it: ${shown(name)}. Put the pictures themselves into it.`);
  }
  if (name.length > 500) throw new RefusedImport(`The ZIP has a file whose name is too long: ${shown(name)}.`);
  if (isBomb(entry.uncompressedSize, entry.compressedSize)) throw bomb(name);
};

const isBomb = (inflated: number, compressed: number): boolean =>
  inflated > RATIO_FROM_BYTES && inflated > compressed * RATIO_MAX;

/** All files together may inflate to the limit, whatever their list says. */
const openCounted = (zip: ZipFile) => {
  let total = 0;
  return async (entry: Entry): Promise<Readable> => {
    const source = await zip.openReadStreamPromise(entry);
    let size = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        total += chunk.length;
        if (total > IMPORT_INFLATED_MAX_BYTES) return done(tooLarge());
        if (isBomb(size, entry.compressedSize)) return done(bomb(entry.fileName));
        done(null, chunk);
      },
    });
    // The pipeline keeps the error for the reader, even if the error comes before the reader listens.
    return pipeline(source, counted, () => {});
  };
};

/** Returns the whole table in the ZIP. */
export const readZippedTable = async (zip: PictureZip, entry: Entry): Promise<Uint8Array> => {
  if (entry.uncompressedSize > IMPORT_TABLE_MAX_BYTES) throw tableTooLarge();
  return await buffer(await zip.open(entry)).catch((error: unknown) => {
    throw error instanceof RefusedImport ? error : notAZip(error);
  });
};

export const tableTooLarge = () =>
  new RefusedImport("The table is larger than 5 MB. Pictures belong into a ZIP, not into it.", "PAYLOAD_TOO_LARGE");
