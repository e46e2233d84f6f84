// The mails about an auction, oldest first, after the readers of the log have written what follows from it.
import type { AuctionState } from "../../src/auction/state.ts";
import { lotMailReader } from "../../src/log-readers/lot-mails.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { readUpToNow } from "./read-log.ts";

interface MailRow extends Record<string, unknown> {
  kind: string;
  data: Record<string, unknown>;
  userId: string;
}

export const mailsAbout = async (
  database: Database,
  { id }: Pick<AuctionState, "id">,
  kind?: string,
): Promise<{ kind: string; userId: string; data: Record<string, unknown> }[]> => {
  await readLotMails(database);
  return await database.query<MailRow>(
    `select kind, data, user_id as "userId" from outbox
     where auction_id = $1::text::uuid and ($2::text is null or kind = $2) order by created_at, kind, user_id`,
    [id, kind ?? null],
  );
};

const reader = lotMailReader({ mailed: () => {}, lotsMoved: () => {} });

/** Writes the mails about lots that follow from what was committed before the call. */
export const readLotMails = (database: Database): Promise<void> => readUpToNow(database, reader);
