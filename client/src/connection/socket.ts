// Opens the Socket.IO client. Only connection.ts imports this file, and it does so late, so that the page shows lots
// before it has the code of the client. No other file may import socket.io-client.
import { io } from "socket.io-client";
import { useSession } from "../store/session.ts";
import type { SocketLike } from "./wire.ts";

export const openSocket = (): SocketLike =>
  io({
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
