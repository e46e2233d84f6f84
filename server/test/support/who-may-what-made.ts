// Makes what the requests of the table of permissions need: their form, an upload, and the object of a call.
import type { ApiCall } from "./e2e-server.ts";
import { picture } from "./sample-media.ts";
import type { Asker } from "./who-may-what.ts";
import type { World } from "./who-may-what-world.ts";

export interface Asked extends ApiCall {
  /** The value of the path's parameter. */
  readonly id?: string;
  readonly query?: string;
}
/** `isFresh`: it will be done, and must be there to be done again for the next asker. */
export type Given = (world: World, asker: Asker, isFresh: boolean) => Promise<Asked> | Asked;

export const pictureForm = async (): Promise<Asked> => {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(await picture(32, 32).png().toBuffer())]), "drum.png");
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { raw: new Uint8Array(await request.arrayBuffer()), headers };
};

interface Made {
  readonly id: string;
}
type Make<T extends Made> = (world: World) => Promise<T>;

const kept = new WeakMap<World, Map<object, Promise<Made>>>();
const keptOf = <T extends Made>(world: World, make: Make<T>): Promise<T> => {
  const made = kept.get(world) ?? new Map<object, Promise<Made>>();
  kept.set(world, made);
  const known = (made.get(make) as Promise<T> | undefined) ?? make(world);
  made.set(make, known);
  return known;
};

/** A new object for each call that is carried out, and the same for all that are refused or only read. */
export const from =
  <T extends Made>(make: Make<T>, more: (made: T) => Asked | Promise<Asked> = () => ({})): Given =>
  async (world, _asker, isFresh) => {
    const made = await (isFresh ? make(world) : keptOf(world, make));
    return { id: made.id, ...(await more(made)) };
  };
