// Shows parts of a screen only to people who may use them. The server decides; this spares them calls that it refuses.
import { may, type Permission } from "@jara/shared/permissions";
import type { ReactNode } from "react";
import { useSession } from "../store/session.ts";

export const useMay = (permission: Permission): boolean => useSession(({ user }) => may(user?.role, permission));

export const May = ({ use, children }: { use: Permission; children: ReactNode }) => useMay(use) && children;
