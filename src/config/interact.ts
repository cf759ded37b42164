import { z } from 'zod'
import { optionalCountSetting, optionalUrlSetting, setting } from './setting.ts'

export const interactSettings = {
  sessionsMax: optionalCountSetting(
    'WEIR_INTERACT_SESSIONS_MAX',
    'Browser sessions that one team can have in one process, those of its agent runs included; other teams together have a quarter more, at least one. Their programs run on this machine, in boxes made by bubblewrap. The default is one per 400 MB of memory, at most 16. 0 disables browser sessions.',
    { min: 0, max: 1_000 },
  ),
  internalUrl: optionalUrlSetting(
    'WEIR_INTERNAL_URL',
    'URL at which the other processes of this service reach this one, for example `http://10.0.0.7:3002`. With several processes it must be set on those that run browser sessions, so that requests for a session are passed on to its process. What they pass includes headers and profiles of callers: use a private network or HTTPS.',
  ),
  liveViewFrameAncestors: setting(
    'WEIR_LIVE_VIEW_FRAME_ANCESTORS',
    z
      .string()
      .max(1_000)
      .regex(/^[\w*:/.' -]+$/)
      .default('*')
      .describe(
        "Sites that may embed the live view of a browser session, as the value of the CSP directive frame-ancestors, for example `'self' https://app.example.com`. The console of this service always may. Only who has the URL of a live view can embed it.",
      ),
  ),
}
