import type { DeriveKey } from '#storage/secret.ts'
import type { Sql } from '#storage/database.ts'

/** What a team checks the signatures of its deliveries with. Nothing is stored but how often it was changed. */
export interface WebhookSecrets {
  /** Undefined for a team there is not. */
  read(teamId: string): Promise<string | undefined>
  /** Makes a new one; the old one is no longer used. */
  rotate(teamId: string): Promise<string | undefined>
}

export function createWebhookSecrets({
  database,
  deriveKey,
}: {
  readonly database: Sql
  readonly deriveKey: DeriveKey
}): WebhookSecrets {
  const ask = async (text: string, teamId: string) => {
    const [team] = await database.query<{ number: number }>(text, [teamId])
    const key = team && deriveKey(`webhooks of ${teamId}, ${team.number}`)
    return key && `whsec_${key.toString('base64')}`
  }
  return {
    read: (teamId) =>
      ask('select webhook_secret_number as number from teams where id = $1', teamId),
    rotate: (teamId) =>
      ask(
        `update teams set webhook_secret_number = webhook_secret_number + 1
         where id = $1 returning webhook_secret_number as number`,
        teamId,
      ),
  }
}
