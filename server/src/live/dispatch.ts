// Dispatches the frames of both transports to the handlers of the live commands. Checks every frame, the caller and their
// limits first, by the command's object (shared/src/calls/live-list.ts). Whatever happens in a handler, the caller gets
// exactly one answer and the server keeps running.
import { isLiveCommand, liveCommands } from "@jara/shared/calls/live-list";
import { type ErrorBody, type InvalidIssue, refusal } from "@jara/shared/errors";
import type { Answer, CommandData, CommandName, CommandResults } from "@jara/shared/live-commands";
import { isStaff } from "@jara/shared/permissions";
import type * as z from "zod/mini";
import { isDatabaseAway } from "../platform/database/database-away.ts";
import { refusalWords } from "../platform/http/issue-words.ts";
import { fromLive, runFrom } from "../platform/lib/origin.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import type { Connection, ConnectionUser } from "./rooms.ts";

type Result<C extends CommandName> = CommandResults[C] | ErrorBody;
/** The dispatcher refuses visitors for the handler, so only a command that anyone may send can come from one. */
type Sender<C extends CommandName> = (typeof liveCommands)[C]["access"] extends "anyone"
  ? Connection
  : Connection & { readonly user: ConnectionUser };
type Handler<C extends CommandName> = (connection: Sender<C>, data: CommandData<C>) => Promise<Result<C>> | Result<C>;

const isRefusal = (result: object): result is ErrorBody => "code" in result && "message" in result;

/** One handler for every command of the live API. */
export type Handlers = { readonly [C in CommandName]: Handler<C> };

/** Executes one frame and returns its one answer. Never throws. */
export type Dispatch = (connection: Connection, name: unknown, data: unknown) => Promise<Answer<CommandName>>;

export interface DispatchDeps {
  readonly handlers: Handlers;
  readonly log: { error(details: object, message: string): void };
  /** Charges a command before anything is done. Returns 0, or how long to wait (ms). */
  readonly charge: (connection: Connection, name: CommandName) => number;
  readonly limits: Pick<LiveLimits, "takeCommand">;
  /** Called if a limit refuses a user's command. */
  readonly limited: (userId: string, name: CommandName, data: CommandData<CommandName>, error: ErrorBody) => void;
}

export const createDispatch =
  ({ handlers, log, charge, limits, limited }: DispatchDeps): Dispatch =>
  async (connection, name, data) => {
    try {
      if (!isLiveCommand(name)) return no(invalid([{ path: "type", message: "no such command" }]));
      const { access, data: schema } = liveCommands[name];
      const parsed = schema.safeParse(data);
      if (!parsed.success) {
        const issues = issuesOf(parsed.error);
        return no(invalid(issues, refusalWords(issues)));
      }
      const asked = parsed.data as CommandData<CommandName>;
      const waitMs = charge(connection, name);
      if (waitMs > 0) return no(refusal("RATE_LIMITED", { retryAfterMs: waitMs }));
      const run = (): Promise<Result<CommandName>> | Result<CommandName> => {
        if (access !== "anyone") {
          const { user, address } = connection;
          if (!user) return refusal("UNAUTHENTICATED");
          const retryAfterMs = limits.takeCommand({ userId: user.id, address }, name);
          if (retryAfterMs > 0) {
            const error = refusal("RATE_LIMITED", { retryAfterMs });
            limited(user.id, name, asked, error);
            return error;
          }
        }
        return (handlers[name] as Handler<CommandName>)(connection as Sender<CommandName>, asked);
      };
      // The audit log records only what staff do.
      const result = await (isStaff(connection.user?.role) ? runFrom(fromLive, run) : run());
      return isRefusal(result) ? no(result) : { ok: true, ...result };
    } catch (error) {
      log.error({ err: error, command: String(name).slice(0, 40), connection: connection.id }, "command failed");
      return no(refusal(isDatabaseAway(error) ? "UNAVAILABLE" : "INTERNAL"));
    }
  };

const no = (error: ErrorBody): { ok: false; error: ErrorBody } => ({ ok: false, error });
export const invalid = (issues: InvalidIssue[], message?: string): ErrorBody =>
  refusal("INVALID", { issues, ...(message !== undefined && { message }) });
/** Lists what a frame's schema found wrong; the path is empty where the frame itself is wrong. */
export const issuesOf = ({ issues }: z.core.$ZodError): InvalidIssue[] =>
  issues.map(({ path, message }) => ({ path: path.join("."), message }));
