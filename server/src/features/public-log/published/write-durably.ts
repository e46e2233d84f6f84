// Replaces a small file so that after a crash it has either the old text or the new one, and the new one once this has
// returned.
import { open, rename } from "node:fs/promises";
import path from "node:path";

export const writeDurably = async (file: string, text: string): Promise<void> => {
  const part = `${file}.${process.pid}.part`;
  const written = await open(part, "w", 0o600);
  try {
    await written.writeFile(text);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(part, file);
  // The folder's own entry must last too.
  const folder = await open(path.dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
