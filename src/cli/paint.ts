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
 * Colours that foreign text cannot imitate: inside texts they are random marks, which are replaced by escape sequences after
 * all other control sequences have been removed.
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
