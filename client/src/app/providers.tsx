// What every screen stands in: the cache, the session and the place for toasts.
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { AuthProvider } from "../features/session/auth-context.tsx";
import { queryClient } from "./query-client.ts";

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <AuthProvider>
      {children}
      <Toaster
        position="top-center"
        theme="system"
        closeButton
        toastOptions={{
          style: { background: "var(--surface)", color: "var(--ink)", borderColor: "var(--line-strong)" },
        }}
      />
    </AuthProvider>
  </QueryClientProvider>
);
