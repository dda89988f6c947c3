import type { PasskeyRequest } from '#core/contract/passkeys.ts'
import type { Confirmation } from '#core/contract/second-factor.ts'
import { record } from '../../audit.ts'
import type { Core, PlatformScope, Session } from '../../core.ts'
import { AppError, invalidField, unauthenticated } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { signedIn } from '../../http/mount.ts'
import { confirmPassword } from '../confirmation.ts'
import { accountById } from '../users.ts'
import { issueChallenge, type Occasion } from './challenges.ts'
import { confirmedUntil } from './confirmed.ts'
import { credentialsOf, notePasskeyUse } from './passkeys.ts'
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
 * Whoever has the session proves again who they are, and may do for 10 minutes what is sensitive.
 * @throws invalid at `password`, identity.passkey 400, identity.locked 429 as at sign-in
 */
export async function confirm(core: Core, http: Http, given: Confirmation): Promise<{ until: string }> {
  const session = signedIn(http)
  if (given.method === 'password') return confirmByPassword(core, http, session, given.password)
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

async function confirmByPassword(
  core: Core,
  http: Http,
  session: Session,
  password: string,
): Promise<{ until: string }> {
  const { actor } = http
  const account = await core.db.platform(actor, (scope) => accountById(scope, session.user.id))
  if (!account) throw unauthenticated()
  await confirmPassword(core, http, account, password, invalidField('password', 'This is not your password'))
  return core.db.platform(actor, (scope) => markConfirmed(scope, session, 'password'))
}

/** @throws unauthenticated when the session has ended meanwhile */
async function markConfirmed(
  scope: PlatformScope,
  { id, user }: Session,
  method: Confirmation['method'],
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

async function recordFailure(core: Core, { actor }: Http, { user }: Session, reason: string): Promise<void> {
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'auth.confirmation-failed',
      category: 'auth',
      severity: 'warning',
      description: 'Could not confirm who they are',
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
      success: false,
      errorMessage: reason,
    }),
  )
}
