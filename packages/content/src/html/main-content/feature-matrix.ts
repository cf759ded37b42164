/** A feature matrix in column order: one row per block of a page. */
export interface FeatureMatrix {
  readonly values: Float32Array
  /** Rows of the matrix. */
  readonly rowCount: number
}

export type CreateMatrix = (width: number, rowCount: number) => FeatureMatrix

/** A matrix of zeros. */
export const createMatrix: CreateMatrix = (width, rowCount) => ({
  values: new Float32Array(width * rowCount),
  rowCount,
})

/** Larger matrices get memory of their own. */
const sharedLengthMax = 1 << 20

/**
 * Makes matrices in the same memory, one after the other: each is valid until the next. The first use of new memory takes
 * longer than the computation of what is stored there.
 */
export function createMatricesInTurn(): CreateMatrix {
  let memory = new Float32Array(0)
  return (width, rowCount) => {
    const length = width * rowCount
    if (length > sharedLengthMax) return createMatrix(width, rowCount)
    if (length > memory.length) memory = new Float32Array(2 ** Math.ceil(Math.log2(length)))
    return { values: memory.subarray(0, length).fill(0), rowCount }
  }
}

/** The first columns of a matrix. */
export const firstColumns = (
  { values, rowCount }: FeatureMatrix,
  width: number,
): FeatureMatrix => ({ values: values.subarray(0, width * rowCount), rowCount })
