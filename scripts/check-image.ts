/**
 * Starts a container image as `docker run` does, but on a read-only file system and without capabilities, and reads a page with it.
 *
 *     node scripts/check-image.ts weir full      fails when it is larger than the variant may be
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const mbMax: Readonly<Record<string, number>> = { full: 900, slim: 640 }
const [image = 'weir', variant = 'full'] = process.argv.slice(2)
const name = `weir-check-${process.pid}`
const docker = (...args: readonly string[]) =>
  execFileSync('docker', args, { encoding: 'utf8' }).trim()

async function isReady(): Promise<boolean> {
  for (let look = 0; look < 240; look++) {
    if (docker('inspect', '--format', '{{.State.Health.Status}}', name) === 'healthy') return true
    await sleep(500)
  }
  return false
}

/** Reads the documentation that the container serves itself, in its own browser. */
function readPage(): { data?: { markdown?: string; screenshot?: string } } {
  const script = `
    const key = require('node:fs').readFileSync('/data/first-api-key', 'utf8').trim()
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
    const body = JSON.stringify({ url: 'http://127.0.0.1:3002/docs', formats: ['markdown', 'screenshot'], waitFor: 100 })
    fetch('http://127.0.0.1:3002/v2/scrape', { method: 'POST', headers, body }).then(async (answer) => console.log(await answer.text()))`
  return JSON.parse(docker('exec', name, 'node', '--eval', script)) as ReturnType<typeof readPage>
}

const mb = Math.round(Number(docker('inspect', '--format', '{{.Size}}', image)) / 1e6)
const closed = ['--read-only', '--tmpfs', '/tmp', '--tmpfs', '/data:mode=0700,uid=1000,gid=1000']
const rights = ['--cap-drop', 'ALL', '--security-opt', 'seccomp=container/seccomp.json']
const allowed = ['--env', 'WEIR_ALLOWED_PRIVATE_CIDRS=127.0.0.0/8', '--health-interval', '1s']
docker('run', '--detach', '--name', name, '--init', ...closed, ...rights, ...allowed, image)
try {
  const ready = await isReady()
  const { data } = ready ? readPage() : {}
  const read = data?.markdown?.includes('Weir') === true && data?.screenshot !== undefined
  console.log(`${variant}: ${mb} of at most ${mbMax[variant]} MB, ready ${ready}, read ${read}`)
  if (!ready || !read) console.log(docker('logs', name))
  process.exitCode = ready && read && mb <= (mbMax[variant] ?? 0) ? 0 : 1
} finally {
  docker('rm', '--force', name)
}
