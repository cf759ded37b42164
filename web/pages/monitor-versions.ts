import { getPages } from '../all-pages.ts'
import { useResource } from '../resource.ts'

/** A version of a page of a monitor. */
export interface Version {
  readonly id: string
  readonly url: string
  readonly targetId: string
  readonly createdAt: string
  readonly metadata: { readonly title?: string | null; readonly screenshot?: string } | null
}

/** The versions of a page, newest first. */
export function useVersions(monitorId: string, url: string): readonly Version[] | undefined {
  const query = new URLSearchParams({ url })
  const path = `/v2/monitor/${monitorId}/versions?${query}`
  return useResource(path, undefined, getPages<Version>).data
}
