// Tests the statements of passkeys that no call of the API shows: what the tables themselves refuse, and the removal of
// challenges that have expired.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { evictPasskeyChallenges, insertChallenge } from "../../src/features/accounts/passkeys/queries.ts";
import { seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

export const passkeyStatements = (test: TestDatabase) =>
  describe("the tables of passkeys", () => {
    const query = (text: string, ...params: string[]) => test.database.query(text, params);
    const add = (userId: string, place: number, credentialId: string) =>
      query(
        `insert into passkeys (id, user_id, place, credential_id, public_key, counter, transports, device_type,
           is_backed_up, name, device, created_at)
         values (gen_random_uuid(), $1::text::uuid, ${place}, $2, 'key', 0, '[]', 'multiDevice', true, 'Name', 'Device', now())`,
        userId,
        credentialId,
      );

    it("keep one passkey in each of an account's twenty places, and each credential once", async () => {
      const { ada, bola } = await seedPeople(test.database);
      await add(ada.id, 1, "first");
      await add(bola.id, 1, "second");
      await expect(add(ada.id, 1, "third")).rejects.toThrow();
      await expect(add(ada.id, 2, "second")).rejects.toThrow();
      await expect(add(ada.id, 0, "third")).rejects.toThrow();
      await expect(add(ada.id, 21, "third")).rejects.toThrow();
      await add(ada.id, 20, "third");
      expect(await query("select place from passkeys where user_id = $1::text::uuid order by place", ada.id)).toEqual([
        { place: 1 },
        { place: 20 },
      ]);
    });

    it("tie a challenge to a session, except for a log-in", async () => {
      const { ada } = await seedPeople(test.database);
      const challenge = (purpose: string, user: string | null, session: string | null) =>
        test.database.query(
          `insert into passkey_challenges (hash, purpose, user_id, session_id, expires_at)
           values ($1, $2, $3::text::uuid, $4::text::uuid, now())`,
          [randomUUID(), purpose, user, session],
        );
      await expect(challenge("log-in", ada.id, randomUUID())).rejects.toThrow();
      await expect(challenge("prove", null, null)).rejects.toThrow();
      await expect(challenge("prove", ada.id, null)).rejects.toThrow();
      await challenge("prove", ada.id, randomUUID());
    });

    it("lose challenges that have expired, some at a time, and no others", async () => {
      await query("delete from passkey_challenges");
      for (let n = 0; n < 5; n++) await insertChallenge(test.database, `hash ${n}`, "log-in", null);
      await query("update passkey_challenges set expires_at = now() - interval '1 second' where hash < 'hash 3'");
      const left = async () =>
        (await query("select hash from passkey_challenges order by 1")).map(({ hash }) => String(hash));
      await evictPasskeyChallenges(test.database, 2);
      expect(await left()).toHaveLength(3);
      await evictPasskeyChallenges(test.database, 9);
      expect(await left()).toEqual(["hash 3", "hash 4"]);
    });
  });
