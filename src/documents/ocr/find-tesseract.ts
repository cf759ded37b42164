import { accessSync, constants } from 'node:fs'

const places = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract']

/** Path of the installed tesseract program; undefined when there is none. */
export function findTesseract(configured?: string): string | undefined {
  const found = [...(configured === undefined ? places : [configured])].find(isProgram)
  if (configured !== undefined && found === undefined) {
    throw new Error(`WEIR_TESSERACT_PATH names no program: ${configured}`)
  }
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
