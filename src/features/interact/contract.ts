import { z } from 'zod'
import { languages } from '#interact/languages.ts'

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
    recordSession: z.boolean().default(true),
    profile: z
      .object({ name: z.string().min(1).max(128), saveChanges: z.boolean().default(true) })
      .optional(),
    integration: z.string().max(128).nullish(),
    origin: z.string().max(1_024).optional(),
  })
  .meta({ id: 'BrowserCreateRequest', description: 'A browser session to create.' })
export type CreateRequest = z.output<typeof CreateRequest>

export const ExecuteRequest = z
  .object({
    code: z
      .string()
      .min(1)
      .max(codeBytesMax)
      .refine((code) => Buffer.byteLength(code) <= codeBytesMax, {
        error: 'Code must not exceed 100,000 UTF-8 bytes.',
      })
      .meta({ description: 'The program.' }),
    language: z.enum(languages).default('node').meta({ description: 'Language of the program.' }),
    timeout: z.number().min(1).max(300).default(30).meta({
      description: 'Seconds after which the program is ended.',
    }),
    origin: z.string().max(1_024).optional(),
    integration: z.string().max(128).nullish(),
  })
  .meta({ id: 'BrowserExecuteRequest', description: 'A program to run in a browser session.' })

/** Any text: what is not the id of a session is an unknown one. */
export const SessionParams = z.object({
  id: z.string().max(1_024).meta({ description: 'Id of the browser session.' }),
})

const status = z.enum(['active', 'destroyed', 'error'])
export const SessionsQuery = z.object({ status: status.optional() })

const views = {
  cdpUrl: z.string().nullable().meta({
    description: 'WebSocket URL of the DevTools protocol; its token gives access to the browser.',
  }),
  liveViewUrl: z.string().nullable().meta({
    description: 'Page that shows the browser; null if streamWebView is false.',
  }),
  interactiveLiveViewUrl: z.string().nullable().meta({
    description:
      'Page that shows the browser and passes input on; its token gives access to the browser.',
  }),
}

export const CreateReply = z
  .object({ success: z.literal(true), id: z.uuid(), ...views, expiresAt: z.iso.datetime() })
  .meta({ id: 'BrowserSessionCreated', description: 'The new session.' })

export const SessionReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    status,
    ...views,
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
          ...views,
          streamWebView: z.boolean(),
          createdAt: z.iso.datetime(),
          lastActivity: z.iso.datetime(),
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
  })
  .meta({ id: 'BrowserExecution', description: 'What the program returned.' })

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
