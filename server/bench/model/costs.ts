// The constants of the model: what single operations cost. Each is measured by itself (calibrate-*.ts), never in a
// scenario that the model predicts.

/** Microseconds of processor time, unless the name says otherwise. "Node" is a server's process. */
export interface Costs {
  // --- transport: a bare Socket.IO echo of bids, and a bare broadcast
  /** The node receives one frame with a command and hands it on, and encodes the answer. */
  readonly frameInNode: number;
  /** The node writes one frame to one socket: an answer, or an event that was made already. */
  readonly deliveryNode: number;
  /** The node makes an event for one room, besides writing it to the sockets of the room. */
  readonly eventNode: number;
  /** The client sends a command and reads its answer. */
  readonly roundTripClient: number;
  /** The client reads an event. */
  readonly deliveryClient: number;

  // --- a bid
  /** The node checks and counts a bid, besides transport, engine and log. */
  readonly bidNode: number;
  /** A bid in the engine: deciding, encoding, keeping, answering. */
  readonly engineBidNode: number;
  /** A bid that the engine refuses, because a higher one came first. */
  readonly engineRefusedNode: number;
  /** The same for each statement. */
  readonly engineStatementNode: number;
  /** And for each auction of a statement. */
  readonly engineLotNode: number;
  /** How much of the engine's work comes before the statement is sent, 0 to 1. */
  readonly engineBefore: number;
  /** The commit's statement in the database, each auction in it, and each bid. */
  readonly statementDatabase: number;
  readonly lotDatabase: number;
  readonly bidDatabase: number;
  /** A refused bid in a statement. */
  readonly refusedDatabase: number;
  /** The public log: an accepted bid at its node. */
  readonly logBidNode: number;
  /** The database writes an accepted bid to the public log, besides the commit. */
  readonly besideDatabase: number;
  /** A statement waits for the disk: milliseconds for each statement, and for each bid in it. */
  readonly statementWaitMs: number;
  readonly bidWaitMs: number;

  // --- several nodes
  /** Taking and giving back the advisory lock, together. */
  readonly lockNode: number;
  readonly lockDatabase: number;
  /** The engine reads one auction. */
  readonly reloadNode: number;
  readonly reloadDatabase: number;
  /** A private event of another node, read from Redis' message and made for its room, and in Redis. */
  readonly relayedNode: number;
  readonly relayRedis: number;

  // --- connecting
  /** Until the system's connection is accepted; a request to open a session that is refused, with its connection. */
  readonly acceptNode: number;
  readonly acceptClient: number;
  readonly refusedNode: number;
  readonly refusedClient: number;
  /** The transport opens, once the connection is accepted. */
  readonly openNode: number;
  readonly openClient: number;
  /** Until Socket.IO is connected, without a token. */
  readonly connectNode: number;
  readonly connectClient: number;
  /** A token costs this more. */
  readonly tokenNode: number;
  readonly tokenDatabase: number;
  /** Watching an auction, with its answer and its countdown. Without the read. */
  readonly watchNode: number;
  readonly watchClient: number;
  /** Reading one auction for a watcher, and one more in the same statement. */
  readonly readNode: number;
  readonly readDatabase: number;
  readonly readAuctionNode: number;
  readonly readAuctionDatabase: number;
  /** A connection is lost. */
  readonly closeNode: number;
  readonly closeClient: number;

  // --- shares
  /** A program's helping threads (garbage, files) take this share of its processor time, 0 to 1. */
  readonly helpersShare: number;
}
