// Starts the readers of the log.
import type { Database } from "../platform/database/database.ts";
import type { RowLog } from "../platform/jobs/guard-rows.ts";
import { bidNoticeReaders } from "./bid-notices.ts";
import { type AfterLotMails, lotMailReader } from "./lot-mails.ts";
import { startLogReader } from "./reader.ts";
import { type NetsOfSales, sellerNoticeReader } from "./seller-notices.ts";

interface LogReadersDeps extends AfterLotMails {
  readonly database: Database;
  /** Called after a commit with the people whose inbox may have changed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly netsOfSales: NetsOfSales;
  readonly log: RowLog;
}

export const startLogReaders = (deps: LogReadersDeps): { stop(): Promise<void> } => {
  const { database, log } = deps;
  const readers = [
    ...bidNoticeReaders(deps.inboxChanged),
    lotMailReader(deps),
    sellerNoticeReader(deps.inboxChanged, deps.netsOfSales),
  ];
  const jobs = readers.map((reader) => startLogReader({ database, reader, log }));
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};
