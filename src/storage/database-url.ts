/** One connection string for each host that a connection string names, in its order: `postgres://user@one:5432,two:5433/weir`. */
export function urlsOfHosts(databaseUrl: string): string[] {
  const start = databaseUrl.indexOf('://') + '://'.length
  const ends = ['/', '?', '#'].map((mark) => databaseUrl.indexOf(mark, start))
  const end = Math.min(databaseUrl.length, ...ends.filter((at) => at >= 0))
  const authority = databaseUrl.slice(start, end)
  const hostsAt = start + authority.lastIndexOf('@') + 1
  return databaseUrl
    .slice(hostsAt, end)
    .split(',')
    .map((host) => `${databaseUrl.slice(0, hostsAt)}${host}${databaseUrl.slice(end)}`)
}
