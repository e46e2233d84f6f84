// The clock that decisions use: the database's time, known without asking the database.
export interface Clock {
  /** The database's time, from a measured offset. Epoch ms. */
  now(): number;
}
