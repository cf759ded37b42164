import type { Browsers } from './browsers.ts'

interface EnhancedBrowsersOptions {
  readonly plain: Browsers
  /** For pages of `enhanced`; undefined without a full browser. */
  readonly enhanced: Browsers | undefined
}

/** Loads pages of `enhanced` in browsers of their own, and all others in plain ones. */
export function withEnhancedBrowsers({ plain, enhanced }: EnhancedBrowsersOptions): Browsers {
  if (!enhanced) return plain
  return {
    isAvailable: plain.isAvailable,
    hasEnhanced: true,
    withPage: (setting, caller, use) =>
      (setting.proxy === 'enhanced' ? enhanced : plain).withPage(setting, caller, use),
    describe: () => plain.describe(),
    complaint: () => plain.complaint() ?? enhanced.complaint(),
    gauges() {
      const [one, other] = [plain.gauges(), enhanced.gauges()]
      return {
        running: one.running + other.running,
        started: one.started + other.started,
        open: one.open + other.open,
        waiting: one.waiting + other.waiting,
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([plain[Symbol.asyncDispose](), enhanced[Symbol.asyncDispose]()])
    },
  }
}
