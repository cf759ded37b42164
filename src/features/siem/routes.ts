import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { SiemReply, siemRequest, SiemTestReply } from './contract.ts'
import { secretNeeded, type Siem } from './siem.ts'

const shared = { tag: 'Team', group: null, bucket: 'account', creditsRequired: 0 } as const

export function siemRoutes({ siem, ...rules }: UrlRules & { readonly siem: Siem }): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/team/siem',
      summary: 'Get the SIEM settings',
      reply: json(SiemReply),
      errors: ['FORBIDDEN'],
      handle: ({ call }) => siem.read(call),
    }),
    keyEndpoint({
      ...shared,
      method: 'PUT',
      role: 'admin',
      path: '/v2/team/siem',
      summary: 'Set where events of fetched URLs are sent',
      body: json(siemRequest(rules)),
      reply: json(SiemReply),
      errors: ['FORBIDDEN'],
      refusals: [secretNeeded],
      handle: ({ body, call }) => siem.write(body, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      role: 'admin',
      path: '/v2/team/siem/test',
      summary: 'Send a test event to the SIEM',
      reply: json(SiemTestReply),
      errors: ['FORBIDDEN', 'CONFLICT'],
      handle: ({ call }) => siem.test(call),
    }),
  ]
}
