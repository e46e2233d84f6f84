// The handler of the live command for Buy It Now.
import type { Handlers } from "../../live/dispatch.ts";
import type { BuyItNow } from "./commands.ts";

export const buyItNowHandlers = ({ buy }: BuyItNow): Pick<Handlers, "buy-it-now"> => ({
  "buy-it-now": ({ user }, data) => buy(user.id, data),
});
