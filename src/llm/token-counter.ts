import type { TokenTotals } from './spend.ts'

/** Tokens for `/metrics`. */
export const tokenCounter = (parts: { readonly totals: () => TokenTotals }) => ({
  name: 'weir_llm_tokens_total',
  help: 'Tokens of the language model, by kind: input and output.',
  label: 'kind',
  read() {
    const { input, output } = parts.totals()
    return { input, output }
  },
})
