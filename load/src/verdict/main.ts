// The program that checks a day. The server starts it beside itself, at the lowest priority, and signs and publishes
// what it finds. The built-in database serves only the server's process, so there it asks the server for the rows.
import { constants, setPriority } from "node:os";
import type { Query } from "../history/query.ts";
import { checkDay } from "./check-day.ts";
import { openPostgres, paced, type Reader } from "./query.ts";
import type { Task } from "./task.ts";

interface Rows {
  readonly id: number;
  readonly rows?: Record<string, unknown>[];
  readonly error?: string;
}

/** The rows come from the process that started this one. */
const askParent = (): Reader => {
  const waiting = new Map<number, { resolve(rows: never[]): void; reject(error: Error): void }>();
  let last = 0;
  process.on("message", (message: Rows | { task: Task }) => {
    if (!("id" in message)) return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.rows) asked?.resolve(message.rows as never[]);
    else asked?.reject(new Error(message.error ?? "the server answered nothing"));
  });
  const query: Query = (text, params = []) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      process.send?.({ id, text, params });
    });
  return { query, close: async () => {} };
};

const answer = (message: object): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

const run = async ({ databaseUrl, ...task }: Task): Promise<void> => {
  const reader = databaseUrl === null ? askParent() : openPostgres(databaseUrl);
  try {
    await answer({ answer: await checkDay(paced(reader.query), task) });
  } catch (error) {
    await answer({ failed: error instanceof Error ? error.message : String(error) });
  } finally {
    await reader.close();
    process.exit(0);
  }
};

setPriority(constants.priority.PRIORITY_LOW);
// The server is gone, and nobody would publish the answer.
process.on("disconnect", () => process.exit(1));
process.once("message", ({ task }: { task: Task }) => void run(task));
