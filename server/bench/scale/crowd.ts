// Opens many connections from one process, a limited number at a time. A connection that the server refuses waits as
// long as the server says.
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, CommandData, CommandName } from "@jara/shared/live-commands";
import { ComeBack, RawSocket } from "./raw-socket.ts";

const AT_ONCE = 100;
const LONGEST_MS = 120_000;

export const inPortions = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of rest) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
};

/** Tries until it is accepted, and waits after each refusal as long as the server says. */
const openPatiently = async (url: string, token?: string): Promise<RawSocket> => {
  for (const until = performance.now() + LONGEST_MS; ; ) {
    try {
      return await RawSocket.open(url, token);
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(error instanceof ComeBack ? error.afterMs * (1 + Math.random() / 4) : 250 + Math.random() * 250);
    }
  }
};

/** All connections of one measurement, so that they end with it. */
export class Crowd {
  readonly #sockets: RawSocket[] = [];

  async open(url: string, tokens: readonly (string | undefined)[]): Promise<RawSocket[]> {
    return await inPortions(tokens, AT_ONCE, (token) => this.openOne(url, token));
  }

  async openOne(url: string, token?: string): Promise<RawSocket> {
    const socket = await openPatiently(url, token);
    this.#sockets.push(socket);
    return socket;
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

/** Repeats the command while the server is too busy. */
export const askPatiently = async <C extends CommandName>(
  socket: RawSocket,
  command: C,
  data: CommandData<C>,
): Promise<Extract<Answer<C>, { ok: true }>> => {
  for (;;) {
    const answer = await socket.request(command, data);
    if (answer.ok) return answer as Extract<Answer<C>, { ok: true }>;
    if (answer.error.retryAfterMs === undefined) throw new Error(`${command}: ${answer.error.message}`);
    await sleep(answer.error.retryAfterMs * (1 + Math.random() / 4));
  }
};

export const watchAll = async (sockets: readonly RawSocket[], auctionId: string): Promise<void> => {
  await inPortions(sockets, AT_ONCE, (socket) => askPatiently(socket, "auction:watch", { auctionId }));
};
