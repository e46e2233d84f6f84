// The refusal of a log-in to a suspended account. It states the reason, so give it only to somebody who has proved that the
// account is theirs.
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { refused } from "../../../platform/lib/result.ts";
import { findCurrentSuspension } from "./queries.ts";

export const refuseSuspended = async (database: Database, userId: string) => {
  const suspension = await findCurrentSuspension(database, userId);
  if (!suspension) return refused("FORBIDDEN", { message: "This account has been suspended." });
  const { reason, until } = suspension;
  const end = until === null ? "" : ` until ${writtenLagosTime(toIso(until))}`;
  const message = `This account has been suspended${end}. The reason: “${reason}” If you think that this is wrong, please contact us.`;
  return refused("FORBIDDEN", { message });
};
