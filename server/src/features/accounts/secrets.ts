// Makes random secrets that are handed out once and stored only as hashes.
import { createHash, randomBytes } from "node:crypto";

export const hashOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join(" ")).digest("hex");

/** 256 random bits, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
