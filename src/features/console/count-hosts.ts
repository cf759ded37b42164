import type { Activity, ActivityRow } from '#accounts/activity.ts'
import type { DailyCount } from '#credits/usage.ts'

/** Days of which requests are kept. */
export const keptDays = 7
const dayMs = 86_400_000
/** What a request is for is encrypted: so many are decrypted for one answer. */
const countedMax = 10_000
const atOnce = 500

/** Counts the kept requests of a team by day and host, the newest first, and says when the oldest of them was. */
export async function countHosts(
  activity: Pick<Activity, 'list'>,
  teamId: string,
): Promise<{ rows: DailyCount[]; since: Date | null }> {
  const counts = new Map<
    string,
    { day: Date; group: string | null; operations: number; credits: number }
  >()
  let after: ActivityRow | undefined
  for (let counted = 0; counted < countedMax; counted += atOnce) {
    const part = await activity.list({
      teamId,
      endpoint: undefined,
      after,
      limit: atOnce,
      from: new Date(0),
    })
    for (const { target, credits, createdAt } of part) {
      const group = target !== null && URL.canParse(target) ? new URL(target).host || null : null
      const day = new Date(Math.floor(createdAt.getTime() / dayMs) * dayMs)
      const key = `${day.getTime()} ${group}`
      const count = counts.get(key) ?? { day, group, operations: 0, credits: 0 }
      count.operations += 1
      count.credits += credits ?? 0
      counts.set(key, count)
    }
    after = part.at(-1) ?? after
    if (part.length < atOnce) break
  }
  return { rows: [...counts.values()], since: after?.createdAt ?? null }
}
