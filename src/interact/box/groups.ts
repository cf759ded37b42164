import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readErrorCode } from '#base/error-code.ts'

/** A control group for one box: the kernel limits its memory, that of the kernel included, and its processes. */
export interface BoxGroup {
  /** Puts a process into the group, and those that it starts from then on. */
  join(pid: number): void
  /** Whether processes were ended for their memory. */
  readonly tookTooMuch: boolean
  /** Ends what is left in the group and removes it. */
  remove(): Promise<void>
}

export interface GroupLimits {
  readonly memoryBytesMax: number
  readonly processesMax: number
}

const serviceName = 'weir-service'
const boxPrefix = 'weir-box-'
const controllers = ['memory', 'pids']
const removals = 50
const removeEveryMs = 100

/** Why the kernel cannot limit the memory of boxes, in one sentence; undefined if it can. Changes nothing. */
export function missingForGroups(): string | undefined {
  const found = groupOfService()
  return 'missing' in found ? found.missing : undefined
}

/** Version 2 of control groups, in which the service has a group of its own that belongs to its user. */
function groupOfService(): { readonly path: string } | { readonly missing: string } {
  const mount = /^\S+ (\S+) cgroup2 /m.exec(readText('/proc/self/mounts'))?.[1]
  const own = /^0::(\/.*)$/m.exec(readText('/proc/self/cgroup'))?.[1]
  if (mount === undefined || own === undefined)
    return { missing: 'This machine has no control groups of version 2.' }
  const within = join(mount, own)
  const path = basename(within) === serviceName ? dirname(within) : within
  const available = readText(join(path, 'cgroup.controllers')).split(/\s+/)
  const lacking = controllers.filter((name) => !available.includes(name))
  if (lacking.length > 0)
    return {
      missing: `The control group of the service has no controller for ${lacking.join(' and ')}.`,
    }
  // The group of the whole machine belongs to its init process.
  if (readText(join(path, 'cgroup.type')) === '' && readText('/proc/1/cgroup').trim() !== '0::/')
    return { missing: 'The service is not in a control group of its own.' }
  try {
    for (const name of ['', 'cgroup.procs', 'cgroup.subtree_control'])
      accessSync(join(path, name), constants.W_OK)
  } catch {
    return { missing: 'The control group of the service is not delegated to its user.' }
  }
  return { path }
}

/** Makes groups for boxes. */
export interface BoxGroups {
  create(limits: GroupLimits): BoxGroup
}

/**
 * Divides the control group of the service: a group with controllers must not contain processes itself, so those of the service move
 * into one below it. Undefined where it is not possible.
 */
export function divideGroup(): BoxGroups | undefined {
  const found = groupOfService()
  if ('missing' in found) return undefined
  const { path } = found
  const service = join(path, serviceName)
  try {
    mkdirSync(service, { recursive: true })
    moveAll(path, service)
    writeFileSync(
      join(path, 'cgroup.subtree_control'),
      controllers.map((name) => `+${name}`).join(' '),
    )
  } catch {
    moveAll(service, path)
    return undefined
  }
  for (const name of readdirSync(path))
    if (name.startsWith(boxPrefix)) removeEmpty(join(path, name))
  let last = 0
  return {
    create: (limits) => createGroup(join(path, `${boxPrefix}${process.pid}-${++last}`), limits),
  }
}

function moveAll(from: string, to: string): void {
  for (const pid of readText(join(from, 'cgroup.procs')).split('\n').filter(Boolean)) {
    try {
      writeFileSync(join(to, 'cgroup.procs'), pid)
    } catch {
      // It has ended, or cannot be moved: then the controllers are refused.
    }
  }
}

function createGroup(path: string, { memoryBytesMax, processesMax }: GroupLimits): BoxGroup {
  mkdirSync(path)
  const set = (name: string, value: number) => writeFileSync(join(path, name), String(value))
  set('memory.max', memoryBytesMax)
  set('memory.oom.group', 1)
  set('pids.max', processesMax)
  // Absent without swap.
  if (readText(join(path, 'memory.swap.max')) !== '') set('memory.swap.max', 0)
  return {
    join: (pid) => set('cgroup.procs', pid),
    get tookTooMuch() {
      return /^oom_kill [1-9]/m.test(readText(join(path, 'memory.events')))
    },
    async remove() {
      for (let tried = 0; tried < removals && !removeEmpty(path); tried++) {
        await sleep(removeEveryMs, undefined, { ref: false })
      }
    },
  }
}

/** Whether the group is gone; one with processes is not. */
function removeEmpty(path: string): boolean {
  try {
    rmdirSync(path)
    return true
  } catch (thrown) {
    return readErrorCode(thrown) === 'ENOENT'
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
