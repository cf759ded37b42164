import type { DeriveKey } from '#storage/secret.ts'
import type { Sql } from '#storage/database.ts'

/** Webhook secrets of teams. Secrets are derived; only the number and time of changes are stored. */
export interface WebhookSecrets {
  /** Undefined for an unknown team. */
  read(teamId: string): Promise<string | undefined>
  /**
   * Secrets that sign deliveries: the current one, for a day after a change the previous one, and, while the service
   * knows its secret before a change, the one derived from that.
   */
  signing(teamId: string): Promise<readonly string[]>
  /** Changes the secret and returns the new one. */
  rotate(teamId: string): Promise<string | undefined>
}

/** Time for receivers to learn a new secret. */
const overlap = '24 hours'

export function createWebhookSecrets({
  database,
  deriveKey,
}: {
  readonly database: Sql
  readonly deriveKey: DeriveKey
}): WebhookSecrets {
  const deriveSecret = (teamId: string, number: number, derive = deriveKey) =>
    `whsec_${derive(`webhooks of ${teamId}, ${number}`).toString('base64')}`

  async function signing(teamId: string): Promise<string[]> {
    const [team] = await database.query<{ number: number; isNew: boolean | null }>(
      `select webhook_secret_number as number,
         webhook_secret_changed_at > now() - interval '${overlap}' as "isNew"
       from teams where id = $1`,
      [teamId],
    )
    if (!team) return []
    const numbers = team.isNew ? [team.number, team.number - 1] : [team.number]
    const secrets = numbers.map((number) => deriveSecret(teamId, number))
    const { previous } = deriveKey
    return previous ? [...secrets, deriveSecret(teamId, team.number, previous)] : secrets
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
      return team && deriveSecret(teamId, team.number)
    },
  }
}
