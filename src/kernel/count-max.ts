/** Largest number of a counter: what an integer column holds. What a caller may count is bounded by it. */
export const countMax = 2_147_483_647
