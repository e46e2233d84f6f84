// Attacks on passkeys, each on a victim of its own: other sites, challenges used again or elsewhere, keys and passkeys
// of others, and copies of a key. `npm run test:long` makes them many times. It is long because it
// lists the attacks.
import { generateKeyPairSync } from "node:crypto";
import { logIn, PASSWORD, type Registered, register } from "./e2e-mailbox.ts";
import {
  addPasskey,
  authenticator,
  logInByPasskey,
  passkeyOptions,
  sendLogIn,
  sendNewPasskey,
  sendProof,
} from "./e2e-passkeys.ts";
import { ALLOWED_ORIGIN, type ApiAnswer, type TestServer } from "./e2e-server.ts";
import type { Lies, SoftwarePasskey } from "./software-authenticator.ts";

type Server = Pick<TestServer, "api" | "query">;

export interface Attacked {
  readonly what: string;
  readonly tried: number;
  /** The faults that were found, in words. */
  readonly bad: readonly string[];
}

interface Scene {
  /** The nodes that the attacks go to by turns: one server at least. */
  readonly nodes: readonly Server[];
  readonly victim: Registered;
  /** The victim's. */
  readonly passkey: SoftwarePasskey;
  /** The person who attacks, with an account of their own. */
  readonly attacker: Registered;
  readonly theirs: SoftwarePasskey;
}

interface Attack {
  readonly what: string;
  /** The number of answers that may be a success: 0 if left out. */
  readonly allowed?: number;
  /** The number of mails about a counter that did not grow; 0 if left out. */
  readonly notified?: number;
  /** Prepares the attack, and returns what makes it. What the preparation changes does not count. */
  prepare(scene: Scene, here: Server, there: Server): Promise<() => Promise<ApiAnswer | ApiAnswer[]>>;
}

const AT_ONCE = 6;
const twinOf = (passkey: SoftwarePasskey): SoftwarePasskey => ({ ...passkey });

/** The lies of the browser or the key. */
const lies: Readonly<Record<string, Lies>> = {
  "another site": { origin: "https://elsewhere.test" },
  "the site's name below another's": { origin: "http://localhost:3000.elsewhere.test" },
  "another port": { origin: "http://localhost:3001" },
  "another scheme": { origin: "https://localhost:3000" },
  "no origin": { origin: "null" },
  "a partner's site, which may only call the API": { origin: ALLOWED_ORIGIN },
  "a frame of another site": { crossOrigin: true },
  "another relying party": { rpId: "elsewhere.test" },
  "a partner as the relying party": { rpId: "partner.test" },
  "a person who was not verified": { isVerified: false },
  "a person who was not there": { isPresent: false, isVerified: false },
  "a made-up challenge": { challenge: "A".repeat(43) },
  "an empty challenge": { challenge: "" },
};
const forgedKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const logIns: Attack[] = [
  ...Object.entries({
    ...lies,
    "the answer to another question": { type: "webauthn.create" },
    "another key": { key: forgedKey },
    "no person's handle": { userHandle: "QQ" },
  }).map(([what, lie]) => ({
    what: `log-in: ${what}`,
    prepare: async ({ passkey }: Scene, here: Server, there: Server) => {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "log-in"), lie);
      return () => sendLogIn(there, credential);
    },
  })),
  {
    what: "log-in: a passkey that is not known",
    async prepare({ passkey }, here, there) {
      const unknown = { ...passkey, id: "A".repeat(43) };
      const credential = authenticator.get(unknown, await passkeyOptions(here, "log-in"));
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: the victim's handle with the attacker's passkey",
    async prepare({ passkey, theirs }, here, there) {
      const lie = { userHandle: passkey.userHandle };
      const credential = authenticator.get(twinOf(theirs), await passkeyOptions(here, "log-in"), lie);
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: a challenge to prove oneself",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "prove", victim.token));
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: a challenge to add a passkey",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "", victim.token));
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: a challenge older than five minutes",
    async prepare({ passkey }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "log-in"));
      await here.query("update passkey_challenges set expires_at = now() where purpose = 'log-in'");
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: the same answer again",
    async prepare({ passkey }, here, there) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "log-in"));
      await done(sendLogIn(here, credential));
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: the same challenge signed again, with a later counter",
    async prepare({ passkey }, here, there) {
      const options = await passkeyOptions(here, "log-in");
      await done(sendLogIn(here, authenticator.get(passkey, options)));
      return () => sendLogIn(there, authenticator.get(twinOf(passkey), options));
    },
  },
  {
    what: "log-in: one answer many times at the same moment",
    allowed: 1,
    async prepare({ passkey, nodes }, here) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "log-in"));
      return () => together(nodes, (node) => sendLogIn(node, credential));
    },
  },
  {
    what: "log-in: one challenge signed many times, sent at the same moment",
    allowed: 1,
    async prepare({ passkey, nodes }, here) {
      const options = await passkeyOptions(here, "log-in");
      return () => together(nodes, (node) => sendLogIn(node, authenticator.get(passkey, options)));
    },
  },
  {
    what: "log-in: a copied key whose counter is the last one",
    notified: 1,
    async prepare({ passkey }, here, there) {
      const copy = twinOf(passkey);
      await done(logInByPasskey(here, passkey));
      return () => logInByPasskey(there, copy);
    },
  },
  {
    what: "log-in: a copied key whose counter is an earlier one",
    notified: 1,
    async prepare({ passkey }, here, there) {
      const copy = twinOf(passkey);
      for (let n = 0; n < 3; n++) await done(logInByPasskey(here, passkey));
      return () => logInByPasskey(there, copy);
    },
  },
  {
    what: "log-in: a copied key that says that it does not count",
    notified: 1,
    async prepare({ passkey }, here, there) {
      await done(logInByPasskey(here, passkey));
      return () => logInByPasskey(there, passkey, { counter: 0 });
    },
  },
  {
    what: "log-in: copies of a key with the same counter at the same moment",
    allowed: 1,
    notified: AT_ONCE - 1,
    async prepare({ passkey, nodes }, here) {
      const copies = await Promise.all(
        Array.from({ length: AT_ONCE }, async () =>
          authenticator.get(twinOf(passkey), await passkeyOptions(here, "log-in")),
        ),
      );
      return () => together(nodes, (node, n) => sendLogIn(node, copies[n] ?? never()));
    },
  },
  {
    what: "log-in: a passkey that was removed",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "log-in"));
      await removeAll(here, victim);
      return () => sendLogIn(there, credential);
    },
  },
  {
    what: "log-in: a suspended account",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "log-in"));
      await here.query(
        `update users set banned_at = now(), token_version = token_version + 1 where id = $1::text::uuid`,
        [victim.id],
      );
      return () => sendLogIn(there, credential);
    },
  },
];

const proofs: Attack[] = [
  ...Object.entries({ ...lies, "another key": { key: forgedKey } }).map(([what, lie]) => ({
    what: `proof: ${what}`,
    prepare: async ({ victim, passkey }: Scene, here: Server, there: Server) => {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "prove", victim.token), lie);
      return () => sendProof(there, victim.token, credential);
    },
  })),
  {
    what: "proof: the attacker's passkey in the victim's session",
    async prepare({ victim, theirs }, here, there) {
      const credential = authenticator.get(twinOf(theirs), await passkeyOptions(here, "prove", victim.token));
      return () => sendProof(there, victim.token, credential);
    },
  },
  {
    what: "proof: the victim's answer in the attacker's session",
    async prepare({ victim, passkey, attacker }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "prove", victim.token));
      return () => sendProof(there, attacker.token, credential);
    },
  },
  {
    what: "proof: a challenge of another session of the same person",
    async prepare({ victim, passkey }, here, there) {
      const { token } = (await done(logIn(here, victim.email, PASSWORD))).body;
      await age(here, victim);
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "prove", victim.token));
      return () => sendProof(there, token, credential);
    },
  },
  {
    what: "proof: a challenge to log in",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "log-in"));
      return () => sendProof(there, victim.token, credential);
    },
  },
  {
    what: "proof: a challenge to add a passkey",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(twinOf(passkey), await passkeyOptions(here, "", victim.token));
      return () => sendProof(there, victim.token, credential);
    },
  },
  {
    what: "proof: the same answer again",
    async prepare({ victim, passkey }, here, there) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "prove", victim.token));
      await done(sendProof(here, victim.token, credential));
      await age(here, victim);
      return () => sendProof(there, victim.token, credential);
    },
  },
  {
    what: "proof: one answer many times at the same moment",
    allowed: 1,
    async prepare({ victim, passkey, nodes }, here) {
      const credential = authenticator.get(passkey, await passkeyOptions(here, "prove", victim.token));
      return () => together(nodes, (node) => sendProof(node, victim.token, credential));
    },
  },
  {
    what: "proof: a copied key whose counter is the last one",
    notified: 1,
    async prepare({ victim, passkey }, here, there) {
      const copy = twinOf(passkey);
      await done(logInByPasskey(here, passkey));
      const credential = authenticator.get(copy, await passkeyOptions(here, "prove", victim.token));
      return () => sendProof(there, victim.token, credential);
    },
  },
];

const additions: Attack[] = [
  ...Object.entries({ ...lies, "the answer to another question": { type: "webauthn.get" } }).map(([what, lie]) => ({
    what: `adding: ${what}`,
    prepare: async ({ victim }: Scene, here: Server, there: Server) => {
      const { credential } = authenticator.create(await passkeyOptions(here, "", victim.token), lie);
      return () => sendNewPasskey(there, victim.token, credential);
    },
  })),
  {
    what: "adding: a challenge of the attacker's session",
    async prepare({ victim, attacker }, here, there) {
      const { credential } = authenticator.create(await passkeyOptions(here, "", attacker.token));
      return () => sendNewPasskey(there, victim.token, credential);
    },
  },
  {
    what: "adding: a challenge of another session of the same person",
    async prepare({ victim }, here, there) {
      const { token } = (await done(logIn(here, victim.email, PASSWORD))).body;
      const { credential } = authenticator.create(await passkeyOptions(here, "", victim.token));
      return () => sendNewPasskey(there, token, credential);
    },
  },
  {
    what: "adding: a challenge to log in",
    async prepare({ victim, passkey }, here, there) {
      const { challenge } = await passkeyOptions(here, "log-in");
      const options = { challenge, rp: { id: passkey.rpId }, user: { id: passkey.userHandle } };
      return () => sendNewPasskey(there, victim.token, authenticator.create(options).credential);
    },
  },
  {
    what: "adding: a challenge to prove oneself",
    async prepare({ victim, passkey }, here, there) {
      const { challenge } = await passkeyOptions(here, "prove", victim.token);
      const options = { challenge, rp: { id: passkey.rpId }, user: { id: passkey.userHandle } };
      return () => sendNewPasskey(there, victim.token, authenticator.create(options).credential);
    },
  },
  {
    what: "adding: the same challenge again",
    async prepare({ victim }, here, there) {
      const options = await passkeyOptions(here, "", victim.token);
      await done(sendNewPasskey(here, victim.token, authenticator.create(options).credential));
      return () => sendNewPasskey(there, victim.token, authenticator.create(options).credential);
    },
  },
  {
    what: "adding: one challenge for many passkeys at the same moment",
    allowed: 1,
    async prepare({ victim, nodes }, here) {
      const options = await passkeyOptions(here, "", victim.token);
      return () =>
        together(nodes, (node) => sendNewPasskey(node, victim.token, authenticator.create(options).credential));
    },
  },
  {
    what: "adding: the victim's passkey to the attacker's account, with another key",
    async prepare({ passkey, attacker }, here, there) {
      const { credential } = authenticator.create(await passkeyOptions(here, "", attacker.token), {}, passkey);
      return () => sendNewPasskey(there, attacker.token, credential);
    },
  },
  {
    what: "adding: without a proof and without the password",
    prepare:
      async ({ victim }, _here, there) =>
      () =>
        there.api("POST", "/api/auth/passkeys/options", { token: victim.token, body: {} }),
  },
];

const others: Attack[] = [
  {
    what: "the attacker renames the victim's passkey",
    async prepare({ victim, attacker }, here, there) {
      const path = `/api/auth/passkeys/${await firstId(here, victim)}`;
      return () => there.api("PATCH", path, { token: attacker.token, body: { name: "Mine" } });
    },
  },
  {
    what: "the attacker removes the victim's passkey",
    async prepare({ victim, attacker }, here, there) {
      const path = `/api/auth/passkeys/${await firstId(here, victim)}`;
      return () => there.api("DELETE", path, { token: attacker.token });
    },
  },
];

export const passkeyAttacks: readonly Attack[] = [...logIns, ...proofs, ...additions, ...others];

const never = (): never => {
  throw new Error("there is no such copy");
};
const done = async (asked: Promise<ApiAnswer>): Promise<ApiAnswer> => {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`not prepared: ${answer.status} ${answer.text}`);
  return answer;
};
const together = (
  nodes: readonly Server[],
  send: (node: Server, n: number) => Promise<ApiAnswer>,
): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(nodes[n % nodes.length] ?? never(), n)));
/** Makes the proofs of the person's sessions an hour old. */
const age = (server: Server, { id }: Registered) =>
  server.query("update sessions set proved_at = proved_at - interval '1 hour' where user_id = $1::text::uuid", [id]);
const idsOf = async (server: Server, { token }: Registered): Promise<string[]> =>
  (await done(server.api("GET", "/api/auth/passkeys", { token }))).body.passkeys.map(({ _id }: { _id: string }) => _id);
const firstId = async (server: Server, person: Registered): Promise<string> => (await idsOf(server, person))[0] ?? "";
const removeAll = async (server: Server, person: Registered): Promise<void> => {
  for (const id of await idsOf(server, person)) {
    await done(server.api("DELETE", `/api/auth/passkeys/${id}`, { token: person.token }));
  }
};

/** All that a refused attack must not change: the passkeys, the sessions and the proofs of both. */
const stateOf = async (server: Server, people: readonly Registered[]): Promise<string> =>
  JSON.stringify(
    await server.query(
      `select (select json_agg(p order by id) from passkeys p where user_id::text in ($1, $2)) as passkeys,
         (select json_agg(json_build_array(id, revoked_at, proved_at) order by id) from sessions
          where user_id::text in ($1, $2)) as sessions`,
      people.map(({ id }) => id),
    ),
  );
const timesNotified = async (server: Server, { id }: Registered): Promise<string> =>
  JSON.stringify(
    await server.query(
      `select (select count(*)::int from outbox where kind = 'passkey-refused' and user_id = $1::text::uuid) as mails,
         (select count(*)::int from admin_actions where action = 'passkey refused' and user_id = $1::text::uuid) as records`,
      [id],
    ),
  );

/** Makes one attack on a new victim. The nodes take turns, so that no challenge is used where it was issued. */
export const attackPasskey = async (nodes: readonly Server[], attack: Attack): Promise<Attacked> => {
  const [here = never(), there = here] = nodes;
  const [victim, attacker] = [await register(here, "victim"), await register(here, "attacker")];
  const passkey = await addPasskey(here, victim.token);
  const theirs = await addPasskey(there, attacker.token);
  await age(here, victim);
  const make = await attack.prepare({ nodes, victim, passkey, attacker, theirs }, here, there);
  const before = await stateOf(here, [victim, attacker]);
  const answers = [await make()].flat();
  const { what, allowed = 0, notified = 0 } = attack;
  const bad: string[] = [];
  const succeeded = answers.filter(({ status }) => status < 300);
  if (succeeded.length !== allowed) bad.push(`${what}: ${succeeded.length} of ${answers.length} succeeded`);
  for (const { status, text } of answers) if (status >= 500) bad.push(`${what}: ${status} ${text.slice(0, 120)}`);
  if (allowed === 0 && (await stateOf(here, [victim, attacker])) !== before) bad.push(`${what}: something was changed`);
  const count = await timesNotified(here, victim);
  if (count !== JSON.stringify([{ mails: notified, records: notified }]))
    bad.push(`${what}: the owner was notified ${count}`);
  return { what, tried: answers.length, bad };
};
