// Makes the request for each call on passkeys in the table of permissions, as who-may-what-given.ts does.
import { randomBytes } from "node:crypto";
import { addPasskey, authenticator, passkeyOptions } from "./e2e-passkeys.ts";
import type { ApiCall } from "./e2e-server.ts";
import type { SoftwarePasskey } from "./software-authenticator.ts";
import type { Asker } from "./who-may-what.ts";
import { ok, PASSWORD, type World } from "./who-may-what-world.ts";

type Name = keyof World["people"];
const passkeys = new WeakMap<World, Map<Name, SoftwarePasskey>>();

const passkeyOf = async (world: World, name: Name): Promise<SoftwarePasskey> => {
  const known = passkeys.get(world) ?? new Map<Name, SoftwarePasskey>();
  passkeys.set(world, known);
  const passkey = known.get(name) ?? (await addPasskey(world.server, world.people[name].token));
  known.set(name, passkey);
  return passkey;
};
/** The id of a passkey of the owner's. */
const ownersId = async ({ server, people }: World): Promise<string> => {
  const { token } = people.owner;
  const list = async () => (await ok(server, "GET", "/api/auth/passkeys", { token })).body.passkeys;
  if ((await list()).length === 0) await addPasskey(server, token);
  return (await list())[0]._id;
};
const madeUp = () => ({
  challenge: randomBytes(32).toString("base64url"),
  rp: { id: "localhost" },
  user: { id: "nobody" },
});

type Given = (world: World, asker: Asker, isFresh: boolean) => Promise<ApiCall & { id?: string }>;

export const givenPasskeys: Readonly<Record<string, Given>> = {
  "POST /api/auth/passkeys/options": async () => ({ body: { password: PASSWORD } }),
  "POST /api/auth/passkeys": async ({ server, people }, asker, isFresh) => {
    const options = isFresh ? await passkeyOptions(server, "", people[asker as Name].token) : madeUp();
    return { body: { credential: authenticator.create(options).credential } };
  },
  "PATCH /api/auth/passkeys/:id": async (world) => ({ id: await ownersId(world), body: { name: "Blue phone" } }),
  "DELETE /api/auth/passkeys/:id": async (world) => ({ id: await ownersId(world) }),
  "POST /api/auth/passkeys/log-in": async (world) => {
    const passkey = await passkeyOf(world, "other");
    return { body: { credential: authenticator.get(passkey, await passkeyOptions(world.server, "log-in")) } };
  },
  "POST /api/auth/passkeys/prove": async (world, asker, isFresh) => {
    const { server, people } = world;
    const name = isFresh ? (asker as Name) : "other";
    const passkey = await passkeyOf(world, name);
    const options = isFresh ? await passkeyOptions(server, "prove", people[name].token) : madeUp();
    return { body: { credential: authenticator.get(passkey, options) } };
  },
};
