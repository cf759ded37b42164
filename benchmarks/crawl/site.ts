import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface Site extends Disposable {
  /** Without a trailing slash. */
  readonly origin: string
}

/** Serves a folder on 127.0.0.1 from its own process. */
export async function startSite(folder: string): Promise<Site> {
  const child = fork(import.meta.filename, [folder])
  const [origin] = (await once(child, 'message')) as [string]
  return {
    origin,
    [Symbol.dispose]() {
      child.kill()
    },
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

async function serve(folder: string): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = normalize(decodeURIComponent(pathname))
    const file = createReadStream(join(folder, path.endsWith('/') ? `${path}index.html` : path))
    file.once('open', () => {
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'text/html; charset=utf-8',
      })
      file.pipe(response)
    })
    file.once('error', () => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] ?? '.')
