import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'
import { teamRoles, roles } from '#kernel/console-session.ts'
import { Id } from '#kernel/uuid.ts'
import { resultDays } from './work-contract.ts'

const passwordLengthMin = 12
const passwordLengthMax = 256

const Email = z.email({ error: 'This is not an e-mail address.' }).max(254)
export const Name = z.string().trim().min(1, { error: 'Enter a name.' }).max(100)
/** Of an existing person. */
const Password = z.string().max(passwordLengthMax)
const NewPassword = Password.min(passwordLengthMin, {
  error: `A password needs at least ${passwordLengthMin} characters.`,
})
const Token = z.string().max(64)
/** Of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(1, { error: 'Enter a code.' }).max(64)
const Role = z.enum(roles)
const TeamRole = z.enum(teamRoles)

export const Done = z.object({ success: z.literal(true) })
export const IdParams = z.object({ id: Id })

export const SetUp = z.strictObject({
  code: z.string().max(64),
  email: Email,
  name: Name,
  password: NewPassword,
})

export const SignInRequest = z.union([
  z.strictObject({ email: z.string().max(254), password: Password, code: Code.optional() }),
  z.strictObject({ key: z.string().max(256) }),
])

export const Confirmation = z.strictObject({ password: Password })
export const PasswordChange = z.strictObject({ password: Password, newPassword: NewPassword })

/** A person or a team has another name. */
export const zeroDataRetention = z.enum(['off', 'allowed', 'forced'])
export const Renaming = z.strictObject({ name: z.string().trim().min(1).max(200) })

const Person = z.object({ id: z.uuid(), email: z.string(), name: z.string() })

/** `set-up`: no person exists yet. */
export const SessionState = dataReply(
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('set-up') }),
    z.object({
      state: z.literal('signed-out'),
      singleSignOn: z.string().nullable(),
      /** Whether anybody has one. */
      hasPasskeys: z.boolean(),
    }),
    z.object({
      state: z.literal('signed-in'),
      sessionId: z.uuid(),
      /** Name of the provider with whose accounts people sign in. */
      singleSignOn: z.string().nullable(),
      hasPasskeys: z.boolean(),
      /** Null for a session of an access key. */
      person: Person.nullable(),
      role: Role,
      team: z.object({
        id: z.uuid(),
        name: z.string(),
        zeroDataRetention: z.string(),
        plan: z.string(),
      }),
      teams: z.array(z.object({ id: z.uuid(), name: z.string(), role: Role })),
    }),
  ]),
)
export type SessionState = z.output<typeof SessionState>

export const OpenSessionsReply = dataReply(
  z.array(
    z.object({
      id: z.uuid(),
      address: z.string(),
      agent: z.string(),
      createdAt: time,
      seenAt: time,
      isCurrent: z.boolean(),
    }),
  ),
)

export const PeopleReply = dataReply(
  z.array(
    Person.extend({
      role: TeamRole,
      isOperator: z.boolean(),
      createdAt: time,
      lastSeenAt: time.nullable(),
    }),
  ),
)

export const RoleChange = z.strictObject({ role: TeamRole })

export const NewInvite = z.strictObject({ role: TeamRole, email: Email.nullish() })

export const Invites = dataReply(
  z.array(
    z.object({
      id: z.uuid(),
      role: TeamRole,
      email: z.string().nullable(),
      createdBy: z.string(),
      createdAt: time,
      expiresAt: time,
    }),
  ),
)

/** The token is in the fragment of the link, which browsers do not send. */
export const CreatedLink = dataReply(z.object({ link: z.string(), expiresAt: time }))

export const LinkToken = z.strictObject({ token: Token })

export const LinkFacts = dataReply(
  z.object({
    kind: z.enum(['invite', 'reset']),
    team: z.string().nullable(),
    role: TeamRole.nullable(),
    email: z.string().nullable(),
  }),
)

/** For an existing person `password` is the present one, and `name` is not used. */
export const LinkUse = z.strictObject({
  token: Token,
  email: Email.optional(),
  name: Name.optional(),
  password: NewPassword,
})
export type LinkUse = z.output<typeof LinkUse>

/** Only events older than this one. */
export const EventsQuery = z.object({ before: Id.optional() })

/** What people did in the console, newest first. */
export const Events = dataReply(
  z.array(
    z.object({
      id: z.uuid(),
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      address: z.string(),
      createdAt: time,
    }),
  ),
)

/** Where the browser goes, and what it keeps meanwhile. */
export const OpenIdStart = dataReply(z.object({ url: z.string(), flow: z.string() }))

/** The query of the address to which the provider has led back. */
export const OpenIdReturn = z.strictObject({
  flow: z.string().max(4_096),
  query: z.string().startsWith('?').max(8_192),
})

export const CodeEntry = z.strictObject({ code: Code })

export const SecondFactorState = z.object({
  success: z.literal(true),
  /** Null where the password alone opens a session. */
  data: z.object({ recoveryLeft: z.number() }).nullable(),
})

/** A secret for an authenticator app, in Base32 and as the address that apps read from a QR code. */
export const PreparedFactor = dataReply(z.object({ secret: z.string(), url: z.string() }))

/** Returned only here. */
export const RecoveryCodes = dataReply(z.array(z.string()).max(10))

/** The path of a WebSocket, without a query. */
export const TicketRequest = z.strictObject({ path: z.string().startsWith('/v2/').max(300) })

/** The sub-protocol to open the WebSocket with. */
export const TicketReply = dataReply(z.object({ protocol: z.string() }))

/** What the library for passkeys gives to the browser. */
export const PasskeyOptions = dataReply(z.looseObject({ challenge: z.string() }))

const credentialIdMax = 2_048
/** `PublicKeyCredential.toJSON()` of the browser; the library for passkeys checks the rest of it. */
const Credential = z.looseObject({ id: z.string().max(credentialIdMax) })
export const NewPasskey = z.strictObject({ name: Name, credential: Credential })
export const PasskeySignIn = z.strictObject({ credential: Credential })
export const PasskeyParams = z.object({ id: z.string().max(credentialIdMax) })
export const PasskeysReply = dataReply(
  z.array(z.object({ id: z.string(), name: z.string(), createdAt: time, usedAt: time.nullable() })),
)

export const KeyRows = dataReply(
  z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      last4: z.string(),
      allowedEndpoints: z.array(z.string()),
      allowedFormats: z.array(z.string()),
      allowedHosts: z.array(z.string()),
      createdAt: time,
      revokedAt: time.nullable(),
      usedAt: time.nullable(),
    }),
  ),
)
export const KeysReply = KeyRows.extend({
  /** What a key can be restricted to. */
  restrictions: z.object({ endpoints: z.array(z.string()), formats: z.array(z.string()) }),
})

export const TeamSettingsReply = dataReply(
  z.object({
    allowedAddresses: z.array(z.string()),
    ownAddress: z.string(),
    safeMode: z.boolean(),
    resultDays,
  }),
)

export const SettingsReply = dataReply(
  z.array(
    z.object({
      module: z.string(),
      settings: z.array(
        z.object({
          variable: z.string(),
          meaning: z.string(),
          /** Null when it is not set; empty for a secret that is set. */
          value: z.string().nullable(),
          isSecret: z.boolean(),
        }),
      ),
    }),
  ),
)
export type ServiceSettings = z.output<typeof SettingsReply>['data']

const SavedRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  operation: z.string(),
  savedBy: z.string().nullable(),
  savedAt: time,
})
export const SavedRequestsReply = dataReply(z.array(SavedRequest))
/** `isPartial`: what may be a credential was left out, because the caller may not run the request. */
export const SavedRequestReply = dataReply(
  SavedRequest.extend({ values: z.looseObject({}), isPartial: z.boolean() }),
)
