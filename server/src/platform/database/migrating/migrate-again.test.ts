import { expect, it } from "vitest";
import { migrateAgain } from "./migrate-again.ts";

const failing = (times: number, error: Error) => {
  let tried = 0;
  const migrate = async (): Promise<void> => {
    tried += 1;
    if (tried <= times) throw error;
  };
  return { migrate, tried: () => tried };
};
const deadlock = new Error("Failed query", { cause: Object.assign(new Error("deadlock detected"), { code: "40P01" }) });

it("carries migrations out again that ended because they and a server waited for each other", async () => {
  const { migrate, tried } = failing(3, deadlock);
  await migrateAgain(migrate, 0);
  expect(tried()).toBe(4);
});

it("gives up after twenty tries, and at once after any other error", async () => {
  const never = failing(Number.POSITIVE_INFINITY, deadlock);
  await expect(migrateAgain(never.migrate, 0)).rejects.toBe(deadlock);
  expect(never.tried()).toBe(20);
  const wrong = new Error("Failed query", { cause: Object.assign(new Error("syntax error"), { code: "42601" }) });
  const broken = failing(1, wrong);
  await expect(migrateAgain(broken.migrate, 0)).rejects.toBe(wrong);
  expect(broken.tried()).toBe(1);
});
