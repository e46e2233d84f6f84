// Metrics of commands over both transports, including refused frames. The engine's own metrics count only commands that
// reached it.
import type { ErrorCode } from "@jara/shared/errors";
import type { CommandName } from "@jara/shared/live-commands";
import type { Registry } from "prom-client";
import { createTally } from "./tally.ts";

export interface SocketObserver {
  /** "unknown": a frame that names no known command. */
  answered(command: CommandName | "unknown", code: ErrorCode | "ok"): void;
}

export const observeSocketCommands = (registry: Registry): SocketObserver => ({
  answered: createTally(
    { registry, name: "jara_socket_commands_total", help: "Commands answered over sockets, by name and code." },
    ["command", "code"],
  ),
});
