// The mails that were written about an auction, oldest first.
import type { AuctionState } from "../../src/auction/state.ts";
import type { Database } from "../../src/platform/database/database.ts";

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
  return await database.query<MailRow>(
    `select kind, data, user_id as "userId" from outbox
     where auction_id = $1::text::uuid and ($2::text is null or kind = $2) order by created_at, kind, user_id`,
    [id, kind ?? null],
  );
};
