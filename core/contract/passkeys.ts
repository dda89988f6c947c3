import { z } from 'zod'

// The JSON forms of WebAuthn (level 3, section 5.1), as far as the platform uses them.

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'Not what a passkey answers')

const descriptor = z.object({ id: z.string(), type: z.literal('public-key') })

/** Request to a browser to use a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Left out when any passkey of the platform is accepted. */
  allowCredentials: z.array(descriptor).optional(),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** Request to a browser to create a passkey. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** Identity of the passkey that has answered. */
const answered = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
}

/** A passkey's proof that its owner is here. */
export const passkeyAssertion = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    /** User handle of the account, as it was given to the passkey when it was created. */
    userHandle: base64url(100).optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A new passkey, and the proof of the device that it has just been made. */
export const passkeyAttestation = z.object({
  ...answered,
  response: z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(16_000) }),
})
export type PasskeyAttestation = z.output<typeof passkeyAttestation>
