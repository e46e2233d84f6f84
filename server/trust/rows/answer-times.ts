// Checks that the time of an answer does not reveal what the answer hides: how high the leader's maximum is, or whether
// an account exists. Two twins, which differ only in the hidden fact, are asked alternately, in a random order for each
// pair. A planted known difference must be found in the same way.
import { makePerson, openAuction, type Person } from "../../test/support/e2e-people.ts";
import { JWT_SECRET } from "../../test/support/e2e-server.ts";
import { type Asker, openAsker } from "../answer-times/asker.ts";
import { inWords, isTelling, pairedShift } from "../answer-times/paired-shift.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

/**
 * Many twins, because every auction has its own place in memory and on disk, and no single place may decide the result.
 */
const TWINS = 40;
const LOW = 100_000;
const HIGH = 900_000_000;
const START = 1_000;
/**
 * The limit for a rival who asks about the leader's maximum: a smaller difference is lost in the noise of the internet.
 */
const INTERNET_NOISE_MS = 0.1;
/** The limit for comparing two checks of a password, which take some 50 ms each. */
const PASSWORD_NOISE_MS = 1;
const PLANTED_MS = 1;

/** The questions that a rival asks at a price, and the code of each answer. Prices stay far below both maxima. */
const questions = {
  "a bid that is accepted": { command: "bid:place", over: 1, code: "ok" },
  "a bid that is too low": { command: "bid:place", over: 0, code: "BID_TOO_LOW" },
  "a maximum that is accepted": { command: "maxbid:set", over: 3, code: "ok" },
  "a maximum that is too low": { command: "maxbid:set", over: 0, code: "MAX_BID_TOO_LOW" },
} as const;
type Question = keyof typeof questions;

interface Twin {
  readonly low: string;
  readonly high: string;
  price: number;
}

const hold = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

export const answerTimes: Row = {
  name: "answer-times",
  what: "A rival's answers timed against a low and a high hidden maximum; log-ins to accounts there and not there",
  run: async ({ quick, say }) => {
    const seed = newSeed();
    const random = randomOf(seed);
    const site = await openSite({
      nodes: 1,
      environmentOf: () => ({ JWT_SECRET, HIDE_UNKNOWN_ACCOUNTS: "true" }),
    });
    const findings: string[] = [];
    const notes: string[] = [];
    let tried = 0;
    const judge = (what: string, differences: readonly number[], leastMs: number): void => {
      const shift = pairedShift(differences);
      tried += 2 * shift.pairs;
      const said = `${what}: ${inWords(shift)}`;
      notes.push(said);
      if (isTelling(shift, leastMs)) findings.push(said);
    };
    try {
      const { server } = onlyNodeOf(site);
      const { address } = server;
      const admin = await makePerson(server, "admin", { role: "admin" });
      const leader = await makePerson(server, "leader", { balance: 10 * HIGH });
      const rival = await makePerson(server, "rival");
      const asker = await openAsker(address, rival.token);
      const twins = await putUpTwins(server, admin, leader);

      const pairs = quick ? 1_000 : 4_000;
      for (const question of Object.keys(questions) as Question[]) {
        say(`${question} …`);
        // The first calls warm the machine up.
        await timePairs(asker, twins, question, random, TWINS, 0);
        judge(question, await timePairs(asker, twins, question, random, pairs, 0), INTERNET_NOISE_MS);
      }
      const planted = pairedShift(await timePairs(asker, twins, "a bid that is too low", random, pairs, PLANTED_MS));
      notes.push(`control, ${PLANTED_MS} ms planted: ${inWords(planted)}`);
      if (!isTelling(planted, INTERNET_NOISE_MS)) findings.push("the control's difference was not found");
      asker.close();

      const password = "what somebody would guess";
      const email = "known@people.test";
      await server.api("POST", "/api/auth/register", { body: { username: "known", email, password: "quite another" } });
      const logIn = async (known: boolean): Promise<number> => {
        const startedAt = performance.now();
        const address = known ? email : `${random.whole(1e9)}@people.test`;
        const { status } = await server.api("POST", "/api/auth/login", { body: { email: address, password } });
        if (status !== 401) throw new Error(`a log-in was answered ${status}`);
        return performance.now() - startedAt;
      };
      const logIns = await differencesOfPairs(
        random,
        quick ? 60 : 400,
        () => logIn(false),
        () => logIn(true),
      );
      judge("a log-in to no account, and with a wrong password", logIns, PASSWORD_NOISE_MS);
      return { tried, bad: findings.length, findings, notes: [...notes, `seed ${seed}`] };
    } finally {
      await site.close();
    }
  },
};

/** For each pair, the second's time minus the first's, in ms; the order is random. */
const differencesOfPairs = async (
  random: Random,
  pairs: number,
  first: (n: number) => Promise<number>,
  second: (n: number) => Promise<number>,
): Promise<number[]> => {
  const differences: number[] = [];
  for (let n = 0; n < pairs; n++) {
    if (random.oneIn(2)) {
      const one = await first(n);
      differences.push((await second(n)) - one);
    } else {
      const two = await second(n);
      differences.push(two - (await first(n)));
    }
  }
  return differences;
};

const timePairs = async (
  asker: Asker,
  twins: readonly Twin[],
  question: Question,
  random: Random,
  pairs: number,
  plantedMs: number,
): Promise<number[]> => {
  const { command, over, code } = questions[question];
  const time = async (auctionId: string, amount: number, extraMs: number): Promise<number> => {
    const amounts = command === "bid:place" ? { amount } : { maxAmount: amount, currency: "NGN" };
    const { ms, answer } = await asker.ask(command, { auctionId, ...amounts });
    const startedAt = performance.now();
    hold(extraMs);
    const got = answer.error?.code ?? "ok";
    if (got !== code) throw new Error(`${question}: ${got}`);
    return ms + performance.now() - startedAt;
  };
  const twinOf = (n: number): Twin => {
    const twin = twins[n % twins.length];
    if (!twin) throw new Error("no twins");
    return twin;
  };
  const differences: number[] = [];
  for (let n = 0; n < pairs; n++) {
    const twin = twinOf(n);
    const amount = twin.price + over;
    const [difference = 0] = await differencesOfPairs(
      random,
      1,
      () => time(twin.low, amount, 0),
      () => time(twin.high, amount, plantedMs),
    );
    differences.push(difference);
    // The leader's maximum outbid the accepted bid, one increment above it.
    if (code === "ok") twin.price = amount + 1;
  }
  return differences;
};

const putUpTwins = async (
  server: Parameters<typeof openAuction>[0],
  admin: Person,
  leader: Person,
): Promise<Twin[]> => {
  const putUp = async (maxAmount: number): Promise<string> => {
    const { _id } = await openAuction(server, admin, { startingPrice: START, bidIncrement: 1 });
    const body = { auctionId: _id, maxAmount, currency: "NGN" };
    const { status, text } = await server.api("POST", "/api/maxbids", { token: leader.token, body });
    if (status !== 200) throw new Error(`no maximum: ${text}`);
    return _id;
  };
  const twins: Twin[] = [];
  for (let n = 0; n < TWINS; n++) {
    // Alternate which kind is created first.
    const [one, two] = n % 2 ? [LOW, HIGH] : [HIGH, LOW];
    const [first, second] = [await putUp(one), await putUp(two)];
    twins.push({ ...(n % 2 ? { low: first, high: second } : { low: second, high: first }), price: START + 1 });
  }
  return twins;
};
