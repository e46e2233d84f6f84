// Keeps the positions of the log's rows rising after a restore. A position is the number of the transaction that wrote
// the row (`log_position` in migration 0004). A database that is restored into a new cluster has rows of high numbers,
// while the new cluster counts from a low one; readers of the log would never reach its new rows.
import type postgres from "postgres";

/** Makes the positions of new rows higher than those of stored rows and cursors. Call it before anything writes. */
export const raiseLogPosition = async (client: postgres.Sql): Promise<void> => {
  await client.unsafe(`
    do $raise$
    declare newest bigint;
      next bigint;
    begin
      -- One statement, so that both are of one moment: every stored row is of a transaction before "next".
      select greatest(max(written_by), (select max(position) from log_cursors)),
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint into newest, next
      from auction_events where written_by is not null;
      if newest >= log_position(next::text::xid8) then
        execute format('create or replace function log_position("transaction" xid8) returns bigint language sql immutable
          parallel safe as ''select $1::text::bigint + %s''', newest + 1 - next);
      end if;
    end $raise$`);
};
