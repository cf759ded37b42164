import type { Addition } from './addition.ts'

/** Adds a table `[parent.name]` at the end of a TOML file. Nothing of the file changes. */
export function addToToml(
  text: string | undefined,
  [parent, name]: readonly [parent: string, name: string],
  values: Readonly<Record<string, string>>,
): Addition {
  // JSON strings are valid in TOML.
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  const table = `[${parent}.${name}]\n${lines.join('\n')}\n`
  if (text === undefined || text.trim() === '') return { state: 'added', text: table, part: table }
  const unix = text.replaceAll('\r\n', '\n')
  if (unix.endsWith(`\n${table}`) || unix.includes(`\n${table}\n`) || unix.startsWith(table))
    return { state: 'present' }
  const refuse = (reason: string): Addition => ({ state: 'refused', reason, byHand: table })
  const names = tableNames(unix)
  if (
    names.some((found) => found === `${parent}.${name}` || found.startsWith(`${parent}.${name}.`))
  )
    return refuse(`It has another table ${parent}.${name}.`)
  // A table cannot be added to what is written as a value.
  if (unix.split('\n').some((line) => setsValue(line.trim(), parent)))
    return refuse(`Its ${parent} is not written as tables.`)
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = unix.endsWith('\n') ? '\n' : '\n\n'
  return { state: 'added', text: text + `${gap}${table}`.replaceAll('\n', end), part: table }
}

/** Names in headers of tables, without quotes and spaces. */
const tableNames = (text: string) =>
  text.split('\n').flatMap((line) => {
    const found = /^\s*\[{1,2}([^[\]]{1,200})\]/.exec(line)?.[1]
    return found === undefined ? [] : [found.replaceAll(/["'\s]/g, '')]
  })

const setsValue = (line: string, name: string) =>
  line.startsWith(name) && /^\s*[.=]/.test(line.slice(name.length))
