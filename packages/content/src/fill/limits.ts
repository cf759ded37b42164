/** Properties and arrays that rules look for; the others are named as not looked for. */
export const nodesMax = 600
export const arraysMax = 20
