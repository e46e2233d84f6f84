// Checks everything that the server sends against the live contract of shared. A field too many fails like a missing
// one. Live test clients check each pushed frame and each answer, and `onEachDatabase` fails the test in which one did
// not fit.
import { answerSchema, errorSchema } from "@jara/shared/live-answers";
import { type CommandName, commandSchemas, type PushFrame } from "@jara/shared/live-commands";
import { eventSchemas } from "@jara/shared/live-events";
import type * as z from "zod/mini";

/** The frames and answers that did not fit since this list was last emptied. */
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

/** An unknown command has no schema, so its answer, which is INVALID, is not checked here. */
export const checkAnswer = (command: string, answer: unknown): void => {
  note(`${command} answered`, answer, answerSchemas.get(command)?.safeParse(answer).error);
};
