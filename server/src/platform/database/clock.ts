export interface Clock {
  /** The database's time, from a measured offset. Epoch ms. */
  now(): number;
}
