import type { PasskeyAssertion, PasskeyRequest } from '#core/contract/passkeys.ts'
import { record } from '../../audit.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { maySignIn, openSession, refuseClosed, type SignedIn } from '../sign-in.ts'
import { accountById } from '../users.ts'
import { issueChallenge } from './challenges.ts'
import { notePasskeyUse } from './passkeys.ts'
import { provePasskey, relyingParty, requestFor } from './webauthn.ts'

const wrongPasskey = () =>
  new AppError('identity.wrong-passkey', 401, 'This passkey does not open an account here. Sign in with your password.')

/** No list of credentials: a passkey identifies its own account. */
export function startPasskeySignIn(core: Core, http: Http): Promise<PasskeyRequest> {
  const party = relyingParty(core, http)
  return core.db.platform(http.actor, async (scope) =>
    requestFor(party, await issueChallenge(scope, { purpose: 'passkey-sign-in', host: http.host })),
  )
}

/**
 * Signs in with a passkey alone: the device has verified its holder, so that it counts as both factors. It opens the one
 * account that it was made for, where that may sign in with its password too.
 * @throws identity.wrong-passkey 401, and what signing in throws at people whose organization is closed or whose address
 *   is unverified
 */
export async function signInWithPasskey(core: Core, http: Http, answer: PasskeyAssertion): Promise<SignedIn> {
  const { host, actor } = http
  const proof = await provePasskey(core, http, { purpose: 'passkey-sign-in', host }, answer)
  const { passkey } = proof
  const account = passkey && (await core.db.platform(actor, (scope) => accountById(scope, passkey.userId)))
  const refuse = async (reason: string): Promise<never> => {
    await core.db.platform(actor, (scope) =>
      record(scope, {
        action: 'auth.sign-in-failed',
        category: 'auth',
        severity: 'warning',
        description: 'Sign-in with a passkey failed',
        resource: 'user',
        resourceId: account?.id,
        tenantId: account?.tenantId ?? null,
        success: false,
        errorMessage: reason,
      }),
    )
    throw wrongPasskey()
  }
  if (!proof.isValid) return refuse(proof.reason)
  if (!account || !maySignIn(account, host)) return refuse('The account may not sign in on this host')
  await refuseClosed(core, actor, account)
  const signedIn = await core.db.platform(actor, async (scope) =>
    (await notePasskeyUse(scope, proof.passkey.id, proof.counter))
      ? openSession(scope, host, account.id, 'passkey')
      : undefined,
  )
  return signedIn ?? refuse('The passkey was used for another sign-in at the same moment')
}
