import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { languages } from '#interact/language.ts'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'

const codeBytesMax = 100_000

export const CreateRequest = z
  .object({
    ttl: z.int().min(30).max(3_600).default(600).meta({
      description: 'Seconds after which the session ends.',
    }),
    activityTtl: z.int().min(10).max(3_600).default(300).meta({
      description: 'Seconds without a call after which the session ends.',
    }),
    streamWebView: z.boolean().default(true).meta({
      description: 'Whether the session has a live view.',
    }),
    recordSession: z.boolean().default(true).meta({
      description:
        'Whether the pages of the session are recorded. Teams with zero data retention are never recorded.',
    }),
    profile: z
      .object({ name: z.string().min(1).max(128), saveChanges: z.boolean().default(true) })
      .optional(),
    integration: z.string().max(128).nullish(),
    origin: z.string().max(1_024).optional(),
  })
  .meta({ id: 'BrowserCreateRequest', description: 'A browser session to create.' })
export type CreateRequest = z.output<typeof CreateRequest>

/** The text for a program that no schema refuses. */
export const codeTooLong = 'Code must not exceed 100,000 UTF-8 bytes.'

const work = {
  code: z
    .string()
    .min(1)
    .max(codeBytesMax)
    .refine((code) => new TextEncoder().encode(code).length <= codeBytesMax, {
      error: codeTooLong,
    })
    .optional()
    .meta({ description: 'The program.' }),
  prompt: z.string().min(1).max(10_000).optional().meta({
    description: 'A task for the language model, which uses the browser; instead of a program.',
  }),
  language: z.enum(languages).default('node').meta({ description: 'Language of the program.' }),
  timeout: z.number().min(1).max(300).optional().meta({
    description: 'Seconds after which the program is ended: 30, or 300 for a prompt, by default.',
  }),
  origin: z.string().max(1_024).optional(),
  integration: z.string().max(128).nullish(),
}

const hasWork = ({ code, prompt }: { code?: string | undefined; prompt?: string | undefined }) =>
  code !== undefined || prompt !== undefined
const either = [{ required: ['code'] }, { required: ['prompt'] }]
const noWork = { error: "Either 'code' or 'prompt' must be provided." }

export const ExecuteRequest = z.object(work).refine(hasWork, noWork).meta({
  id: 'BrowserExecuteRequest',
  description: 'A program or a prompt for a browser session.',
  anyOf: either,
})

export const BoundRequest = strictBody({
  ...work,
  existingSessionId: Id.optional().meta({
    description: 'The session that the scrape must have; another one or none is an error.',
  }),
  ttl: CreateRequest.shape.ttl,
  activityTtl: CreateRequest.shape.activityTtl,
})
  .refine(hasWork, noWork)
  .meta({
    id: 'ScrapeInteractRequest',
    description: 'A program or a prompt for the page of a scrape.',
    anyOf: either,
  })
export type WorkRequest = Pick<
  z.output<typeof BoundRequest>,
  'code' | 'prompt' | 'language' | 'timeout'
>

/** Any text: what is not the id of a session is an unknown one. */
export const SessionParams = z.object({
  id: z.string().max(1_024).meta({ description: 'Id of the browser session.' }),
})

const status = z.enum(['active', 'destroyed', 'error'])
export const SessionsQuery = z.object({
  status: status.optional(),
  before: Id.optional().meta({ description: 'Lists only sessions behind this one.' }),
})
export type SessionsQuery = z.output<typeof SessionsQuery>

const views = {
  cdpUrl: z.string().nullable().meta({
    description:
      'WebSocket URL of the DevTools protocol; its token gives access to the browser. Null after the end, and for viewers of the console.',
  }),
  liveViewUrl: z.string().nullable().meta({
    description: 'Page that shows the browser; null if streamWebView is false.',
  }),
  interactiveLiveViewUrl: z.string().nullable().meta({
    description:
      'Page that shows the browser and passes input on; its token gives access to the browser.',
  }),
}

const watchedLimits = z
  .array(z.enum(['memory']))
  .max(1)
  .optional()
  .meta({
    description:
      'Limits of programs that are kept by watching only, so that a program can exceed them for a moment; absent where the kernel keeps all.',
  })

export const CreateReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    ...views,
    expiresAt: time,
    watchedLimits,
    playlistUrl: z.url().optional().meta({
      description: 'Recording of the first page, as HLS; present if the session is recorded.',
    }),
  })
  .meta({ id: 'BrowserSessionCreated', description: 'The new session.' })

const expiresAt = time.optional().meta({
  description: 'When the session ends at the latest; absent after its end.',
})

export const SessionReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    status,
    ...views,
    expiresAt,
    watchedLimits,
    sessionDurationMs: z.number().optional(),
    creditsBilled: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'BrowserSession', description: 'The state of a session.' })

export const SessionsReply = z
  .object({
    success: z.literal(true),
    sessions: z
      .array(
        z.object({
          id: z.uuid(),
          status,
          cdpUrl: z.string().meta({ description: 'Empty where it is null for one session.' }),
          liveViewUrl: z.string().meta({ description: 'Empty where it is null for one session.' }),
          interactiveLiveViewUrl: views.interactiveLiveViewUrl,
          streamWebView: z.boolean(),
          createdAt: time,
          lastActivity: time,
          expiresAt,
        }),
      )
      .max(100),
  })
  .meta({ id: 'BrowserSessions', description: 'Sessions of the team, newest first.' })

export const ExecuteReply = z
  .object({
    success: z.literal(true),
    stdout: z.string(),
    result: z.string().meta({
      description: 'The value of the last expression; what the program printed if there is none.',
    }),
    stderr: z.string(),
    exitCode: z.int(),
    killed: z.boolean().meta({ description: 'Whether the program exceeded a limit.' }),
    truncated: z.boolean().optional().meta({ description: 'Present if output was dropped.' }),
    error: z.string().optional().meta({ description: 'Present if the program failed.' }),
    output: z.string().optional().meta({ description: 'What the language model answered.' }),
  })
  .meta({ id: 'BrowserExecution', description: 'What the program returned.' })

export const BoundReply = z
  .object({
    ...ExecuteReply.shape,
    success: z.boolean().meta({ description: 'Whether the program succeeded.' }),
    sessionId: z.uuid(),
    ...views,
  })
  .meta({ id: 'ScrapeInteraction', description: 'What the program or the prompt returned.' })

export const EndReply = z
  .object({
    success: z.literal(true),
    status,
    sessionDurationMs: z.number().optional(),
    creditsBilled: z.int(),
    cleanupQueued: z.boolean().optional().meta({
      description: 'Present if the session has not ended yet.',
    }),
  })
  .meta({ id: 'BrowserSessionEnded', description: 'The end of a session and its cost.' })

export const BoundEndReply = EndReply.omit({ status: true }).meta({
  id: 'ScrapeInteractionEnded',
  description: 'The end of the session of a scrape and its cost.',
})

const milliseconds = z.int().min(0)

export const ReplayReply = z
  .object({
    success: z.literal(true),
    pages: z
      .array(
        z.object({
          pageId: z.string(),
          url: z.url().meta({ description: 'HLS playlist of the page.' }),
          pageUrl: z.string().meta({ description: 'The last URL of the page.' }),
          startTimeMs: milliseconds.meta({ description: 'Since the recording began.' }),
          endTimeMs: milliseconds,
        }),
      )
      .max(100),
    pageCount: z.int(),
    playlistUrl: z.url().meta({ description: 'HLS playlist of the first page.' }),
  })
  .meta({ id: 'BrowserReplay', description: 'The recorded pages of a session.' })
