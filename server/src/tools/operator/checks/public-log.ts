// Checks the key of the public log.
import type { Config } from "../../../config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, note } = findingsOf("log");

export const checkPublicLog = async ({ log }: Config): Promise<Finding[]> => {
  if (log === null) {
    return [
      note(
        "LOG_KEY is not set: there is no public log, and bidders get no receipts for their bids. " +
          "Set it to 32 random bytes, by: openssl rand -hex 32, and keep it like JWT_SECRET.",
      ),
    ];
  }
  if (log.seeds.length > 1) {
    return [note("LOG_KEY_PREVIOUS signs beside LOG_KEY. Remove it once readers know the new key.")];
  }
  return [ok(`signed as ${log.host}`)];
};
