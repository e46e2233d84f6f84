// Dispatches the frames of both transports to the handlers of the live commands. Validates every frame first. Whatever
// happens in a handler, the caller gets exactly one answer and the server keeps running.
import { type ErrorBody, type InvalidIssue, refusal } from "@jara/shared/errors";
import {
  type Answer,
  type CommandData,
  type CommandName,
  type CommandResults,
  commandSchemas,
} from "@jara/shared/live-commands";
import { isStaff } from "@jara/shared/permissions";
import type * as z from "zod/mini";
import { isDatabaseAway } from "../platform/database/database-away.ts";
import { refusalWords } from "../platform/http/issue-words.ts";
import { fromLive, runFrom } from "../platform/lib/origin.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import type { Connection } from "./rooms.ts";

type Result<C extends CommandName> = CommandResults[C] | ErrorBody;
export type Handler<C extends CommandName> = (
  connection: Connection,
  data: CommandData<C>,
) => Promise<Result<C>> | Result<C>;

const isRefusal = (result: object): result is ErrorBody => "code" in result && "message" in result;

/** One handler for every command of the live API. */
export type Handlers = { readonly [C in CommandName]: Handler<C> };

/** Executes one frame and returns its one answer. Never throws. */
export type Dispatch = (connection: Connection, name: unknown, data: unknown) => Promise<Answer<CommandName>>;

/** `take` charges a command before anything is done: it returns 0, or how long to wait (ms). */
export const createDispatch =
  (
    handlers: Handlers,
    log: { error(details: object, message: string): void },
    take: (connection: Connection, name: CommandName) => number = () => 0,
  ): Dispatch =>
  async (connection, name, data) => {
    try {
      if (typeof name !== "string" || !Object.hasOwn(commandSchemas, name)) {
        return no(invalid([{ path: "type", message: "no such command" }]));
      }
      const command = name as CommandName;
      const parsed = commandSchemas[command].safeParse(data);
      if (!parsed.success) {
        const issues = issuesOf(parsed.error);
        return no(invalid(issues, refusalWords(issues)));
      }
      const retryAfterMs = take(connection, command);
      if (retryAfterMs > 0) return no(refusal("RATE_LIMITED", { retryAfterMs }));
      const handler = handlers[command] as Handler<CommandName>;
      const run = () => handler(connection, parsed.data as CommandData<CommandName>);
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

/** Runs a command for a signed-in user within that user's limits. `limited` is called if a limit refuses it. */
export type WithinLimits = <T>(
  connection: Connection,
  name: CommandName,
  run: (userId: string) => Promise<T | ErrorBody>,
  limited?: (userId: string, error: ErrorBody) => void,
) => Promise<T | ErrorBody>;

export const withinLimitsOf =
  (limits: LiveLimits): WithinLimits =>
  async ({ user, address }, name, run, limited) => {
    if (!user) return refusal("UNAUTHENTICATED");
    const retryAfterMs = limits.takeCommand({ userId: user.id, address }, name);
    if (retryAfterMs === 0) return await run(user.id);
    const error = refusal("RATE_LIMITED", { retryAfterMs });
    limited?.(user.id, error);
    return error;
  };
