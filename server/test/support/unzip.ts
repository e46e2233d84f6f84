// Unpacks a ZIP file in memory.
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The texts of its files, by name. */
export const unzip = async (file: Buffer): Promise<Map<string, string>> => {
  const zip = await fromBufferPromise(file);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return files;
};
