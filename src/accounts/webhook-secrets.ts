import type { DeriveKey } from '#storage/secret.ts'
import type { Sql } from '#storage/database.ts'

/** What a team checks the signatures of its deliveries with. Nothing is stored but how often it was changed, and when. */
export interface WebhookSecrets {
  /** Undefined for a team there is not. */
  read(teamId: string): Promise<string | undefined>
  /** What deliveries are signed with: the secret, and for a day after a change the one before it. */
  signing(teamId: string): Promise<readonly string[]>
  /** Makes a new one. */
  rotate(teamId: string): Promise<string | undefined>
}

/** Receivers learn a new secret within this time. */
const overlap = '24 hours'

export function createWebhookSecrets({
  database,
  deriveKey,
}: {
  readonly database: Sql
  readonly deriveKey: DeriveKey
}): WebhookSecrets {
  const secretOf = (teamId: string, number: number) =>
    `whsec_${deriveKey(`webhooks of ${teamId}, ${number}`).toString('base64')}`

  async function signing(teamId: string): Promise<string[]> {
    const [team] = await database.query<{ number: number; isNew: boolean | null }>(
      `select webhook_secret_number as number,
         webhook_secret_changed_at > now() - interval '${overlap}' as "isNew"
       from teams where id = $1`,
      [teamId],
    )
    if (!team) return []
    const numbers = team.isNew ? [team.number, team.number - 1] : [team.number]
    return numbers.map((number) => secretOf(teamId, number))
  }

  return {
    signing,
    async read(teamId) {
      const [secret] = await signing(teamId)
      return secret
    },
    async rotate(teamId) {
      const [team] = await database.query<{ number: number }>(
        `update teams set webhook_secret_number = webhook_secret_number + 1,
           webhook_secret_changed_at = now()
         where id = $1 returning webhook_secret_number as number`,
        [teamId],
      )
      return team && secretOf(teamId, team.number)
    },
  }
}
