// Checks UUIDs, and makes those that always belong to the same thing.
import { createHash } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether an id from outside is a valid database id. Accepts lower case only, because ids are compared as text. */
export const isUuid = (id: string): boolean => uuid.test(id);

/** Returns the UUID of this text, always the same one (version 8: from a custom hash). */
export const uuidOf = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
