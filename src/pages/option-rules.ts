/** Waits in milliseconds, each with a timeout that is long enough for it. */
const waits = [500, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000, 60_000]
/** The timeout that counts when none is given. */
const usualTimeoutMs = 60_000

/** What the options of a page are refused for beside `optionRules`. */
export const optionRefusals = [
  'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
] as const

/** The rules between options of a page that a JSON Schema can say, for the OpenAPI document; `checkOptions` decides. */
export const optionRules = {
  allOf: [
    {
      anyOf: waits.map((waitFor) => ({
        properties: { waitFor: { maximum: waitFor }, timeout: { minimum: 2 * waitFor } },
        ...(2 * waitFor > usualTimeoutMs && { required: ['timeout'] }),
      })),
    },
  ],
}
