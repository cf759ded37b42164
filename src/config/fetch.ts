import { z } from 'zod'
import { bytes, setting } from './setting.ts'

export const fetchSettings = {
  userAgent: setting(
    'WEIR_USER_AGENT',
    z.string().default('Mozilla/5.0 (compatible; Weir/0.1)').describe('User-Agent sent to sites.'),
  ),
  robotsAgent: setting(
    'WEIR_ROBOTS_AGENT',
    z
      .string()
      .regex(/^[a-z_-]+$/i, 'must be letters, hyphens and underscores')
      .default('Weir')
      .describe('User agent name that is matched against robots.txt.'),
  ),
  pageBytesMax: setting(
    'WEIR_PAGE_BYTES_MAX',
    bytes(
      'Maximum size of a decompressed page body, in bytes. Texts longer than 50 MB are not read, whatever it is.',
    ).default(50 * 1024 * 1024),
  ),
  cacheBytesMax: setting(
    'WEIR_CACHE_BYTES_MAX',
    bytes(
      'Maximum disk space for cached page bodies, in bytes. The oldest are deleted first.',
    ).default(5 * 1024 ** 3),
  ),
}
