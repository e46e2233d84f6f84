// The files of a workbook, which is a ZIP that a stranger may have made: what is inflated is counted.
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { RefusedImport } from "../refused-import.ts";

const INFLATED_MAX_BYTES = 64 * 1024 * 1024;
const FILES_MAX = 2_000;

const asXlsx = "Open it in Excel, choose “Save as” and “Excel workbook (.xlsx)”, and choose that file.";

export const damaged = () =>
  new RefusedImport(`The workbook cannot be read: it is damaged, or of another kind. ${asXlsx}`);
export const oldOrLocked = () =>
  new RefusedImport(`This is a workbook of an older kind (.xls), or one with a password. ${asXlsx}`);
export const tooLarge = () =>
  new RefusedImport("The workbook is too large. Copy the rows that you need into a new one.", "PAYLOAD_TOO_LARGE");

export interface Parts {
  has(name: string): boolean;
  /** The inflated bytes of a part, chunk by chunk. Throws RefusedImport if there are too many. */
  read(name: string): AsyncIterable<Buffer>;
}

/** Opens the ZIP for `use`. Throws RefusedImport, also for a workbook with macros. */
export const withParts = async <T>(bytes: Uint8Array, use: (parts: Parts) => Promise<T>): Promise<T> => {
  let zip: ZipFile | null = null;
  try {
    zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
    return await use(await partsOf(zip));
  } catch (error) {
    throw error instanceof RefusedImport ? error : damaged();
  } finally {
    zip?.close();
  }
};

const partsOf = async (zip: ZipFile): Promise<Parts> => {
  if (zip.entryCount > FILES_MAX) throw tooLarge();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  if ([...entries.keys()].some((name) => name.endsWith("vbaproject.bin"))) {
    throw new RefusedImport(`The workbook has macros (.xlsm). ${asXlsx}`);
  }
  let inflated = 0;
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry || entry.isEncrypted()) throw damaged();
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length;
        if (inflated > INFLATED_MAX_BYTES) throw tooLarge();
        yield chunk as Buffer;
      }
    },
  };
};
