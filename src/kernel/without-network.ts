import { spawnSync } from 'node:child_process'

/** Part of util-linux; it becomes the program that it starts, so that id, files and channels stay the same. */
const unsharePath = '/usr/bin/unshare'
/** For root, and for users who may make namespaces of their own. */
const ways = [['--net'], ['--user', '--map-current-user', '--net']]
const probeMsMax = 10_000

let known: readonly string[] | undefined

/**
 * What is put before a command so that it runs in a network namespace of its own, where nothing answers; empty where the kernel or
 * the container permits none. Tried once.
 */
export function withoutNetwork(): readonly string[] {
  known ??=
    ways
      .map((flags) => [unsharePath, ...flags, '--'])
      .find(([program = '', ...args]) => works(program, args)) ?? []
  return known
}

const works = (program: string, args: readonly string[]) =>
  spawnSync(program, [...args, '/bin/true'], { stdio: 'ignore', timeout: probeMsMax }).status === 0
