// Finds the region that a text names, as the database finds that of a lot's location (server: platform/database/region.ts).
import { type Region, regions } from "./regions.ts";

/** The first part of the pattern matches as much as it can, so the pattern finds the last name. */
const pattern = new RegExp(`^.*(?<![\\p{L}\\p{N}_])(${regions.join("|")})(?![\\p{L}\\p{N}_])`, "su");

/** "Ogun Street, Lagos" is in Lagos. */
export const regionIn = (text: string): Region | null => {
  const found = pattern.exec(text.toLowerCase())?.[1];
  return regions.find((region) => region === found) ?? null;
};
