import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, password, requiredText } from './fields.ts'
import { user } from './identity.ts'
import { passkeyAssertion, passkeyAttestation, passkeyCreation, passkeyRequest } from './passkeys.ts'

/** Methods for the second step of a sign-in, after the password. */
export const secondStepMethods = ['app', 'passkey', 'recovery-code'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** Details of the answer 409 `identity.second-factor` to the right password: what the account has to go on with. */
export const secondStepNeeded = z.object({ methods: z.array(z.enum(secondStepMethods)) })

/** Six digits that change every 30 seconds; apps show them with a blank in the middle. */
const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d{3}\s?\d{3}$/, 'Enter the six digits that your app shows')

/** Four groups of four letters and digits, however they are typed. */
const recoveryCode = z.string().trim().min(1, 'Enter one of your recovery codes').max(50, 'At most 50 characters')

const byCode = [
  z.object({ method: z.literal('app'), code: oneTimeCode }),
  z.object({ method: z.literal('recovery-code'), code: recoveryCode }),
] as const
const byPasskey = z.object({ method: z.literal('passkey'), response: passkeyAssertion })

export const secondStep = z.discriminatedUnion('method', [...byCode, byPasskey])
export type SecondStep = z.output<typeof secondStep>

/** A second factor that is typed beside the password. */
const codeProof = z.discriminatedUnion('method', byCode)
export type CodeProof = z.output<typeof codeProof>

/** An account with a second factor gives a code beside the password; a passkey is both factors. */
export const confirmation = z.discriminatedUnion('method', [
  z.object({ method: z.literal('password'), password, factor: codeProof.optional() }),
  byPasskey,
])
export type Confirmation = z.output<typeof confirmation>

export const passkey = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
export type Passkey = z.infer<typeof passkey>

const name = requiredText(100, 'Give it a name that you will know it by')

/** Second factors that the caller has set up. */
export const secondFactors = z.object({
  /** null while there is none. */
  app: z
    .object({
      addedAt: instant,
      /** Its secret was encrypted with a key that the platform no longer has: no code can be checked. */
      isLost: z.boolean(),
    })
    .nullable(),
  passkeys: z.array(passkey),
  /** null while there is no second factor that they could stand in for; `madeAt` is null once all are used. */
  recoveryCodes: z.object({ left: z.number().int(), madeAt: instant.nullable() }).nullable(),
  /** The last one cannot be removed. */
  isRequired: z.boolean(),
})
export type SecondFactors = z.infer<typeof secondFactors>

/** Each works once, in place of a code. Shown this once; null when those that were made before stay valid. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** Signs out everywhere else. Other sessions that stay are asked for the factor at their next sensitive act. */
const endOtherSessions = z.boolean().default(true)

const appSetUp = z.object({
  /** Base32, for people who type it. */
  secret: z.string(),
  /** The same as `otpauth://` for the QR code, with who it is for. */
  uri: z.string(),
})

const signingIn = {
  who: 'anyone',
  hosts: 'both',
  scope: 'none',
  beforePasswordChange: true,
  duringMaintenance: true,
  sessionOnly: true,
} as const
/** Open to people who have to set up a second factor before anything else. */
const own = {
  who: 'signed-in',
  hosts: 'both',
  scope: 'none',
  beforeSecondFactor: true,
  sessionOnly: true,
} as const
const sensitive = { ...own, recentlyConfirmed: true } as const
const byId = z.object({ id })

export const secondFactorContract = {
  startPasskeySignIn: endpoint({
    method: 'GET',
    path: '/api/login/passkey',
    summary: 'A challenge for signing in with a passkey, valid once and for 5 minutes',
    access: signingIn,
    errors: [400],
    response: passkeyRequest,
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey, which counts as both factors',
    audit: 'auth.signed-in',
    access: signingIn,
    body: z.object({ response: passkeyAssertion }),
    errors: [401],
    response: user,
  }),
  startSecondStepPasskey: endpoint({
    method: 'GET',
    path: '/api/login/second-step',
    summary: 'A challenge for a passkey of the account whose right password was just given',
    access: signingIn,
    errors: [400, 401],
    response: passkeyRequest,
  }),
  completeSecondStep: endpoint({
    method: 'POST',
    path: '/api/login/second-step',
    summary: 'Sign in with a second factor, within 10 minutes of the right password and with at most 5 tries',
    audit: 'auth.signed-in',
    access: signingIn,
    body: secondStep,
    errors: [401],
    response: user,
  }),
  secondFactors: endpoint({
    method: 'GET',
    path: '/api/user/second-factor',
    summary: 'The authenticator app, passkeys and recovery codes of the caller',
    access: { ...own, beforePasswordChange: true },
    response: secondFactors,
  }),
  declineSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/second-factor/decline',
    summary: 'Offer the caller a second factor no more',
    audit: 'auth.second-factor-declined',
    access: { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true },
    response: user,
  }),
  startApp: endpoint({
    method: 'GET',
    path: '/api/user/authenticator-app',
    summary: 'A secret for an authenticator app; it counts once a code of it was confirmed, within 30 minutes',
    access: sensitive,
    errors: [409],
    response: appSetUp,
  }),
  addApp: endpoint({
    method: 'POST',
    path: '/api/user/authenticator-app',
    summary: 'Set the authenticator app up with a first code',
    audit: 'auth.authenticator-app-added',
    access: sensitive,
    body: z.object({ code: oneTimeCode, endOtherSessions }),
    response: newRecoveryCodes,
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/api/user/authenticator-app',
    summary: 'Remove the authenticator app',
    audit: 'auth.authenticator-app-removed',
    access: sensitive,
    response: 'none',
  }),
  startPasskey: endpoint({
    method: 'GET',
    path: '/api/user/passkeys',
    summary: 'A challenge for making a passkey, valid once and for 5 minutes',
    access: sensitive,
    errors: [400, 409],
    response: passkeyCreation,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    status: 201,
    summary: 'Add a passkey; at most 20',
    audit: 'auth.passkey-added',
    access: sensitive,
    body: z.object({ name, response: passkeyAttestation, endOtherSessions }),
    response: newRecoveryCodes,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/user/passkeys/{id}',
    summary: 'Give a passkey another name',
    audit: 'auth.passkey-renamed',
    access: own,
    params: byId,
    body: z.object({ name }),
    response: passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    summary: 'Remove a passkey',
    audit: 'auth.passkey-removed',
    access: sensitive,
    params: byId,
    response: 'none',
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/recovery-codes',
    summary: 'Make new recovery codes; those from before no longer work',
    audit: 'auth.recovery-codes-made',
    access: sensitive,
    response: newRecoveryCodes,
  }),
  recentConfirmation: endpoint({
    method: 'GET',
    path: '/api/user/confirmation',
    summary: 'Until when the caller counts as confirmed; 403 `identity.confirm` when they do not',
    access: { ...sensitive, beforePasswordChange: true },
    response: z.object({ until: instant }),
  }),
  startConfirmation: endpoint({
    method: 'GET',
    path: '/api/user/confirmation/passkey',
    summary: 'A challenge for confirming with a passkey, valid once and for 5 minutes',
    access: { ...own, beforePasswordChange: true },
    errors: [400, 409],
    response: passkeyRequest,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/user/confirmation',
    summary:
      'Confirm that it is still the same person, with a passkey or with the password and, where there is a second factor, a code; holds for 10 minutes',
    audit: 'auth.confirmed',
    access: { ...own, beforePasswordChange: true },
    body: confirmation,
    errors: [409],
    response: z.object({ until: instant }),
  }),
} as const
