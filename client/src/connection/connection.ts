// The page's only Socket.IO client, created at first use. No other file may import socket.io-client.
import type { Answer, CommandData, CommandName } from "@jara/shared/socket";
import { io } from "socket.io-client";
import { endSession } from "../lib/end-session.ts";
import { useSession } from "../store/session.ts";
import { LiveConnection } from "./live-connection.ts";
import type { SocketLike } from "./wire.ts";

let connection: LiveConnection | null = null;

export const getConnection = (): LiveConnection => {
  connection ??= open();
  return connection;
};

export const serverNow = (): number => getConnection().clock.now();

export const sendCommand = <C extends CommandName>(
  name: C,
  data: CommandData<C>,
  options?: { timeoutMs?: number },
): Promise<Answer<C>> => getConnection().send(name, data, options);

const onSessionLost = () => {
  if (useSession.getState().token) endSession();
};

const open = (): LiveConnection => {
  const socket = io({
    path: "/socket.io/",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    autoConnect: false,
    auth: (give) => {
      const { token } = useSession.getState();
      give(token ? { token } : {});
    },
    reconnectionDelay: 300,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  });
  const live = new LiveConnection(socket satisfies SocketLike, onSessionLost);
  useSession.subscribe((now, before) => {
    if (now.token !== before.token) live.restart();
  });
  window.addEventListener("offline", () => void live.suspect());
  window.addEventListener("online", () => void live.check());
  window.addEventListener("pageshow", (event) => event.persisted && void live.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void live.wake());
  live.start();
  return live;
};
