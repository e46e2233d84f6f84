import { commandIdSchema } from "@jara/shared/auction";
import { idempotencyKey } from "@jara/shared/rest/common";
import { payBody } from "@jara/shared/rest/settlements";
import { expect, it } from "vitest";
import { bookingIdOf } from "./top-ups.ts";

it("no client can send the id of the command that books an online payment", () => {
  const commandId = bookingIdOf("payment-0123456789abcdef0123456789abcdef");
  expect(idempotencyKey.safeParse(commandId).success).toBe(false);
  expect(commandIdSchema.safeParse(commandId).success).toBe(false);
  expect(payBody.safeParse({ method: "balance", commandId }).success).toBe(false);
});
