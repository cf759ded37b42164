import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'

/** Hashes of passwords (scrypt): `scrypt$17,8,1$salt$key`. One hash takes 128 MB, so at most two are made at a time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown person, whose hash is undefined, as for a known one. */
  isCorrect(password: string, hash: string | undefined): Promise<boolean>
}

/** Cost parameters of scrypt. */
export interface PasswordCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

const current: PasswordCost = { logN: 17, r: 8, p: 1 }
const keyBytes = 32
const runningMax = 2
const waitingMax = 32

export function createPasswords(cost: PasswordCost = current): Passwords {
  const atMostTwo = createLimit()
  const derive = (password: string, salt: Buffer, { logN, r, p }: PasswordCost) =>
    atMostTwo(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const options = { N: 2 ** logN, r, p, maxmem: 2 ** 28 }
          scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
            error ? reject(error) : resolve(key),
          )
        }),
    )
  /** Compared with the passwords of unknown people. No password has this hash. */
  const nobody = `scrypt$${cost.logN},${cost.r},${cost.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      const { logN, r, p } = cost
      return `scrypt$${logN},${r},${p}$${salt.toString('base64')}$${key.toString('base64')}`
    },
    async isCorrect(password, hash) {
      const [, costs = '', salt = '', key = ''] = (hash ?? nobody).split('$')
      const [logN = 17, r = 8, p = 1] = costs.split(',').map(Number)
      const expected = Buffer.from(key, 'base64')
      const found = await derive(password, Buffer.from(salt, 'base64'), { logN, r, p })
      const isEqual = expected.length === found.length && timingSafeEqual(expected, found)
      return isEqual && hash !== undefined
    },
  }
}

/** Runs at most two tasks at a time; refuses more than 32 waiting ones. */
function createLimit() {
  const waiting: (() => void)[] = []
  let running = 0
  return async function limited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= waitingMax) throw new ServiceError('SERVICE_UNAVAILABLE')
    if (running >= runningMax) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
