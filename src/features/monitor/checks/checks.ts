import { refuseForeignWork } from '#kernel/own-work.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { CheckStore } from './check-store.ts'
import type { CheckQuery, CheckStatus } from '#features/monitor/contract.ts'
import type { MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore } from '#features/monitor/pages/page-store.ts'
import type { VersionStore } from '#features/monitor/pages/version-store.ts'
import type { Check, CheckReply, Version } from '#features/monitor/replies.ts'
import { toCheck, toPage, toVersion } from '#features/monitor/views.ts'

/** Checks of monitors (docs/api/monitor.md). */
export interface Checks {
  /** Newest first. Fails with `NOT_FOUND` for an unknown monitor. */
  list(
    monitorId: string,
    page: {
      readonly limit: number
      readonly offset: number
      readonly status?: CheckStatus | undefined
    },
    call: Call,
  ): Promise<Check[]>
  /** A check with some of its pages; `url` is its own URL. Fails with `NOT_FOUND`. */
  read(
    place: { readonly monitorId: string; readonly checkId: string; readonly url: string },
    query: CheckQuery,
    call: Call,
  ): Promise<CheckReply>
  /** Versions of a page, newest first. Fails with `NOT_FOUND` for an unknown monitor. */
  listVersions(
    monitorId: string,
    query: { readonly url: string; readonly limit: number; readonly offset: number },
    call: Call,
  ): Promise<Version[]>
}

export function createChecks(deps: {
  readonly monitors: Pick<MonitorStore, 'find'>
  readonly checks: Pick<CheckStore, 'find' | 'list'>
  readonly pages: Pick<PageStore, 'list'>
  readonly versions: Pick<VersionStore, 'list'>
}): Checks {
  const { monitors, checks, pages, versions } = deps
  const refuseUnknown = async (id: string, { account }: Call) => {
    const monitor = await monitors.find({ id, teamId: account.teamId })
    if (!monitor) throw new ServiceError('NOT_FOUND', 'Monitor not found')
    refuseForeignWork(account, monitor.requester)
  }
  return {
    async listVersions(monitorId, { url, ...part }, call) {
      await refuseUnknown(monitorId, call)
      return (await versions.list({ monitorId, url }, part)).map(toVersion)
    },
    async list(id, page, call) {
      await refuseUnknown(id, call)
      return (await checks.list(id, page)).map(toCheck)
    },
    async read({ monitorId, checkId, url }, query, { account }) {
      const monitor = await monitors.find({ id: monitorId, teamId: account.teamId })
      const check = monitor && (await checks.find({ id: checkId, monitorId }))
      if (!check) throw new ServiceError('NOT_FOUND', 'Check not found')
      refuseForeignWork(account, monitor.requester)
      const { limit, skip, status } = query
      const found = await pages.list(checkId, { ...query, limit: limit + 1 })
      const filter = status === undefined ? '' : `&status=${status}`
      const next =
        found.length > limit ? { next: `${url}?skip=${skip + limit}&limit=${limit}${filter}` } : {}
      const shown = found.slice(0, limit).map(toPage)
      return { success: true, ...next, data: { ...toCheck(check), pages: shown, ...next } }
    },
  }
}
