import { commandIdSchema } from "@jara/shared/auction";
import { afterEach, expect, it, vi } from "vitest";
import { newCommandId } from "./command-id.ts";

afterEach(() => vi.unstubAllGlobals());

it("makes a different valid id each time, also on a page without a secure context", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 50 }, newCommandId);
  for (const id of ids) expect(commandIdSchema.safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(50);
});
