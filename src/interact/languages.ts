import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Bind } from './box/box-arguments.ts'
import { devToolsPort, resultFd } from './box/code-box.ts'
import { tool } from './box/start-box.ts'
import type { Language } from './language.ts'

/** How the box runs a language: its command, which reads the code from standard input, and the files it needs. */
interface LanguageProgram {
  readonly command: readonly string[]
  readonly readable: readonly Bind[]
}

const pythonPath = '/usr/bin/python3'
const packageGlobs = [
  '/usr/lib/python3/dist-packages/playwright',
  '/usr/local/lib/python3*/{dist,site}-packages/playwright',
]

const findFolder = (name: string) =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

const nodePackage = (name: string): Bind => ({
  from: findFolder(name),
  to: `/driver/node_modules/${name}`,
})

/** Says what is missing for a language; undefined if it can run. */
export function missingFor(language: Language): string | undefined {
  if (language !== 'python') return undefined
  if (!existsSync(pythonPath)) return `${pythonPath} is missing.`
  if (pythonPackages() !== undefined) return undefined
  return 'The Python package "playwright" is missing; install it for the system with pip.'
}

/** Folder of the Python packages of the system that has Playwright. */
function pythonPackages(): string | undefined {
  const [found] = globSync(packageGlobs)
  return found === undefined ? undefined : dirname(found)
}

const environment = [
  '/usr/bin/env',
  `WEIR_RESULT_FD=${resultFd}`,
  `WEIR_CDP=ws://127.0.0.1:${devToolsPort}/`,
]

/** Returns how the box runs a language. Throws if something is missing for it. */
export function findProgram(language: Language): LanguageProgram {
  const missing = missingFor(language)
  if (missing !== undefined) throw new Error(missing)
  const driver = [nodePackage('playwright-core'), nodePackage('acorn')]
  if (language === 'node') {
    return {
      command: [
        ...environment,
        '/tools/node',
        '--disable-warning=ExperimentalWarning',
        '/tools/run-node.mjs',
      ],
      readable: [...driver, tool('run-node.mjs')],
    }
  }
  if (language === 'bash') {
    return {
      command: ['/bin/sh', '-c', `exec /bin/bash -s ${resultFd}>&-`],
      readable: [
        ...driver,
        tool('agent-browser.mjs'),
        { ...tool('agent-browser'), to: '/tools/agent-browser' },
      ],
    }
  }
  return {
    command: [
      ...environment,
      'PYTHONPATH=/packages',
      // The package may be installed without a Node of its own.
      'PLAYWRIGHT_NODEJS_PATH=/tools/node',
      pythonPath,
      '/tools/run-python.py',
    ],
    readable: [{ from: pythonPackages() ?? '', to: '/packages' }, tool('run-python.py')],
  }
}
