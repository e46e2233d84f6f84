// Attacks on two-step verification at three servers: codes, recovery codes and challenges that are used twice at the same
// moment, guesses at a code, and calls with a proof that is too old.
import { randomBytes } from "node:crypto";
import { needsFreshProof } from "../../src/app/fresh-proof.ts";
import { codeOf, giveChallenge, giveFactor } from "../../test/support/e2e-factors.ts";
import { makePerson } from "../../test/support/e2e-people.ts";
import { type ApiAnswer, callApi, JWT_SECRET, type TestServer } from "../../test/support/e2e-server.ts";
import type { Row, Tried } from "../row.ts";
import { openSite, type Site } from "../site/site.ts";

const NODES = 3;
const AT_ONCE = 9;
const GUESSES = 40;
/** The wrong codes that may be checked for one account in 15 minutes. */
const CHECKED_AT_MOST = 10;
const ID = "00000000-0000-4000-8000-000000000001";

export const secondFactorRow: Row = {
  name: "second-factor",
  what: "Codes, recovery codes and log-ins used twice at the same moment, guesses at a code and calls with an old proof, at three nodes",
  run: async ({ quick, say }) => {
    const site = await openSite({
      nodes: NODES,
      environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1", STEP_UP_MINUTES: "10" }),
    });
    try {
      const attack = new Attack(site);
      const rounds = quick ? 5 : 50;
      for (let round = 0; round < rounds; round++) {
        await attack.replay(round);
        await attack.guess(round);
        await attack.useOldProof(round);
        if (round % 10 === 9) say(`${round + 1} rounds`);
      }
      return attack.outcome();
    } finally {
      await site.close();
    }
  },
};

class Attack {
  readonly #site: Site;
  readonly #server: Pick<TestServer, "query" | "databaseNow">;
  readonly #findings: string[] = [];
  #tried = 0;

  constructor(site: Site) {
    this.#site = site;
    const query: TestServer["query"] = (text, params) => site.database.query(text, params);
    const databaseNow = async () => {
      const [row] = await query<{ at: number }>("select (extract(epoch from clock_timestamp()) * 1000)::float8 as at");
      return row?.at ?? Number.NaN;
    };
    this.#server = { query, databaseNow };
  }

  outcome(): Tried {
    return { tried: this.#tried, bad: this.#findings.length, findings: this.#findings };
  }

  #api(n: number, method: string, path: string, call: { token?: string; body?: object } = {}): Promise<ApiAnswer> {
    const { address = "" } = this.#site.nodes[n % NODES] ?? {};
    // Each from an address that nobody has come from, so that only the account's limits count.
    const from = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
    this.#tried += 1;
    return callApi(address, method, path, { ...call, headers: { "x-forwarded-for": from } });
  }

  #finish(n: number, challenge: string, code: string): Promise<ApiAnswer> {
    return this.#api(n, "POST", "/api/auth/login/second-factor", { body: { challenge, code } });
  }

  #expectOne(what: string, answers: readonly ApiAnswer[]): void {
    const accepted = answers.filter(({ status }) => status === 200).length;
    if (accepted !== 1) this.#findings.push(`${what}: ${accepted} of ${answers.length} were accepted`);
  }

  async replay(round: number): Promise<void> {
    const { id } = await makePerson(this.#server, `replayed-${round}`);
    const { secret, codes } = await giveFactor(this.#server, id);
    const challenges = await Promise.all(Array.from({ length: AT_ONCE }, () => giveChallenge(this.#server, id)));
    const all = (of: (n: number) => [challenge: string, code: string]) =>
      Promise.all(challenges.map((_, n) => this.#finish(n, ...of(n))));
    const code = await codeOf(this.#server, secret);
    this.#expectOne("one code, several log-ins", await all((n) => [challenges[n] ?? "", code]));
    this.#expectOne("one recovery code, several log-ins", await all((n) => [challenges[n] ?? "", codes[0] ?? ""]));
    const challenge = await giveChallenge(this.#server, id);
    this.#expectOne("one log-in, several recovery codes", await all((n) => [challenge, codes[n + 1] ?? ""]));
  }

  async guess(round: number): Promise<void> {
    const { id } = await makePerson(this.#server, `guessed-${round}`);
    const { secret } = await giveFactor(this.#server, id);
    const right = Number(await codeOf(this.#server, secret));
    const answers = await Promise.all(
      Array.from({ length: GUESSES }, async (_, n) => {
        const code = String((right + 1 + n) % 1_000_000).padStart(6, "0");
        return await this.#finish(n, await giveChallenge(this.#server, id), code);
      }),
    );
    const checked = answers.filter(({ status }) => status !== 429).length;
    if (checked !== CHECKED_AT_MOST) this.#findings.push(`${checked} guesses were checked`);
    const late = await this.#finish(round, await giveChallenge(this.#server, id), await codeOf(this.#server, secret));
    if (late.status !== 429) this.#findings.push(`the right code after too many guesses was answered ${late.status}`);
  }

  async useOldProof(round: number): Promise<void> {
    const { id, token, sessionId } = await makePerson(this.#server, `old-tab-${round}`, { role: "admin" });
    await giveFactor(this.#server, id);
    await this.#server.query(
      "update sessions set proved_at = now() - interval '10 minutes 1 second' where id = $1::text::uuid",
      [sessionId],
    );
    for (const [n, call] of Object.keys(needsFreshProof).entries()) {
      const [method = "", path = ""] = call.split(" ");
      const body = call.endsWith("/payments") ? { method: "cash", amount: 1, note: "Paid" } : {};
      const answer = await this.#api(round + n, method, path.replace(/:\w+/g, ID), {
        token,
        ...(method !== "GET" && { body }),
      });
      if (answer.status !== 403 || answer.body?.code !== "PROOF_REQUIRED") {
        this.#findings.push(`${call} with an old proof was answered ${answer.status} ${answer.text.slice(0, 80)}`);
      }
    }
  }
}
