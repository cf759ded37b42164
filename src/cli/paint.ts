import { randomBytes } from 'node:crypto'
import { printable } from '#kernel/printable.ts'

export type Paint = (text: string) => string

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
} as const

/**
 * Colours that foreign text cannot imitate: until the text is shown they are marks that only this process knows, so
 * that every other order to the terminal can be taken out.
 */
export function createPaint(hasColours: boolean) {
  const mark = `<${randomBytes(16).toString('hex')}>`
  const paint = ([begin, end]: readonly [number, number]): Paint =>
    hasColours ? (text) => `${mark}${begin}m${text}${mark}${end}m` : (text) => text
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    green: paint(codes.green),
    red: paint(codes.red),
    yellow: paint(codes.yellow),
    /** What a terminal gets. */
    show: (text: string) => printable(text).replaceAll(mark, '\x1b['),
  }
}
