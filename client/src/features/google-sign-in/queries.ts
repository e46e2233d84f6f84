// The request that logs in with a credential from Google.
import * as calls from "@jara/shared/calls/log-in";
import type { User } from "@jara/shared/users";
import { ask } from "../../lib/api.ts";
import { userInfoOf } from "./user-info.ts";

export interface GoogleSession {
  user: User;
  token: string;
  requiresEmailVerification: boolean;
}

export const logInWithGoogle = (credential: string): Promise<GoogleSession> =>
  ask(calls.logInWithGoogle, { body: { googleToken: credential, userInfo: { ...userInfoOf(credential) } } });
