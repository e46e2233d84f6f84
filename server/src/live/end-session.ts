// The end of a connection's session: it is told, and closed. Whatever it still sends before it is gone (a client need not
// answer the closing) is a visitor's.
import type { Connection } from "./rooms.ts";

export const endSession = (connection: Connection, reason: "expired" | "withdrawn"): void => {
  connection.user = null;
  connection.send({ type: "session:ended", data: { reason } });
  connection.close();
};
