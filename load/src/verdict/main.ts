// The program that checks a day. The server starts it beside itself, at the lowest priority, and signs and publishes
// what it finds.
import { constants, setPriority } from "node:os";
import { checkDay } from "./check-day.ts";
import { openPostgres, paced } from "./query.ts";
import type { Task } from "./task.ts";

const answer = (message: object): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

const run = async ({ databaseUrl, ...task }: Task): Promise<void> => {
  const reader = openPostgres(databaseUrl);
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
