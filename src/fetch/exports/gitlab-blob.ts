import type { PublicExport } from './public-export.ts'

/** Files of repositories at GitLab, as they are. */
export const gitlabBlob: PublicExport = {
  locate({ hostname, origin, pathname }) {
    const [project, path] = hostname === 'gitlab.com' ? pathname.split('/-/blob/', 2) : []
    if (!project || !path?.includes('/')) return undefined
    return `${origin}${project}/-/raw/${path}`
  },
}
