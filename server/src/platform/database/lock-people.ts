// Locks people's rows for a transaction, in the one order of everybody: by id. A lock lets others read and refer to the
// row. The engine's commit waits for it, so lock late, and do nothing slow afterwards.
import { may, type Permission } from "@jara/shared/permissions";
import { getTableColumns, inArray } from "drizzle-orm";
import { users } from "./schema/accounts.ts";
import type { Db } from "./typed-statements.ts";

const { id, username, role, email, emailVerifiedAt, bannedAt, deletedAt, balanceMinor } = getTableColumns(users);

/** Those of the people who exist, by id. */
export const lockPeople = async (tx: Db, ids: readonly string[]) => {
  const people = await tx
    .select({ id, username, role, email, emailVerifiedAt, bannedAt, deletedAt, balanceMinor })
    .from(users)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for("no key update");
  return new Map(people.map((person) => [person.id, person]));
};

type Person = Awaited<ReturnType<typeof lockPeople>> extends Map<string, infer P> ? P : never;

/** Whether a locked person still has the permission, and is not suspended. */
export const mayStill = (person: Person | undefined, permission: Permission): boolean =>
  person !== undefined && person.bannedAt === null && may(person.role, permission);

/** True if the person has the permission and is not suspended. They keep it until the transaction ends. */
export const lockActor = async (tx: Db, actorId: string, permission: Permission): Promise<boolean> =>
  mayStill((await lockPeople(tx, [actorId])).get(actorId), permission);
