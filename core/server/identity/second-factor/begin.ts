import type { SecondStepMethod } from '#core/contract/second-factor.ts'
import type { Host } from '#core/contract/tenancy.ts'
import { record } from '../../audit.ts'
import type { PlatformScope } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { issueChallenge } from './challenges.ts'
import { methodsOf } from './factors.ts'

/** A sign-in whose second step is pending. */
export interface SecondStepBegun {
  secondStep: string
  methods: SecondStepMethod[]
}

/** Stores that a user gave the correct password, and the methods for the second step. Opens no session. */
export async function beginSecondStep(
  scope: PlatformScope,
  host: Host,
  { id, tenantId }: { id: string; tenantId: string | null },
): Promise<SecondStepBegun> {
  const secondStep = await issueChallenge(scope, { purpose: 'second-step', host, userId: id })
  await record(scope, {
    action: 'auth.second-factor-asked',
    category: 'auth',
    description: 'Gave the right password; the second factor is still to come',
    resource: 'user',
    resourceId: id,
    tenantId,
  })
  return { secondStep, methods: await methodsOf(scope, id) }
}

/** Puts the token of the begun step into the cookie. @returns the answer for the caller */
export function askForSecondFactor({ request }: Http, { secondStep, methods }: SecondStepBegun): AppError {
  request.session.set('secondStep', secondStep)
  return new AppError('identity.second-factor', 409, 'Confirm your sign-in with your second factor', {
    details: { methods },
  })
}
