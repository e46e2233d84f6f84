// Ends a connection's session: notifies the client and closes the connection. What the client still sends counts as a
// visitor's, because a client need not answer the closing handshake.
import type { Connection } from "./rooms.ts";

export const endSession = (connection: Connection, reason: "expired" | "withdrawn"): void => {
  connection.user = null;
  connection.send({ type: "session:ended", data: { reason } });
  connection.close();
};
