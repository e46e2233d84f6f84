// Sends a bidder's command in each of the three ways in which the server takes it: over REST and over both live
// transports.
import { randomUUID } from "node:crypto";
import type { CommandData } from "@jara/shared/live-commands";
import { connect, transports } from "./e2e-live.ts";
import type { Person } from "./e2e-people.ts";
import type { TestServer } from "./e2e-server.ts";

export const ways = ["REST", ...transports] as const;
export type Way = (typeof ways)[number];

type Bidders = "bid:place" | "maxbid:set" | "maxbid:cancel" | "maxbid:confirm" | "bid:withdraw" | "buy-it-now";
type Data<C extends Bidders> = Omit<CommandData<C>, "commandId"> & { readonly commandId?: string };

/** `body`: what is beside `ok`, or the error. */
export interface Said {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what it must be
  readonly body: any;
}

const calls: { readonly [C in Bidders]: (data: never) => [method: string, path: string, body?: object | undefined] } = {
  "bid:place": (body: object) => ["POST", "/api/bids", body],
  "maxbid:set": (body: object) => ["POST", "/api/maxbids", body],
  "maxbid:cancel": ({ maxBidId }: Data<"maxbid:cancel">) => ["DELETE", `/api/maxbids/${maxBidId}`],
  "maxbid:confirm": ({ maxBidId, ...body }: Data<"maxbid:confirm">) => [
    "POST",
    `/api/maxbids/${maxBidId}/confirm`,
    body,
  ],
  "bid:withdraw": ({ auctionId }: Data<"bid:withdraw">) => ["POST", `/api/auctions/${auctionId}/withdraw-bids`],
  "buy-it-now": ({ auctionId, ...body }: Data<"buy-it-now">) => [
    "POST",
    `/api/auctions/${auctionId}/buy-it-now`,
    Object.keys(body).length > 0 ? body : undefined,
  ],
};

/** Sent with a fresh command id unless one is given. `data` may be anything that is JSON, so that bad input can be sent. */
export const say = async <C extends Bidders>(
  server: Pick<TestServer, "api" | "address">,
  way: Way,
  person: Person,
  name: C,
  { commandId = randomUUID(), receipt, ...data }: Data<C>,
): Promise<Said> => {
  if (way === "REST") {
    const [method, path, body] = calls[name](data as never);
    const answer = await server.api(method, path, {
      token: person.token,
      headers: { "idempotency-key": commandId, ...(receipt && { "bid-receipt": "true" }) },
      ...(body && { body }),
    });
    return { ok: answer.status < 300, body: answer.body };
  }
  const client = await connect(server, way, { token: person.token });
  try {
    const answer = await client.send(name, {
      ...data,
      ...(receipt && { receipt }),
      commandId,
    } as unknown as CommandData<C>);
    if (!answer.ok) return { ok: false, body: answer.error };
    const { ok: _, ...body } = answer as { ok: true };
    return { ok: true, body };
  } finally {
    client.close();
  }
};
