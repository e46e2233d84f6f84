// Checks everything that the server sends against the live contract of shared. A field too many fails like a missing
// one. Live test clients check each pushed frame and each answer, and `onEachDatabase` fails the test in which one did
// not fit.
import type { LiveEvent } from "@jara/shared/calls/live";
import { answerSchema, liveCommands, liveEvents } from "@jara/shared/calls/live-list";
import { errorSchema } from "@jara/shared/calls/refusals";
import type { PushFrame } from "@jara/shared/live-commands";

/** The frames and answers that did not fit since this list was last emptied. */
export const violations: string[] = [];

const note = (what: string, sent: unknown, problem: unknown): void => {
  if (problem) violations.push(`${what} ${JSON.stringify(sent)}: ${problem}`);
};

/** Socket.IO sends it to a connection that sends too many packets, or a command without an acknowledgement. */
const error = { data: errorSchema(["RATE_LIMITED", "INVALID"]) };
const events = new Map<string, Pick<LiveEvent, "data">>(Object.entries({ ...liveEvents, error }));

export const checkFrame = (frame: PushFrame): void => {
  const event = events.get(frame.type);
  note("pushed", frame, event ? event.data.safeParse(frame.data).error : "no such event");
};

const answers = new Map(Object.entries(liveCommands).map(([name, command]) => [name, answerSchema(command)]));

/** An unknown command has no schema, so its answer, which is INVALID, is not checked here. */
export const checkAnswer = (command: string, answer: unknown): void => {
  note(`${command} answered`, answer, answers.get(command)?.safeParse(answer).error);
};
