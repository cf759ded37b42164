/** A feature matrix in column order: one row per block of a page. */
export interface Columns {
  readonly values: Float32Array
  /** Rows of the matrix. */
  readonly count: number
}

export const emptyColumns = (width: number, count: number): Columns => ({
  values: new Float32Array(width * count),
  count,
})

/** Fills a matrix row by row. */
export function createWriter({ values, count }: Columns) {
  let position = 0
  return {
    startBlock(index: number, column = 0) {
      position = index + column * count
    },
    add(numbers: readonly number[]) {
      for (let index = 0; index < numbers.length; index++) {
        values[position] = numbers[index] as number
        position += count
      }
    },
    addOne(number: number) {
      values[position] = number
      position += count
    },
    skip(width: number) {
      position += width * count
    },
    addBits(bits: number, width: number) {
      for (let rest = bits, at = position; rest !== 0; rest >>>= 1, at += count) {
        if (rest & 1) values[at] = 1
      }
      position += width * count
    },
  }
}
