// Checks the usernames of older accounts against the rule for new ones. It never renames an account; staff see the
// list.
import type { Role } from "@jara/shared/permissions";
import { usernameSchema } from "@jara/shared/rest/accounts";
import { hasUsableCharacters, isOfOneScript } from "@jara/shared/usernames";
import type { Database } from "../../../platform/database/database.ts";
import type { Page } from "../../../platform/database/pages.ts";
import { guardRows, type RowLog, silentLog } from "../../../platform/jobs/guard-rows.ts";
import {
  type CheckedUsername,
  keepVerdicts,
  refusedUsernames,
  uncheckedUsernames,
  usernamesBySkeleton,
} from "./username-checks.ts";
import { isReserved, skeletonsOf } from "./username-skeletons.ts";

const BATCH = 500;

const verdictOf = (username: string, role: Role): CheckedUsername["verdict"] => {
  if (hasUsableCharacters(username) && !isOfOneScript(username)) return "scripts";
  const parsed = usernameSchema.safeParse(username);
  if (!parsed.success || parsed.data !== username) return "characters";
  return isReserved(username, role) ? "reserved" : "ok";
};

/**
 * Checks every unchecked username, the oldest account first, so that among names that look alike the oldest account
 * keeps its name. Stops early if another node does the same work.
 */
export const checkUsernames = async (
  database: Database,
  isStopped: () => boolean = () => false,
  log: RowLog = silentLog,
): Promise<void> => {
  const guard = guardRows(database, "usernames", log);
  while (!isStopped()) {
    const unchecked = await uncheckedUsernames(database, BATCH);
    if (unchecked.length === 0) return;
    const kept = await guard.each(
      unchecked,
      ({ id }) => id,
      async (some) =>
        keepVerdicts(
          database,
          some.map(({ id, username, role }) => ({
            id,
            verdict: verdictOf(username, role),
            skeletons: skeletonsOf(username),
          })),
        ),
    );
    if (kept.every((count) => count === 0)) return;
  }
};

/** `resembles` is the username of the earlier account, where that is the reason. */
export const listRefusedUsernames = async (database: Database, page: Page) => {
  const { users, total } = await refusedUsernames(database, page);
  const alike = users.filter(({ reason }) => reason === "confusable");
  const owners = await usernamesBySkeleton(
    database,
    alike.flatMap(({ username }) => skeletonsOf(username)),
  );
  const resembledBy = ({ id, username }: { id: string; username: string }): string | null =>
    skeletonsOf(username)
      .map((skeleton) => owners.get(skeleton))
      .find((owner) => owner && owner.userId !== id)?.username ?? null;
  return {
    users: users.map((user) => ({ ...user, resembles: user.reason === "confusable" ? resembledBy(user) : null })),
    total,
  };
};
