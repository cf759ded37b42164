import { markdownTable } from './markdown-table.ts'
import { modules } from './modules.ts'
import { withPart } from './printed-part.ts'

const start = '<!-- modules: printed from scripts/modules.ts by npm run docs -->'
const end = '<!-- end of modules -->'

/** Returns ARCHITECTURE.md with a new diagram and table of modules. Throws if the page has no section for them. */
export function withModules(page: string): string {
  return withPart(page, { start, end, part: `\n${diagram()}\n\n${table()}\n` })
}

/** One line per layer, the highest first. A module imports modules of lower layers only. */
function diagram(): string {
  const layers: string[][] = []
  for (const name of Object.keys(modules)) (layers[findLayer(name)] ??= []).push(name)
  const lines = layers.map((names, layer) => `${layer}   ${names.toSorted().join('   ')}`)
  return `Modules by layer; each imports only modules of lower layers:\n\n\`\`\`\n${lines.toReversed().join('\n')}\n\`\`\``
}

/** Zero for a module without imports, else one more than the highest layer it imports. */
function findLayer(name: string, importers: readonly string[] = []): number {
  if (importers.includes(name))
    throw new Error(`Modules import each other: ${importers.join(', ')}`)
  const imports = modules[name]?.imports ?? []
  return Math.max(-1, ...imports.map((imported) => findLayer(imported, [...importers, name]))) + 1
}

function table(): string {
  const names = Object.keys(modules).toSorted(
    (a, b) => findLayer(b) - findLayer(a) || (a < b ? -1 : 1),
  )
  const rows = names.map((name) => {
    const { purpose = '', imports = [] } = modules[name] ?? {}
    return [`\`${name}\``, purpose, imports.map((imported) => `\`${imported}\``).join(' ') || '–']
  })
  return markdownTable([['module', 'purpose', 'imports'], ...rows])
}
