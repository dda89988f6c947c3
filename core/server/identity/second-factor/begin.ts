import { z } from 'zod'
import type { SecondStepMethod } from '#core/contract/second-factor.ts'
import type { Host } from '#core/contract/tenancy.ts'
import { record } from '../../audit.ts'
import type { Core, PlatformScope } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { seal, unseal } from '../../secrets.ts'
import { issueChallenge } from './challenges.ts'
import { methodsOf } from './factors.ts'

/** A sign-in whose second step is pending. */
export interface SecondStepBegun {
  secondStep: string
  methods: SecondStepMethod[]
}

/** Provider that was the first proof, with what the session notes of it. */
const ssoProof = z.object({ providerId: z.string(), identityId: z.string(), session: z.string().nullable() })
export type SsoProof = z.infer<typeof ssoProof>

/**
 * Stores that a user gave the correct password, or came from an identity provider, and the methods for the second step.
 * Opens no session.
 */
export async function beginSecondStep(
  scope: PlatformScope,
  host: Host,
  { id, tenantId }: { id: string; tenantId: string | null },
  sso?: SsoProof,
): Promise<SecondStepBegun> {
  const secret = sso && seal(scope.core.env.sessionKey, JSON.stringify(sso))
  const secondStep = await issueChallenge(scope, { purpose: 'second-step', host, userId: id }, secret)
  await record(scope, {
    action: 'auth.second-factor-asked',
    category: 'auth',
    description: sso
      ? 'Came from an identity provider; the second factor is still to come'
      : 'Gave the right password; the second factor is still to come',
    resource: 'user',
    resourceId: id,
    tenantId,
  })
  return { secondStep, methods: await methodsOf(scope, id) }
}

/** Reads the provider that was the first proof of a step; undefined after a password. */
export function ssoProofOf({ env }: Core, secret: Buffer | null): SsoProof | undefined {
  if (secret === null) return undefined
  return ssoProof.parse(JSON.parse(unseal(env.sessionKey, secret) ?? ''))
}

/** Puts the token of the begun step into the cookie. @returns the answer for the caller */
export function askForSecondFactor({ request }: Http, { secondStep, methods }: SecondStepBegun): AppError {
  request.session.set('secondStep', secondStep)
  return new AppError('identity.second-factor', 409, 'Confirm your sign-in with your second factor', {
    details: { methods },
  })
}
