/** Limits of time of the server, in milliseconds. */
export const defaultTimes = {
  /** Bodies other than files, and how often Node looks for those that take longer. */
  bodyMsMax: 60_000,
  lookEveryMs: 30_000,
  /** Bodies of requests without a key. */
  keylessBodyMsMax: 5_000,
  /** Files. */
  idleMsMax: 30_000,
  msMax: 10 * 60_000,
  /** How long a response may stall because its client does not read. */
  stalledMsMax: 60_000,
  /** Open WebSockets. */
  keyCheckMs: 5_000,
  /** Closing: together well below the 30 seconds in which the process has to end. */
  leavingMs: 0,
  drainMsMax: 20_000,
  transferMsMax: 8_000,
  graceMs: 500,
}
export type Times = typeof defaultTimes
