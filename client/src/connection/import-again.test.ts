import { expect, test } from "vitest";
import { importAgain } from "./import-again.ts";

const inChromium = new TypeError(
  "Failed to fetch dynamically imported module: https://jara.example/assets/socket-abc1.js",
);

test("after a failed import, asks for the address that the error names, by a new number each time", async () => {
  const asked: string[] = [];
  let failsAgain = true;
  const load = importAgain(
    async () => {
      asked.push("first");
      throw inChromium;
    },
    async (address) => {
      asked.push(address);
      if (failsAgain) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
      return "code";
    },
  );
  await expect(load()).rejects.toThrow();
  await expect(load()).rejects.toThrow();
  failsAgain = false;
  expect(await load()).toBe("code");
  expect(asked).toEqual([
    "first",
    "https://jara.example/assets/socket-abc1.js?again=1",
    "https://jara.example/assets/socket-abc1.js?again=2",
  ]);
});

test("imports as before if the error names no address of ours", async () => {
  let attempts = 0;
  const load = importAgain(
    async () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError("Importing a module script failed.");
      return "code";
    },
    async () => {
      throw new Error("not asked");
    },
  );
  await expect(load()).rejects.toThrow("Importing");
  expect(await load()).toBe("code");
});
