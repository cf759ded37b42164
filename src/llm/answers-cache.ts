import { createHash } from 'node:crypto'
import { pack, unpack } from '#kernel/packing.ts'
import { asyncCommit, type Database } from '#storage/database.ts'
import type { Question } from './language-model.ts'

/** Answers of the last day, per team. */
export interface AnswersCache {
  read(teamId: string, key: Uint8Array): Promise<{ readonly value: unknown } | undefined>
  write(teamId: string, key: Uint8Array, value: unknown): Promise<void>
  sweep(): Promise<void>
}

const rowsMax = 100_000
const jsonLengthMax = 1_000_000

/** Names a question to a model, with all of its text. */
export function answerKey(modelId: string, question: Question): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([modelId, question]))
    .digest()
}

export function createAnswersCache({ database }: { readonly database: Database }): AnswersCache {
  return {
    async read(teamId, key) {
      const [row] = await database.query<{ answer: Buffer }>(
        `select answer from model_answers
         where team_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
        [teamId, key],
      )
      return row && { value: JSON.parse((await unpack(row.answer)).toString()) }
    },
    async write(teamId, key, value) {
      const json = JSON.stringify(value)
      if (json.length > jsonLengthMax) return
      await database.query(
        `insert into model_answers (team_id, key, answer) values ($1, $2, $3)
         on conflict (team_id, key) do update set answer = excluded.answer, created_at = now()
         returning ${asyncCommit}`,
        [teamId, key, await pack(json)],
      )
    },
    async sweep() {
      await database.query(
        `delete from model_answers where created_at <= greatest(
           now() - interval '24 hours',
           (select created_at from model_answers order by created_at desc offset $1 limit 1))`,
        [rowsMax],
      )
    },
  }
}
