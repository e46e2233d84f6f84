// The commitments to people that leaves contain. Each person has a secret, which is made when the first leaf needs it and
// deleted with the account. Commitments that were made are kept for a while, because the same people bid again and again.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { logSecrets } from "../../../platform/database/schema/public-log.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { type Pair, personCommitment, personSalt, SALT_BYTES } from "../../../platform/signing/commitments.ts";
import type { Growth } from "../append.ts";
import { earlierCommitment } from "./earlier-commitment.ts";

const KEPT = 50_000;

export class People {
  readonly #database: Pick<Database, "db">;
  readonly #known = createBoundedCache<string, string>(KEPT);

  constructor(database: Pick<Database, "db">) {
    this.#database = database;
  }

  /** Call after a batch that was not written, because its new secrets are not stored. */
  forget(): void {
    this.#known.clear();
  }

  /** The commitments of these pairs, and the secrets that the batch has to store. */
  async commitmentsOf(
    log: number,
    pairs: readonly Pair[],
  ): Promise<{ readonly of: (pair: Pair) => string; readonly made: Growth["secrets"] }> {
    const of = new Map<string, string>();
    const missing: Pair[] = [];
    for (const pair of pairs) {
      const known = this.#known.get(keyOf(pair));
      if (known) of.set(keyOf(pair), known);
      else missing.push(pair);
    }
    const secrets = await this.#secretsOf([...new Set(missing.map(({ userId }) => userId))]);
    const made: { userId: string; secret: Uint8Array }[] = [];
    for (const pair of missing) {
      // Skip a pair that was named before.
      if (of.has(keyOf(pair))) continue;
      const known = secrets.get(pair.userId);
      const secret = known ?? randomBytes(SALT_BYTES);
      // For a deleted account use a secret that is not stored, so that nobody will ever know the salt.
      const isDeleted = known === undefined;
      if (known === null) made.push({ userId: pair.userId, secret });
      if (!isDeleted) secrets.set(pair.userId, secret);
      const earlier = isDeleted ? await earlierCommitment(this.#database, log, pair) : null;
      const commitment = earlier ?? personCommitment(pair.auctionId, pair.userId, personSalt(secret, pair.auctionId));
      of.set(keyOf(pair), commitment);
      this.#known.set(keyOf(pair), commitment);
    }
    return {
      made,
      of: (pair) => {
        const commitment = of.get(keyOf(pair));
        if (!commitment) throw new Error("a commitment that was not asked for");
        return commitment;
      },
    };
  }

  /** Null: the account has none yet. Absent: the account is deleted, or unknown. */
  async #secretsOf(userIds: readonly string[]): Promise<Map<string, Uint8Array | null>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.#database.db
      .select({ userId: users.id, secret: logSecrets.secret, deletedAt: users.deletedAt })
      .from(users)
      .leftJoin(logSecrets, eq(logSecrets.userId, users.id))
      .where(isAnyOf(users.id, userIds));
    return new Map(rows.flatMap((row) => (row.deletedAt === null ? [[row.userId, row.secret] as const] : [])));
  }
}

const keyOf = ({ auctionId, userId }: Pair): string => `${auctionId} ${userId}`;
