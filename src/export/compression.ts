import { packedPartBytes } from '#kernel/packing.ts'

/** Compressing a shorter text takes less time than passing it to a thread. */
export const threadBytesMin = 16_384
/** Twice as fast as the default, for files that are 2% larger. */
export const effort = { level: 3, chunkSize: packedPartBytes }
