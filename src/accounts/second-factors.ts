import { createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import { findStep, secretBytes, toBase32 } from './totp.ts'

/** Codes of an authenticator app, which people need beside their password. */
export interface SecondFactors {
  /** Undefined where the person signs in with the password alone. */
  find(personId: string): Promise<{ readonly recoveryLeft: number } | undefined>
  /** Returns a new secret in Base32, which is in force once `confirm` has taken a code. Fails with `CONFLICT` if there is one in force. */
  prepare(personId: string): Promise<string>
  /** Puts the prepared secret in force and returns recovery codes, which are stored as hashes. Fails with `BAD_REQUEST` for a wrong code. */
  confirm(personId: string, code: string): Promise<readonly string[]>
  /** Takes a code of the app or a recovery code, each once. Returns whether it is right. */
  use(personId: string, code: string): Promise<boolean>
  /** Replaces the recovery codes. */
  renewRecovery(personId: string): Promise<readonly string[]>
  remove(personId: string): Promise<void>
}

interface Stored {
  readonly secret: SealedJson<Secret>
  readonly isConfirmed: boolean
  readonly recoveryLeft: number
  /** Time of the database. */
  readonly now: Date
}

interface Secret {
  /** In hexadecimal. */
  readonly secret: string
}

const recoveryCodes = 10
/** 80 bits: too many to be tried, also where the hashes are known. */
const recoveryBytes = 10

interface FactorParts {
  readonly database: Sql
  readonly seal: Seal
}

export function createSecondFactors(parts: FactorParts): SecondFactors {
  const { database, seal } = parts
  const load = createLoad(parts)
  const useCode = createUseCode(parts)

  async function useRecovery(personId: string, code: string): Promise<boolean> {
    const rows = await database.query(
      `update second_factors set recovery = array_remove(recovery, $2)
       where person_id = $1 and $2 = any(recovery) returning person_id`,
      [personId, hashRecovery(code)],
    )
    return rows.length > 0
  }

  async function renewRecovery(personId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode)
    await database.query('update second_factors set recovery = $2 where person_id = $1', [
      personId,
      codes.map(hashRecovery),
    ])
    return codes
  }

  return {
    renewRecovery,
    async find(personId) {
      const stored = await load(personId)
      return stored?.isConfirmed ? { recoveryLeft: stored.recoveryLeft } : undefined
    },
    async prepare(personId) {
      const secret = randomBytes(secretBytes)
      const sealed = seal.seal<Secret>({ secret: secret.toString('hex') })
      const rows = await database.query(
        `insert into second_factors as stored (person_id, secret, created_at) values ($1, $2, now())
         on conflict (person_id) do update set secret = excluded.secret, last_step = 0
         where not stored.is_confirmed returning person_id`,
        [personId, sealed],
      )
      if (rows.length > 0) return toBase32(secret)
      throw new ServiceError('CONFLICT', 'You sign in with codes already. Switch them off first.')
    },
    async confirm(personId, code) {
      if (!(await useCode(personId, code)))
        throw new ServiceError(
          'BAD_REQUEST',
          'The code is wrong. Compare the clock of your device, and enter the code that is shown now.',
        )
      await database.query('update second_factors set is_confirmed = true where person_id = $1', [
        personId,
      ])
      return renewRecovery(personId)
    },
    async use(personId, code) {
      const given = code.replaceAll('-', '').replaceAll(' ', '').toLowerCase()
      return /^\d{6}$/.test(given) ? useCode(personId, given) : useRecovery(personId, given)
    },
    async remove(personId) {
      await database.query('delete from second_factors where person_id = $1', [personId])
    },
  }
}

const createLoad = ({ database }: FactorParts) =>
  async function load(personId: string): Promise<Stored | undefined> {
    const [row] = await database.query<Stored>(
      `select secret, is_confirmed as "isConfirmed", cardinality(recovery) as "recoveryLeft", now()
       from second_factors where person_id = $1`,
      [personId],
    )
    return row
  }

/** Takes a code whose step is later than that of the code before. */
function createUseCode(parts: FactorParts) {
  const { database, seal } = parts
  const load = createLoad(parts)
  return async function useCode(personId: string, code: string): Promise<boolean> {
    const stored = await load(personId)
    if (!stored) return false
    const secret = Buffer.from(seal.open(stored.secret).secret, 'hex')
    const step = findStep(secret, code, stored.now)
    if (step === undefined) return false
    const rows = await database.query(
      `update second_factors set last_step = $2 where person_id = $1 and last_step < $2 returning person_id`,
      [personId, step],
    )
    return rows.length > 0
  }
}

/** `abcd-efgh-ijkl-mnop` */
function makeRecoveryCode(): string {
  const text = toBase32(randomBytes(recoveryBytes)).toLowerCase()
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

const hashRecovery = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest()
