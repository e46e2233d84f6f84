// A person's own profile.
import { profileAnswer, updateProfileBody, userAnswer } from "../rest/accounts.ts";
import { callsIn } from "./call.ts";
import { address, user } from "./samples.ts";

const call = callsIn("Accounts");

export const updateProfile = call({
  route: "PUT /api/users/profile",
  access: "signed in",
  summary: "Change your details; what is left out stays, null or empty text removes",
  body: updateProfileBody,
  answer: userAnswer,
  examples: { body: { firstName: "Ada", lastName: "Obi", phone: user.phone, address }, answer: { user } },
});

export const getAccount = call({
  route: "GET /api/auth/profile",
  access: "signed in",
  summary: "Your account",
  answer: profileAnswer,
  examples: { answer: { user: { ...user, available: user.balance } } },
});

export const getProfile = call({
  route: "GET /api/users/profile",
  access: "signed in",
  summary: "Your account",
  answer: profileAnswer,
  examples: { answer: { user: { ...user, available: user.balance } } },
});
