/** Scope of the stored versions of a target. */
export const snapshotScope = (monitorId: string, targetId: string) =>
  `${scopePrefix(monitorId)}${targetId}`

export const scopePrefix = (monitorId: string) => `monitor:${monitorId}:`
