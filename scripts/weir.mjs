#!/usr/bin/env node
/**
 * The `weir` command. On a bare clone it installs the packages and finds Node 24 first,
 * then runs src/cli/weir.ts: in this process when it is new enough, else in one that is.
 */
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, installPackages, root, run, say } from './set-up.mjs'

/** npm and the shell of npx end at some signals without forwarding them. */
const npmEnded = endOfNpm()

try {
  await installPackages()
  const node = findNode()
  // The compile cache is kept between starts; worker threads get it from the environment.
  process.env.NODE_COMPILE_CACHE ||= join(root, 'node_modules/.cache/compile')
  process.exitCode = node === process.execPath ? await here() : await elsewhere(node)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

async function here() {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { weir } = await import('#cli/weir.ts')
  return weir(process.argv.slice(2), npmEnded)
}

function elsewhere(node) {
  // Most new objects of a service are short-lived, so a small young generation is enough.
  const flags = ['--max-semi-space-size=4']
  const args = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  // Read before the first line of a process runs: how many threads it has, and in how many places they allocate memory,
  // each of which keeps some tens of megabytes.
  const env = { UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '1', ...process.env }
  // By the channel the service learns when this process is killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const running = run(node, args, { cwd: process.cwd(), env, stdio })
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isAsked = true))
  // After a signal to this process as well, it would count as a second request to stop.
  npmEnded.addEventListener('abort', () => isAsked || process.kill(process.pid, 'SIGTERM'))
  return running
}

/** Aborts when npm has started this process and it has lost its parent process. */
function endOfNpm() {
  const ended = new AbortController()
  const { ppid } = process
  if (!process.env.npm_lifecycle_script?.includes('weir')) return ended.signal
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    ended.abort()
  }, 500)
  // It must not keep the process running.
  timer.unref()
  return ended.signal
}
