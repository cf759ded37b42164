const use =
  /(?<![\w-])((?:display|visibility) ?: ?)var\( ?(--[\w-]{1,60}) ?(?:, ?([\w-]{1,20}) ?)?\)/gi
/** Every use has this, and a search for it takes a fraction of the time. */
const mayUse = /y ?: ?var\(/i
const definition = /(?<![\w-])(--[\w-]{1,60}) ?: ?([\w-]{1,20}) ?(?=[;}!])/g

/**
 * Style sheets with the values of variables in place of their names where these decide whether something is shown. A variable with
 * several values, such as one of a theme, is left.
 */
export function resolveVariables(sheets: readonly string[]): readonly string[] {
  if (!sheets.some((sheet) => mayUse.test(sheet) && sheet.search(use) >= 0)) return sheets
  const values = new Map<string, string | undefined>()
  for (const sheet of sheets)
    for (const [, name = '', value] of sheet.matchAll(definition))
      values.set(name, !values.has(name) || values.get(name) === value ? value : undefined)
  return sheets.map((sheet) =>
    sheet.replaceAll(use, (...found: readonly (string | undefined)[]) => {
      const [whole = '', before = '', name = '', other] = found
      const value = values.has(name) ? values.get(name) : other
      return value === undefined ? whole : before + value
    }),
  )
}
