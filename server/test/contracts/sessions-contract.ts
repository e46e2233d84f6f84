// Tests the statements of sessions: reading many, renewing at the same moment, and removing sessions
// that ended long ago.
import { describe, expect, it } from "vitest";
import { evictEmailChanges } from "../../src/features/accounts/email-change/queries.ts";
import { evictPasswordResets } from "../../src/features/accounts/recovery/queries.ts";
import {
  evictEndedSessions,
  findSessions,
  renewSessions,
  startSession,
  startSessions,
} from "../../src/features/accounts/sessions/queries.ts";
import { aroundStatements } from "../../src/platform/database/database.ts";
import { seedUsers } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

const device = { userAgent: "", device: "Firefox on Linux", network: "102.89.x.x", proof: "password" } as const;

export const sessionStatements = (test: TestDatabase) =>
  describe("the statements of sessions", () => {
    const query = (text: string, ...params: string[]) => test.database.query(text, params);
    const left = async (userId: string): Promise<string[]> =>
      (await query("select device from sessions where user_id = $1::text::uuid order by device", userId)).map(
        ({ device }) => String(device),
      );
    const people = async (count: number): Promise<string[]> => {
      const given = Object.fromEntries(Array.from({ length: count }, (_, n) => [`person${n}`, {}]));
      return Object.values(await seedUsers(test.database, given)).map(({ id }) => id);
    };
    const person = async (): Promise<string> => (await people(1))[0] ?? "";
    const start = async (userId: string, ...devices: string[]): Promise<string[]> => {
      const ids: string[] = [];
      for (const name of devices)
        ids.push(...(await startSessions(test.database, [{ id: userId, tokenVersion: 1 }], name)));
      return ids;
    };

    it("reads the sessions of a crowd with their accounts by one statement, and leaves out what is not valid", async () => {
      const ids = await people(200);
      const accounts = ids.map((id) => ({ id, tokenVersion: 1 }));
      const sessions = await startSessions(test.database, accounts, "Test");
      const [banned, bumped, ended] = ids;
      await query("update users set banned_at = now() where id = $1::text::uuid", banned ?? "");
      await query("update users set token_version = 2 where id = $1::text::uuid", bumped ?? "");
      await query("update sessions set revoked_at = now() where user_id = $1::text::uuid", ended ?? "");
      let statements = 0;
      const counted = aroundStatements(test.database, (run) => {
        statements += 1;
        return run();
      });
      const found = await findSessions(counted, [...sessions, "nonsense", `${sessions[5]} `]);
      expect([statements, found.size]).toEqual([1, 197]);
      expect(found.get(sessions[5] ?? "")).toMatchObject({ account: { id: ids[5] }, isUnseen: false });
    });

    it("starts no session of an account that was suspended or logged out everywhere since it was read", async () => {
      const id = await person();
      expect(await startSession(test.database, { id, tokenVersion: 0 }, device)).toBeNull();
      expect(await startSession(test.database, { id, tokenVersion: 1 }, device)).toEqual({ id: expect.any(String) });
      await query("update users set banned_at = now() where id = $1::text::uuid", id);
      expect(await startSession(test.database, { id, tokenVersion: 1 }, device)).toBeNull();
    });

    it("renews many sessions at two nodes at once, in any order, without waiting for each other", async () => {
      const id = await person();
      const ids = await start(id, ...Array.from({ length: 40 }, (_, n) => `Device ${n}`));
      await query("update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1::text::uuid", id);
      const other = await test.openAnother();
      await Promise.all([
        renewSessions(test.database, ids),
        renewSessions(other, [...ids].reverse()),
        renewSessions(test.database, ids),
      ]);
      const [row] = await query(
        "select count(*)::int as count from sessions where user_id = $1::text::uuid and last_seen_at > now() - interval '1 minute'",
        id,
      );
      expect(row?.count).toBe(40);
    });

    it("renews nothing that ended", async () => {
      const id = await person();
      const ids = await start(id, "Revoked", "Expired");
      await query("update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1::text::uuid", id);
      await query("update sessions set revoked_at = now() where device = 'Revoked'");
      await query("update sessions set expires_at = now() - interval '1 second' where device = 'Expired'");
      await renewSessions(test.database, ids);
      const rows = await query(
        "select device from sessions where user_id = $1::text::uuid and last_seen_at > now() - interval '1 minute'",
        id,
      );
      expect(rows).toEqual([]);
    });

    it("removes sessions that ended 30 days ago, and no others", async () => {
      const id = await person();
      await start(id, "a revoked", "b expired", "c revoked lately", "d in use");
      const set = (device: string, what: string) => query(`update sessions set ${what} where device = '${device}'`);
      await set("a revoked", "revoked_at = now() - interval '31 days'");
      await set("b expired", "expires_at = now() - interval '31 days'");
      await set("c revoked lately", "revoked_at = now() - interval '29 days'");
      await evictEndedSessions(test.database, 100);
      expect(await left(id)).toEqual(["c revoked lately", "d in use"]);
    });

    it("removes links that expired, some at a time", async () => {
      const id = await person();
      await query(
        `insert into password_resets (token_hash, user_id, expires_at)
         select 'hash ' || n, $1::text::uuid, now() + (n - 3) * interval '1 hour' from generate_series(0, 5) n`,
        id,
      );
      await query(
        `insert into email_changes (id, user_id, old_email, new_email, confirm_hash, requested_at, expires_at)
         select gen_random_uuid(), $1::text::uuid, 'a', 'b', 'hash ' || n, now(), now() + (n - 3) * interval '1 hour'
         from generate_series(0, 5) n`,
        id,
      );
      const hashes = async () =>
        (
          await query(
            `select token_hash as hash from password_resets union all select confirm_hash from email_changes order by 1`,
          )
        ).map(({ hash }) => hash);
      await evictPasswordResets(test.database, 2);
      await evictEmailChanges(test.database, 2);
      expect(await hashes()).toHaveLength(8);
      await evictPasswordResets(test.database, 9);
      await evictEmailChanges(test.database, 9);
      expect(await hashes()).toEqual(["hash 4", "hash 4", "hash 5", "hash 5"]);
    });
  });
