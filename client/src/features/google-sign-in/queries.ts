// The request that logs in with a credential from Google.
import type { User } from "@jara/shared/users";
import { api } from "../../lib/api.ts";
import { userInfoOf } from "./user-info.ts";

export interface GoogleSession {
  user: User;
  token: string;
  requiresEmailVerification: boolean;
}

export const logInWithGoogle = (credential: string): Promise<GoogleSession> =>
  api.post<GoogleSession>("/auth/google", { googleToken: credential, userInfo: userInfoOf(credential) ?? {} });
