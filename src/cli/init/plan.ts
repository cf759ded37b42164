import { existsSync } from 'node:fs'
import { lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import type { Addition } from './addition.ts'
import { agentClients, type AgentClient } from './clients.ts'

/** What is to be done with one file. */
export type SetupStep = Addition & {
  /** Below the folder of the project. */
  readonly file: string
  readonly title: string
}

export interface Project {
  readonly folder: string
  /** Of the MCP endpoint. */
  readonly url: string
  /** Text of the skill; undefined to write none. */
  readonly skill: string | undefined
}

/** Names of the clients that the project in `folder` shows signs of. */
export const clientsIn = (folder: string): readonly string[] =>
  Object.entries(agentClients)
    .filter(([, { signs }]) => signs.some((sign) => existsSync(join(folder, sign))))
    .map(([name]) => name)

/** What has to change for `clients`. Reads files and writes none. */
export async function planSteps(
  { folder, url, skill }: Project,
  clients: readonly AgentClient[],
): Promise<readonly SetupStep[]> {
  const steps: SetupStep[] = []
  for (const { title, file, skillFile, add } of clients) {
    steps.push({ file, title, ...(await additionTo(join(folder, file), (text) => add(text, url))) })
    if (skill === undefined) continue
    const addition = await additionTo(join(folder, skillFile), (text) => skillIn(text, skill))
    steps.push({ file: skillFile, title: `${title}, skill`, ...addition })
  }
  return steps
}

function skillIn(text: string | undefined, skill: string): Addition {
  if (text === undefined) return { state: 'added', text: skill, part: '' }
  if (text === skill) return { state: 'present' }
  const reason = 'It differs from the skill of this version. Delete it to get that.'
  return { state: 'refused', reason, byHand: '' }
}

async function additionTo(
  path: string,
  add: (text: string | undefined) => Addition,
): Promise<Addition> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return add(undefined)
  if (found.isFile()) return add(await readFile(path, 'utf8'))
  // A link could lead out of the project.
  const { byHand } = { byHand: '', ...add(undefined) }
  return { state: 'refused', reason: 'It is not a regular file.', byHand }
}

/** Writes the files of the steps that add something; each of them replaces its file at once. */
export async function writeSteps(folder: string, steps: readonly SetupStep[]): Promise<void> {
  for (const step of steps) {
    if (step.state !== 'added') continue
    const path = join(folder, step.file)
    makeFolder(dirname(path))
    const mode = (await lstat(path).catch(() => undefined))?.mode
    const temporary = `${path}.${process.pid}.new`
    await writeFile(temporary, step.text, { flag: 'wx', ...(mode !== undefined && { mode }) })
    await rename(temporary, path)
  }
}
