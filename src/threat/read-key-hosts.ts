import { z } from 'zod'
import { readDomain } from './domain-list.ts'

const keyHostsMax = 100
const lengthMax = 2_048

/** Hosts that a key is restricted to, each once: `shop.example`, `*.shop.example` for its subdomains, or a URL, whose host is taken. */
export const KeyHosts = z
  .array(
    z
      .string()
      .trim()
      .max(lengthMax)
      .transform((text, context) => {
        const host = readDomain(URL.parse(text)?.hostname ?? text)
        if (host !== undefined) return host
        context.addIssue(
          `"${text.slice(0, 80)}" is not a host. Write shop.example, or *.shop.example for its subdomains.`,
        )
        return z.NEVER
      }),
  )
  .max(keyHostsMax)
  .transform((hosts) => [...new Set(hosts)])
