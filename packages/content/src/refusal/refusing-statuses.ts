const refusingStatuses: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 406, 409, 412, 418, 420, 423, 428, 429, 430, 503, 509, 529, 999,
])

/** Whether sites refuse with this status; the client errors from 432 on have no other meaning. */
export const isRefusing = (status: number): boolean =>
  refusingStatuses.has(status) || (status >= 432 && status <= 499)
