// The handler of the live command for Buy It Now.
import type { Handlers, WithinLimits } from "../../live/dispatch.ts";
import type { BuyItNow } from "./commands.ts";

export const buyItNowHandlers = (
  { buy, limited }: BuyItNow,
  withinLimits: WithinLimits,
): Pick<Handlers, "buy-it-now"> => ({
  "buy-it-now": (connection, data) =>
    withinLimits(connection, "buy-it-now", (userId) => buy(userId, data), limited(data)),
});
