import type { PasskeyRequest } from '#core/contract/passkeys.ts'
import type { SecondStep } from '#core/contract/second-factor.ts'
import { record } from '../../audit.ts'
import type { Core, PlatformScope } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { maySignIn, openSession, refuseClosed, type SignedIn } from '../sign-in.ts'
import { isStillLinked } from '../single-sign-on/find-account.ts'
import { accountById, type Account } from '../users.ts'
import { ssoProofOf, type SsoProof } from './begin.ts'
import { endSecondStep, findSecondStep, issueChallenge, MAX_TRIES, trySecondStep } from './challenges.ts'
import { credentialsOf, notePasskeyUse } from './passkeys.ts'
import { beginGuess, takeCode, notifyOfGuesses, wrongFactor } from './take-code.ts'
import { provePasskey, relyingParty, requestFor, type Proof } from './webauthn.ts'

const signInAgainError = () =>
  new AppError('identity.sign-in-again', 401, 'This took too long, or there were too many tries. Please sign in again.')

/** @throws identity.sign-in-again 401 when no second step is under way in this browser */
export async function startSecondStepPasskey(core: Core, http: Http): Promise<PasskeyRequest> {
  const party = relyingParty(core, http)
  const token = http.request.session.get('secondStep') ?? ''
  return core.db.platform(http.actor, async (scope) => {
    const userId = await findSecondStep(scope, token, http.host)
    if (userId === undefined) throw signInAgainError()
    const { credentialIds } = await credentialsOf(scope, userId)
    const challenge = await issueChallenge(scope, { purpose: 'second-step-passkey', host: http.host, userId })
    return requestFor(party, challenge, credentialIds)
  })
}

/**
 * Signs in a user who has just given the correct password in this browser and now proves a second factor.
 * @throws identity.sign-in-again 401, identity.wrong-code 401, identity.second-factor-wait 429, and what signing in
 *   throws at people whose organization is closed or whose address is unverified
 */
export async function completeSecondStep(core: Core, http: Http, given: SecondStep): Promise<SignedIn> {
  const { host, actor } = http
  const begun = await beginTry(core, http, given)
  if (!begun) throw signInAgainError()
  const { account, sso } = begun
  // An identity provider has confirmed the address that it opens an account by.
  await refuseClosed(core, actor, sso ? { ...account, emailVerified: true } : account, sso?.providerId)
  const proof =
    given.method === 'passkey'
      ? await provePasskey(core, http, { purpose: 'second-step-passkey', host, userId: account.id }, given.response)
      : undefined
  const signedIn = await core.db.platform(actor, async (scope) => {
    if (!(await isProven(scope, account, given, proof))) return undefined
    // One of two correct answers at once finds the step completed; its rollback restores the code it used up.
    if (!(await endSecondStep(scope, begun.id))) throw signInAgainError()
    if (sso && !(await isStillLinked(scope, sso.identityId))) throw signInAgainError()
    return openSession(scope, host, account.id, given.method, { sso })
  })
  return signedIn ?? refuse(core, http, begun, given, proof)
}

interface Try {
  id: string
  account: Account
  /** Attempts of this sign-in, this one included. */
  tries: number
  /** Wrong codes of the account since its last right one, this one included until it is known to be correct. */
  guesses: number
  /** Identity provider that was the first proof; undefined after a password. */
  sso: SsoProof | undefined
}

/** Counts the attempt in its own transaction, so that it counts even if the sign-in fails. */
async function beginTry(core: Core, { actor, host, request }: Http, { method }: SecondStep): Promise<Try | undefined> {
  const token = request.session.get('secondStep') ?? ''
  return core.db.platform(actor, async (scope) => {
    const step = await trySecondStep(scope, token, host)
    const account = step && (await accountById(scope, step.userId))
    if (!account || !maySignIn(account, host)) return undefined
    const { id, tries, secret } = step
    return { id, tries, account, sso: ssoProofOf(core, secret), guesses: await beginGuess(scope, account.id, method) }
  })
}

/** Uses up the given code or passkey answer. @returns false when it is wrong */
async function isProven(
  scope: PlatformScope,
  account: Account,
  given: SecondStep,
  proof: Proof | undefined,
): Promise<boolean> {
  if (given.method !== 'passkey') return takeCode(scope, account, given, 'to sign in to your account')
  return proof?.isValid === true && (await notePasskeyUse(scope, proof.passkey.id, proof.counter))
}

async function refuse(
  core: Core,
  { actor }: Http,
  { account, tries, guesses }: Try,
  { method }: SecondStep,
  proof: Proof | undefined,
): Promise<never> {
  await core.db.platform(actor, async (scope) => {
    await record(scope, {
      action: 'auth.second-factor-failed',
      category: 'auth',
      severity: 'warning',
      description: 'Gave the right password, and a wrong second factor',
      resource: 'user',
      resourceId: account.id,
      tenantId: account.tenantId,
      metadata: { method },
      success: false,
      errorMessage: proof?.isValid === false ? proof.reason : wrongFactor[method],
    })
    await notifyOfGuesses(scope, account, guesses)
  })
  throw tries < MAX_TRIES ? new AppError('identity.wrong-code', 401, wrongFactor[method]) : signInAgainError()
}
