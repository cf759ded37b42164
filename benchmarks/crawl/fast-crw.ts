import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { findProgram } from '#base/find-program.ts'
import { freePort } from '#test/fixtures/free-port.ts'

/** fastCRW, a service in Rust with the same API. */
export interface FastCrw extends AsyncDisposable {
  readonly url: string
  /** It needs none. */
  readonly key: string
  readonly pid: number
}

const startMsMax = 20_000
const stepMs = 50
const concurrent = '32'
/** More than any site of the benchmarks, so that its own limits of politeness do not count. */
const unlimited = '1000000'

/** Path of `crw-server` (`cargo install crw-server`), on the machine or in `CRW_SERVER`; undefined without it. */
export const findFastCrw = (): string | undefined =>
  findProgram({ name: 'crw-server', setting: 'CRW_SERVER', configured: process.env['CRW_SERVER'] })

/** Starts it on a loopback port, where it may fetch pages of loopback as Weir does here. */
export async function startFastCrw(program: string): Promise<FastCrw> {
  const port = await freePort()
  const env = {
    ...process.env,
    CRW_ALLOW_LOOPBACK_FOR_TESTS: '1',
    CRW_SERVER__HOST: '127.0.0.1',
    CRW_SERVER__PORT: `${port}`,
    CRW_SERVER__RATE_LIMIT_RPS: '0',
    CRW_CRAWLER__MAX_CONCURRENCY: concurrent,
    CRW_CRAWLER__PER_HOST_MAX_CONCURRENT: concurrent,
    CRW_CRAWLER__REQUESTS_PER_SECOND: unlimited,
    CRW_CRAWLER__DEFAULT_MAX_DEPTH: concurrent,
    RUST_LOG: 'error',
  }
  const child = spawn(program, { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const late = performance.now() + startMsMax
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || performance.now() > late)
      throw new Error(`${program} does not answer.`)
    await sleep(stepMs)
  }
  return {
    url,
    key: 'none',
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${url}/health`)
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}
