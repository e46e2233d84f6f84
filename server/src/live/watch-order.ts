// Keeps the order of watching and unwatching. An unwatch waits for earlier watches of the same subject by its
// connection, and a watch waits for earlier unwatches. Otherwise a watch that still reads would send events after the
// unwatch's answer.
import type { Connection } from "./rooms.ts";

type Kind = "watch" | "unwatch";
interface Running {
  readonly kind: Kind;
  readonly done: Promise<unknown>;
}

export class WatchOrder {
  readonly #running = new WeakMap<Connection, Map<string, Set<Running>>>();

  /** `subject`: what is watched. Starts in this event-loop tick if no unwatch of this subject is running. */
  watch<T>(connection: Connection, subject: string, run: () => Promise<T>): Promise<T> {
    return this.#inOrder(connection, subject, "watch", run);
  }

  unwatch(connection: Connection, subject: string, leave: () => void): Promise<void> {
    return this.#inOrder(connection, subject, "unwatch", async () => leave());
  }

  async #inOrder<T>(connection: Connection, subject: string, kind: Kind, run: () => Promise<T>): Promise<T> {
    const subjects = this.#running.get(connection) ?? new Map<string, Set<Running>>();
    this.#running.set(connection, subjects);
    const running = subjects.get(subject) ?? new Set();
    subjects.set(subject, running);
    const before = [...running].flatMap((one) => (one.kind === kind ? [] : [one.done]));
    const done = before.length === 0 ? run() : Promise.allSettled(before).then(run);
    const one = { kind, done };
    running.add(one);
    try {
      return await done;
    } finally {
      running.delete(one);
      if (running.size === 0) subjects.delete(subject);
    }
  }
}
