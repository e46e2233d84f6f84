// Whether what the server sends fits the live contract of shared: a field too many fails as one too few does. Live test
// clients check each frame they are pushed and each answer; `onEachDatabase` fails the test in which one did not fit.
import { answerSchema, errorSchema } from "@jara/shared/live-answers";
import { eventSchemas } from "@jara/shared/live-events";
import { type CommandName, commandSchemas, type PushFrame } from "@jara/shared/socket";
import type * as z from "zod/mini";

/** What was sent and does not fit, since it was last emptied. */
export const violations: string[] = [];

const note = (what: string, sent: unknown, problem: unknown): void => {
  if (problem) violations.push(`${what} ${JSON.stringify(sent)}: ${problem}`);
};

const schemas: Record<string, z.ZodMiniType> = {
  ...eventSchemas,
  /** Socket.IO sends it to a connection that sends too many packets, or a command without an acknowledgement. */
  error: errorSchema(["RATE_LIMITED", "INVALID"]),
};

export const checkFrame = (frame: PushFrame): void => {
  const schema = Object.hasOwn(schemas, frame.type) ? schemas[frame.type] : undefined;
  note("pushed", frame, schema ? schema.safeParse(frame.data).error : "no such event");
};

const answerSchemas = new Map(
  (Object.keys(commandSchemas) as CommandName[]).map((name) => [name as string, answerSchema(name)]),
);

/** What no command has for a name is refused with INVALID: nothing more is said of it. */
export const checkAnswer = (command: string, answer: unknown): void => {
  note(`${command} answered`, answer, answerSchemas.get(command)?.safeParse(answer).error);
};
