/** How long a page or a job is held by who works on it, unless that is renewed: a worker that dies is noticed after this time. */
export const holdMs = 15_000
