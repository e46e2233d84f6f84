// A person's sessions.
import * as z from "zod/mini";
import { type DeviceSession, sessionsAnswer } from "../rest/sessions.ts";
import { callsIn, idParams } from "./call.ts";
import { elsewhere } from "./samples.ts";

const call = callsIn("Accounts");

const here: DeviceSession = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000005a",
  device: "Chrome on Android",
  place: "102.89.x.x",
  createdAt: "2026-11-20T08:00:00.120Z",
  lastSeenAt: "2026-11-23T08:00:00.120Z",
  isCurrent: true,
};

export const logOut = call({
  route: "POST /api/auth/logout",
  access: "signed in",
  summary: "Log out; the token is refused everywhere from then on",
  description: "Open connections of this session get `session:ended` and are closed, on every server.",
  answer: z.null(),
  status: 204,
  examples: {},
});

export const listSessions = call({
  route: "GET /api/auth/sessions",
  access: "signed in",
  summary: "Where you are logged in, last used first",
  answer: sessionsAnswer,
  examples: { answer: { sessions: [here, elsewhere] } },
});

export const endSession = call({
  route: "DELETE /api/auth/sessions/:id",
  access: "signed in",
  summary: "Log one device out",
  params: idParams,
  answer: sessionsAnswer,
  examples: { answer: { sessions: [here] } },
});

export const endOtherSessions = call({
  route: "DELETE /api/auth/sessions",
  access: "signed in",
  summary: "Log all other devices out",
  answer: sessionsAnswer,
  examples: { answer: { sessions: [here] } },
});
