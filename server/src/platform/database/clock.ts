export interface Clock {
  /** The database's clock by a measured offset, epoch ms. */
  now(): number;
}
