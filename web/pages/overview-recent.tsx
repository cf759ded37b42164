import { ago, shortUrl } from '../format.ts'
import { Card } from '../ui/card.tsx'

/** The last requests, and the totals of 24 hours. */
export interface Activity {
  readonly data: readonly {
    readonly id: string
    readonly endpoint: string
    readonly target: string | null
    readonly succeeded: boolean
    readonly createdAt: string
  }[]
  readonly success: { readonly all: number; readonly failed: number }
}

export function RecentCard({ activity }: { activity: Activity | undefined }) {
  return (
    <Card title="Latest requests" class="all" more="/console/activity">
      {activity?.data.length === 0 && <p class="faint">No request in the last 24 hours.</p>}
      {activity !== undefined && activity.data.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Latest requests">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Target</th>
                <th scope="col">Result</th>
                <th scope="col" class="right">
                  When
                </th>
              </tr>
            </thead>
            <tbody>
              {activity.data.map(({ id, endpoint, target, succeeded, createdAt }) => (
                <tr key={id}>
                  <td>
                    <span class="badge">{endpoint}</span>
                  </td>
                  <td class="target">{target === null ? 'not recorded' : shortUrl(target)}</td>
                  <td>
                    <span class={`badge ${succeeded ? 'good' : 'bad'}`}>
                      {succeeded ? 'completed' : 'failed'}
                    </span>
                  </td>
                  <td class="right faint">{ago(createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
