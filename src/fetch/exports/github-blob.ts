import type { PublicExport } from './public-export.ts'

/** Files of repositories at GitHub, as they are. */
export const githubBlob: PublicExport = {
  locate({ hostname, pathname }) {
    const [, repository, path] = /^(?:www\.)?github\.com$/.test(hostname)
      ? (/^(\/[\w.-]+\/[\w.-]+)\/blob(\/[^/]+\/.+)$/.exec(pathname) ?? [])
      : []
    if (repository === undefined) return undefined
    return `https://raw.githubusercontent.com${repository}${path}`
  },
}
