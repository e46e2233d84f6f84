// Logs each command over a socket: its connection, name, ids, result and duration. Must never log its content, because
// an amount may be a hidden maximum, and a frame may contain anything.
import { commandIdSchema } from "@jara/shared/auction";
import { isLiveCommand } from "@jara/shared/calls/live-list";
import type { SocketObserver } from "../platform/observe/socket-metrics.ts";
import type { Dispatch } from "./dispatch.ts";

interface CommandLog {
  readonly level: string;
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Wraps the dispatcher. Ordinary answers are logged at "debug", those that are the server's own fault at "warn". */
export const recordCommands =
  (dispatch: Dispatch, { observe, log }: { observe: SocketObserver; log: CommandLog }): Dispatch =>
  async (connection, name, data) => {
    const startedAt = performance.now();
    const answer = await dispatch(connection, name, data);
    const command = isLiveCommand(name) ? name : "unknown";
    const code = answer.ok ? "ok" : answer.error.code;
    observe.answered(command, code);
    const isOurFault = code === "INTERNAL" || code === "UNAVAILABLE";
    // Check the level first, because at a thousand commands a second even details that are not logged cost time.
    if (!isOurFault && log.level !== "debug" && log.level !== "trace") return answer;
    const { id, transport, user } = connection;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const details = { connection: id, transport, userId: user?.id, command, ...idsIn(data), code, ms };
    log[isOurFault ? "warn" : "debug"](details, "command answered");
    return answer;
  };

/** Returns only ids, and only values that look like ids. */
const idsIn = (data: unknown): { commandId?: string; auctionId?: string } => {
  if (typeof data !== "object" || data === null) return {};
  const { commandId, auctionId } = data as Record<string, unknown>;
  return {
    ...(isId(commandId) && { commandId }),
    ...(isId(auctionId) && { auctionId }),
  };
};

const isId = (value: unknown): value is string => commandIdSchema.safeParse(value).success;
