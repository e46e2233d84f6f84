// Measures how many bids per second one node answers through Socket.IO, alternating with a bare echo of the same
// frames.
import type { Lot, Participants } from "../live/participants.ts";
import { type Running, startServer } from "../live/processes.ts";
import { median } from "../median.ts";
import { Crowd } from "./crowd.ts";
import { bidPipelined } from "./pipelined.ts";
import type { RawSocket } from "./raw-socket.ts";
import { printFigure, printHead } from "./report.ts";

export const SOCKETS = 100;
/** Bids in flight per socket: many at the same time, but no queue that only adds waiting. */
export const WINDOW = 8;
/** The target on PostgreSQL, where the statements run in another process. */
const AIM = 0.4;

export const measureAnswered = async (
  participants: Participants,
  echo: Running,
  rounds: number,
  ms: number,
): Promise<void> => {
  const server = await startServer(participants.environment);
  const crowd = new Crowd();
  const tokens = participants.tokens.slice(0, SOCKETS);
  try {
    const own = (all: readonly RawSocket[]) =>
      all.map((socket, i) => ({ socket, lots: [participants.ordinary[i % participants.ordinary.length] as Lot] }));
    const atServer = own(await crowd.open(server.url, tokens));
    // Separate lots, because the auctions do not know the bids sent to the echo server.
    const atEcho = own(await crowd.open(echo.url, tokens)).map(({ socket, lots }) => ({
      socket,
      lots: lots.map((lot) => ({ ...lot })),
    }));
    await bidPipelined(atServer, WINDOW, ms);
    await bidPipelined(atEcho, WINDOW, ms / 2);
    const [bids, echoes]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      bids.push((await bidPipelined(atServer, WINDOW, ms)).perSecond);
      echoes.push((await bidPipelined(atEcho, WINDOW, ms / 2)).perSecond);
    }
    printHead(`${participants.name}: bids answered, ${SOCKETS} connections with ${WINDOW} bids on their way each`);
    printFigure("bids/s, each on its bidder's own auction", median(bids));
    printFigure("frames/s of a bare Socket.IO echo", median(echoes));
    printFigure("bids / echo", median(bids) / median(echoes), {
      ...(participants.name === "PostgreSQL" && { aim: AIM }),
      digits: 2,
    });
  } finally {
    crowd.close();
    await server.stop();
  }
};
