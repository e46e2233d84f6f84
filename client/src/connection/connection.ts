// The page's only live connection, created at first use. It connects again when the session changes. Commands are sent
// through this file, which asks the user to accept the terms of a sale if a command needs that.
import type { Answer, CommandData, CommandName } from "@jara/shared/live-commands";
import { endSession } from "../lib/end-session.ts";
import { askForSaleTerms } from "../store/sale-terms.ts";
import { type SessionEnd, useSession } from "../store/session.ts";
import { EarlyFrames } from "./early-frames.ts";
import { importAgain } from "./import-again.ts";
import { LazySocket } from "./lazy-socket.ts";
import { LiveConnection } from "./live-connection.ts";

let connection: LiveConnection | null = null;
/** Keeps the events that the server pushes before the late parts of the page listen. */
export const earlyFrames = new EarlyFrames();

export const getConnection = (): LiveConnection => {
  connection ??= open();
  return connection;
};

export const serverNow = (): number => getConnection().clock.now();

export const sendCommand = async <C extends CommandName>(
  name: C,
  data: CommandData<C>,
  options?: { timeoutMs?: number },
): Promise<Answer<C>> => {
  const { token } = useSession.getState();
  const answer = await getConnection().send(name, data, options);
  const saleId = answer.ok ? null : answer.error.saleId;
  // The refused command had no effect, so the same command is sent again once the terms are accepted.
  return saleId && (await askForSaleTerms(saleId, token)) ? await getConnection().send(name, data, options) : answer;
};

const onSessionLost = (why: SessionEnd) => {
  if (useSession.getState().token) endSession(why);
};

const open = (): LiveConnection => {
  const load = importAgain(() => import("./socket.ts"));
  const socket = new LazySocket(async () => (await load()).openSocket(live));
  const live = new LiveConnection(socket, onSessionLost);
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    earlyFrames.clear();
    live.restart();
  });
  live.listen({ onFrame: (frame) => earlyFrames.keep(frame) });
  live.start();
  return live;
};
