#!/usr/bin/env node
/**
 * The `weir` command. On a bare clone it installs the packages and finds Node 24 first,
 * then runs src/cli/weir.ts: in this process when it is new enough, else in one that is. The service always runs in one of its own.
 */
import fs from 'node:fs'
import inspector from 'node:inspector'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideNode } from './parts.mjs'
import { installPackages, root, run, say } from './set-up.mjs'
import { supervise } from './supervise.mjs'

/** npm and npx end at some signals without forwarding them. */
const npmEnded = endOfNpm()
/** Set in the process of the service by the one that restarts it, and taken out of the environment there. */
const isService = process.env.WEIR_SUPERVISOR !== undefined
// Most new objects of a service are short-lived, so a small young generation is enough.
const flags = ['--max-semi-space-size=4']
const words = process.argv.slice(2)

try {
  if (!isService) await installPackages()
  const node = await provideNode()
  // The compile cache is kept between starts; worker threads get it from the environment.
  process.env.NODE_COMPILE_CACHE ||= join(root, 'node_modules/.cache/compile')
  process.exitCode = await weir(node)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

function weir(node) {
  const isNew = node === process.execPath
  // A debugger stops the main thread, and is on one port.
  const isSupervised = words[0] === 'serve' && !isService && inspector.url() === undefined
  const args = [
    ...flags,
    ...(isNew ? process.execArgv : []),
    fileURLToPath(import.meta.url),
    ...words,
  ]
  if (!isSupervised) return isNew ? here() : elsewhere(node, args)
  stopWithNpm()
  return supervise(node, args, { isKilledWithIt: isNew })
}

async function here() {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { weir } = await import('#cli/weir.ts')
  return weir(words, npmEnded)
}

function elsewhere(node, args) {
  // By the channel the command learns when this process is killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const running = run(node, args, { cwd: process.cwd(), stdio })
  stopWithNpm()
  return running
}

function stopWithNpm() {
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isAsked = true))
  // After a signal to this process as well, it would count as a second request to stop.
  npmEnded.addEventListener('abort', () => isAsked || process.kill(process.pid, 'SIGTERM'))
}

/** Aborts when npm has started this process and it has lost npm, or the shell between both. */
function endOfNpm() {
  const ended = new AbortController()
  const { ppid } = process
  if (!process.env.npm_lifecycle_script?.includes('weir')) return ended.signal
  const npm = npmAbove(ppid)
  const timer = setInterval(() => {
    if (process.ppid === ppid && (npm === undefined || isRunning(npm))) return
    clearInterval(timer)
    ended.abort()
  }, 500)
  // It must not keep the process running.
  timer.unref()
  return ended.signal
}

/** The npm that has started the shell `pid`; undefined when there is none or the system does not say. */
function npmAbove(pid) {
  try {
    const parent = Number(/.*\) \S+ (\d+)/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
    const command = fs.readFileSync(`/proc/${parent}/cmdline`, 'utf8')
    return /\bnp[mx]\b/.test(command) ? parent : undefined
  } catch {
    return undefined
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
