// The providers around every screen: the query cache, the session and the toasts.
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AuthProvider } from "../features/session/auth-context.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { queryClient } from "./query-client.ts";

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <AuthProvider>
      {children}
      <Toaster />
    </AuthProvider>
  </QueryClientProvider>
);
