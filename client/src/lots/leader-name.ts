// The name of the leader, for a reader who does not lead.
import type { Auction } from "@jara/shared/auction";
import { maskUsername } from "@jara/shared/mask-username";
import { useSession } from "../store/session.ts";

/**
 * Null without a leader, and where the masked name may be the reader's own: the page may learn who leads a moment before
 * it learns that this is the reader.
 */
export const useLeaderName = ({ leader }: Pick<Auction, "leader">): string | null => {
  const own = useSession(({ user }) => user && maskUsername(user.username));
  return leader && leader.username !== own ? leader.username : null;
};
