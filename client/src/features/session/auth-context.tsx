// The signed-in user, for every screen. Wraps the session store, and reads the account from the server at the start and
// after each log-in (a refused token ends the session).
import type { User } from "@jara/shared/users";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { logOut } from "../../lib/log-out.ts";
import { refreshUser } from "../../lib/own-account.ts";
import { useSession } from "../../store/session.ts";

export interface Auth {
  /** True until it is known whether there is a session. */
  isLoading: boolean;
  isAuthenticated: boolean;
  user: User | null;
  logIn: (user: User, token: string) => void;
  logOut: () => void;
  updateUser: (change: Partial<User>) => void;
}

const AuthContext = createContext<Auth | null>(null);

export const useAuth = (): Auth => {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
};

export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const { status, user, token, logIn, updateUser } = useSession();

  // A log-in does not say how much of the balance is available.
  useEffect(() => {
    if (token) void refreshUser();
  }, [token]);

  const auth = useMemo<Auth>(
    () => ({
      isLoading: status === "loading",
      isAuthenticated: status === "authenticated" && user !== null,
      user,
      logIn,
      logOut,
      updateUser,
    }),
    [status, user, logIn, updateUser],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
};
