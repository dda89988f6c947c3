import type { PasskeyRequest } from '#core/contract/passkeys.ts'
import type { CodeProof, Confirmation } from '#core/contract/second-factor.ts'
import { record } from '../../audit.ts'
import type { Core, PlatformScope } from '../../core.ts'
import type { Session } from '../signed-in-session.ts'
import { AppError, invalidField, unauthenticated } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { signedIn } from '../../http/mount.ts'
import { confirmPassword } from '../confirmation.ts'
import { accountById, type Account } from '../users.ts'
import { issueChallenge, type Occasion } from './challenges.ts'
import { confirmedUntil } from './require-confirmation.ts'
import { accountToChange, methodsOf } from './factors.ts'
import { credentialsOf, notePasskeyUse } from './passkeys.ts'
import { beginGuess, takeCode, notifyOfGuesses, wrongFactor } from './take-code.ts'
import { provePasskey, relyingParty, requestFor } from './webauthn.ts'
import { SessionModel } from '../session.ts'

const occasionOf = (http: Http): Occasion & { userId: string } => {
  const { id, user } = signedIn(http)
  return { purpose: 'confirmation', host: http.host, userId: user.id, sessionId: id }
}

/** @throws identity.no-passkey 409 */
export function startConfirmation(core: Core, http: Http): Promise<PasskeyRequest> {
  const party = relyingParty(core, http)
  const occasion = occasionOf(http)
  return core.db.platform(http.actor, async (scope) => {
    const { credentialIds } = await credentialsOf(scope, occasion.userId)
    if (credentialIds.length === 0)
      throw new AppError('identity.no-passkey', 409, 'You have no passkey. Confirm with your password.')
    return requestFor(party, await issueChallenge(scope, occasion), credentialIds)
  })
}

/**
 * Verifies the identity of the session's user again, with every factor that a sign-in needs. It allows sensitive acts
 * for 10 minutes.
 * @throws invalid at `password` or `code`, identity.passkey 400, identity.second-factor 409 for a password without the code
 *   that the account needs, identity.locked and identity.second-factor-wait 429 as at sign-in
 */
export async function confirm(core: Core, http: Http, given: Confirmation): Promise<{ until: string }> {
  const session = signedIn(http)
  if (given.method === 'password') return confirmByPassword(core, http, session, given)
  const proof = await provePasskey(core, http, occasionOf(http), given.response)
  const confirmed = await core.db.platform(http.actor, async (scope) =>
    proof.isValid && (await notePasskeyUse(scope, proof.passkey.id, proof.counter))
      ? markConfirmed(scope, session, 'passkey')
      : undefined,
  )
  if (confirmed) return confirmed
  await recordFailure(core, http, session, proof.isValid ? 'It was used elsewhere at the same moment' : proof.reason)
  throw new AppError('identity.passkey', 400, 'The passkey could not be verified. Please try again.')
}

type ByPassword = Extract<Confirmation, { method: 'password' }>

async function confirmByPassword(
  core: Core,
  http: Http,
  session: Session,
  { password, factor }: ByPassword,
): Promise<{ until: string }> {
  const { actor } = http
  const account = await core.db.platform(actor, async (scope) => {
    const found = await accountById(scope, session.user.id)
    if (!found) throw unauthenticated()
    await refuseWithoutFactor(scope, found, factor)
    return found
  })
  await confirmPassword(core, http, account, password, invalidField('password', 'This is not your password'))
  if (factor) return confirmByCode(core, http, session, factor)
  return core.db.platform(actor, async (scope) => {
    // A factor that was added since the check of the password counts: the lock puts the two acts in order.
    await refuseWithoutFactor(scope, await accountToChange(scope, account.id), undefined)
    return markConfirmed(scope, session, 'password')
  })
}

/** @throws identity.second-factor 409, before the password is checked: the error would otherwise reveal that it is correct */
async function refuseWithoutFactor(scope: PlatformScope, { id, secondFactor }: Account, factor: CodeProof | undefined) {
  if (secondFactor !== 'on' || factor) return
  throw new AppError(
    'identity.second-factor',
    409,
    'Confirm with a code of your authenticator app, a recovery code or a passkey as well.',
    { details: { methods: await methodsOf(scope, id) } },
  )
}

async function confirmByCode(core: Core, http: Http, session: Session, factor: CodeProof): Promise<{ until: string }> {
  const guesses = await core.db.platform(http.actor, (scope) => beginGuess(scope, session.user.id, factor.method))
  const confirmed = await core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, session.user.id)
    // The password alone suffices where the factor was removed meanwhile.
    if (account.secondFactor !== 'on') return markConfirmed(scope, session, 'password')
    const isRight = await takeCode(scope, account, factor, 'to confirm a sensitive act in your account')
    return isRight ? markConfirmed(scope, session, factor.method) : undefined
  })
  if (confirmed) return confirmed
  await recordFailure(core, http, session, wrongFactor[factor.method], guesses)
  throw invalidField('code', wrongFactor[factor.method])
}

/** @throws unauthenticated when the session has ended meanwhile */
async function markConfirmed(
  scope: PlatformScope,
  { id, user }: Session,
  method: Confirmation['method'] | CodeProof['method'],
): Promise<{ until: string }> {
  const now = scope.core.clock.now()
  const marked = await SessionModel.query(scope.trx).findById(id).patch({ confirmedAt: now.toISOString() })
  if (marked === 0) throw unauthenticated()
  await scope.core.invalidations.announce(scope, 'session', id)
  await record(scope, {
    action: 'auth.confirmed',
    category: 'auth',
    description: 'Confirmed who they are',
    resource: 'user',
    resourceId: user.id,
    tenantId: user.tenantId,
    metadata: { method },
  })
  return { until: confirmedUntil(now.getTime()).toISOString() }
}

async function recordFailure(
  core: Core,
  { actor }: Http,
  { user }: Session,
  reason: string,
  guesses = 0,
): Promise<void> {
  await core.db.platform(actor, async (scope) => {
    await record(scope, {
      action: 'auth.confirmation-failed',
      category: 'auth',
      severity: 'warning',
      description: 'Could not confirm who they are',
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
      success: false,
      errorMessage: reason,
    })
    const account = await accountById(scope, user.id)
    if (account) await notifyOfGuesses(scope, account, guesses)
  })
}
