// Starts the readers of the log.
import type { Database } from "../platform/database/database.ts";
import type { RowLog } from "../platform/jobs/guard-rows.ts";
import { bidNoticeReaders } from "./bid-notices.ts";
import { lotMailReader, type WrittenMail } from "./lot-mails.ts";
import { startLogReader } from "./reader.ts";
import { type NetsOfSales, sellerNoticeReader } from "./seller-notices.ts";

export const startLogReaders = (deps: {
  readonly database: Database;
  /** Called after a commit with the people whose inbox may have changed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  /** Called after a commit with the new mails about lots. */
  readonly mailed: (mails: readonly WrittenMail[]) => void;
  readonly netsOfSales: NetsOfSales;
  readonly log: RowLog;
}): { stop(): Promise<void> } => {
  const { database, log } = deps;
  const readers = [
    ...bidNoticeReaders(deps.inboxChanged),
    lotMailReader(deps.mailed),
    sellerNoticeReader(deps.inboxChanged, deps.netsOfSales),
  ];
  const jobs = readers.map((reader) => startLogReader({ database, reader, log }));
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};
