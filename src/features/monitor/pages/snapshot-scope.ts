/** Where the versions of a monitor's pages lie: every target has its own. */
export const snapshotScope = (monitorId: string, targetId: string) =>
  `${scopePrefix(monitorId)}${targetId}`

export const scopePrefix = (monitorId: string) => `monitor:${monitorId}:`
