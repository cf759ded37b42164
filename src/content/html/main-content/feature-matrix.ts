/** A feature matrix in column order: one row per block of a page. */
export interface FeatureMatrix {
  readonly values: Float32Array
  /** Rows of the matrix. */
  readonly rowCount: number
}

export const createMatrix = (width: number, rowCount: number): FeatureMatrix => ({
  values: new Float32Array(width * rowCount),
  rowCount,
})

/** Fills a matrix row by row. */
export function createRowWriter({ values, rowCount }: FeatureMatrix) {
  let position = 0
  return {
    startRow(index: number, column = 0) {
      position = index + column * rowCount
    },
    add(numbers: readonly number[]) {
      for (let index = 0; index < numbers.length; index++) {
        values[position] = numbers[index] as number
        position += rowCount
      }
    },
    addOne(number: number) {
      values[position] = number
      position += rowCount
    },
    skip(width: number) {
      position += width * rowCount
    },
    addBits(bits: number, width: number) {
      for (let rest = bits, at = position; rest !== 0; rest >>>= 1, at += rowCount) {
        if (rest & 1) values[at] = 1
      }
      position += width * rowCount
    },
  }
}
