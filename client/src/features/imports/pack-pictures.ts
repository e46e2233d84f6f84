// Packs chosen pictures into one ZIP. They are compressed already, so they are stored as they are.
import { Zip, ZipPassThrough } from "fflate";

export const packPictures = async (files: readonly File[]): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failed = error;
    else parts.push(new Uint8Array(chunk));
  });
  for (const file of files) {
    const entry = new ZipPassThrough(file.name);
    zip.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
  }
  zip.end();
  if (failed) throw failed;
  return new Blob(parts, { type: "application/zip" });
};
