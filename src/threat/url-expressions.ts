import { createHash } from 'node:crypto'
import { parseAddress } from '#net/address.ts'
import { listedHost } from './domain-list.ts'

const hostsMax = 4
const labelsMax = 5
const foldersMax = 4

/** The host without its final dot, path and query of a URL: what expressions are made of. */
export const canonicalForm = (url: URL): string => `${listedHost(url)}${url.pathname}${url.search}`

/**
 * The expressions of a URL in lists of hash prefixes: each of its hosts (itself and up to four domains above it) with each of its paths
 * (with and without the query, and up to four folders from the root). At most 30.
 */
export function urlExpressions(url: URL): string[] {
  const paths = listPaths(url)
  return listHosts(listedHost(url)).flatMap((host) => paths.map((path) => host + path))
}

export const hashExpression = (expression: string): Buffer =>
  createHash('sha256').update(expression).digest()

function listHosts(host: string): string[] {
  if (parseAddress(host.replaceAll(/^\[|\]$/g, '')) !== null) return [host]
  const labels = host.split('.')
  const above: string[] = []
  for (let count = Math.min(labelsMax, labels.length - 1); count >= 2; count -= 1) {
    above.push(labels.slice(-count).join('.'))
  }
  return [host, ...above.slice(0, hostsMax)]
}

function listPaths({ pathname, search }: URL): string[] {
  const names = pathname.split('/').slice(1, -1)
  const folders = Array.from({ length: Math.min(foldersMax, names.length + 1) }, (_, depth) =>
    depth === 0 ? '/' : `/${names.slice(0, depth).join('/')}/`,
  )
  return [...new Set([pathname + search, pathname, ...folders])]
}
