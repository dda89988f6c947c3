import { isIP } from 'node:net'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '#core/contract/passkeys.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { passkeyByCredential, type StoredPasskey } from './passkeys.ts'
import { takeChallenge, type Occasion } from './challenges.ts'

// Loaded with the first passkey, since it takes 30 MB of memory for device certificates.
const webauthn = () => import('@simplewebauthn/server')

/** Milliseconds: as long as a challenge is valid. */
const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256 of COSE: one of them is in every device. */
const ALGORITHMS = [-8, -7, -257]

/** Relying party of passkeys, and the origin of the page that requests one. */
interface RelyingParty {
  id: string
  origin: string
}

/**
 * The relying party is the platform's domain, so that a passkey works on the hosts of all organizations. A domain of
 * one label, as `localhost` is, cannot be one for the hosts below it: there each host is its own relying party.
 * @throws identity.passkey-host 400 on a host that is not below the domain
 */
export function relyingParty({ env }: Core, { request }: Http): RelyingParty {
  const host = request.client.hostName.toLowerCase()
  const name = host.replace(/:\d+$/, '')
  const domain = env.platformDomain
  if ((name !== domain && !name.endsWith(`.${domain}`)) || isIP(name) !== 0) {
    throw new AppError('identity.passkey-host', 400, `Passkeys work on the hosts of ${domain} alone`)
  }
  const id = domain.includes('.') ? domain : name
  if (env.publicUrl === undefined) return { id, origin: `http://${host}` }
  const { protocol, port } = new URL(env.publicUrl)
  return { id, origin: `${protocol}//${name}${port && `:${port}`}` }
}

const descriptors = (credentialIds: readonly string[]) =>
  credentialIds.map((id) => ({ id, type: 'public-key' as const }))

/** @param credentialIds of the one account whose passkey is asked for; any passkey is accepted when it is left out */
export function requestFor({ id }: RelyingParty, challenge: string, credentialIds?: readonly string[]): PasskeyRequest {
  return {
    challenge,
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(credentialIds && { allowCredentials: descriptors(credentialIds) }),
  }
}

interface Owner {
  /** Name under which browsers list the passkey. */
  name: string
  displayName: string
  userHandle: Buffer
  credentialIds: readonly string[]
}

export function creationFor(
  { id }: RelyingParty,
  platformName: string,
  challenge: string,
  { name, displayName, userHandle, credentialIds }: Owner,
): PasskeyCreation {
  return {
    challenge,
    rp: { id, name: platformName },
    user: { id: userHandle.toString('base64url'), name, displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: descriptors(credentialIds),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** The challenge that was answered; empty when that cannot be read. */
function challengeIn({ response }: PasskeyAssertion | PasskeyAttestation): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** Result of checking an answer; `reason` says in the audit log why it proves nothing. */
export type Proof =
  | { isValid: true; passkey: StoredPasskey; counter: number }
  | { isValid: false; passkey: StoredPasskey | undefined; reason: string }

/** Checks a passkey's answer to the challenge of this occasion, and uses the challenge up in any case. */
export async function provePasskey(
  core: Core,
  http: Http,
  occasion: Occasion,
  answer: PasskeyAssertion,
): Promise<Proof> {
  const party = relyingParty(core, http)
  const challenge = challengeIn(answer)
  const { taken, passkey } = await core.db.platform(http.actor, async (scope) => ({
    taken: await takeChallenge(scope, challenge, occasion),
    passkey: await passkeyByCredential(scope, answer.id),
  }))
  const refused = (reason: string): Proof => ({ isValid: false, passkey, reason })
  if (!taken) return refused('The challenge is unknown, used or too old')
  if (!passkey) return refused('No account has this passkey')
  if (occasion.userId !== undefined && passkey.userId !== occasion.userId)
    return refused('Another account has this passkey')
  const { userHandle } = answer.response
  // Without a known account, the passkey itself must identify it.
  if (
    userHandle === undefined ? occasion.userId === undefined : userHandle !== passkey.userHandle.toString('base64url')
  ) {
    return refused('The passkey names another account')
  }
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) return refused('The signature is wrong')
    return { isValid: true, passkey, counter: authenticationInfo.newCounter }
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'It cannot be read')
  }
}

/** @throws identity.passkey 400 when the answer does not prove that this passkey has just been made here */
export async function verifyNewPasskey(
  core: Core,
  http: Http,
  occasion: Occasion,
  answer: PasskeyAttestation,
): Promise<{ credentialId: string; publicKey: Uint8Array; counter: number; userHandle: Buffer }> {
  const party = relyingParty(core, http)
  const challenge = challengeIn(answer)
  const taken = await core.db.platform(http.actor, (scope) => takeChallenge(scope, challenge, occasion))
  if (!taken?.secret) throw unprovenPasskey()
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw unprovenPasskey(cause)
  })
  if (!registrationInfo) throw unprovenPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, userHandle: taken.secret }
}

const unprovenPasskey = (cause?: unknown) =>
  new AppError('identity.passkey', 400, 'The passkey could not be verified. Please try again.', { cause })
