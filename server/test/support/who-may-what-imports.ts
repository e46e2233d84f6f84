// Makes the request for each call on imports in the table of permissions, as who-may-what-given.ts does. Each caller
// has an import of their own, because those of others are unknown to them.
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiCall } from "./e2e-server.ts";
import type { Asker } from "./who-may-what.ts";
import { unique, type World } from "./who-may-what-world.ts";

type GivenImport = (world: World, asker: Asker) => Promise<ApiCall & { readonly id?: string }>;

const tableForm = async (): Promise<ApiCall> => {
  const form = new FormData();
  const table = `Title,Description,Starting price\n${unique("Imported ")},A lot,100`;
  form.set("table", new Blob([table]), "lots.csv");
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { raw: new Uint8Array(await request.arrayBuffer()), headers };
};

/** The person's own import, checked. Null if they may have none. */
const importOf = async ({ server }: World, token: string): Promise<string | null> => {
  const { status, body } = await server.api("POST", "/api/admin/imports", { token, ...(await tableForm()) });
  if (status !== 201) return null;
  const id: string = body.import._id;
  while ((await server.api("GET", `/api/admin/imports/${id}`, { token })).body.import.status === "checking") {
    await sleep(20);
  }
  return id;
};

const fresh: GivenImport = async (world, asker) => {
  const { people } = world;
  const own = asker === "visitor" || asker === "void" ? null : await importOf(world, people[asker].token);
  const id = own ?? (await importOf(world, people.seller.token));
  if (id === null) throw new Error("nobody can import");
  return { id };
};

const kept = new WeakMap<World, Promise<ReadonlyMap<string, string | null>>>();
/** Everybody's is made before the first call, so that a call that reads is seen to change nothing. */
const known: GivenImport = async (world, asker) => {
  const { people } = world;
  const make = async () => {
    const ids = new Map<string, string | null>();
    for (const [name, { token }] of Object.entries(people)) ids.set(name, await importOf(world, token));
    return ids;
  };
  const making = kept.get(world) ?? make();
  kept.set(world, making);
  const ids = await making;
  const id = ids.get(asker) ?? ids.get("seller");
  if (!id) throw new Error("nobody can import");
  return { id };
};

export const givenImports: Readonly<Record<string, GivenImport>> = {
  "POST /api/admin/imports": tableForm,
  "POST /api/admin/imports/preview": tableForm,
  "GET /api/admin/imports/:id": known,
  "POST /api/admin/imports/:id/apply": fresh,
  "POST /api/admin/imports/:id/choose": async (...asked) => ({
    ...(await fresh(...asked)),
    body: { choice: "another", verdict: "unchanged" },
  }),
  "POST /api/admin/imports/:id/cancel": fresh,
};
