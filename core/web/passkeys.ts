import type { PasskeyCreation, PasskeyRequest } from '#core/contract/passkeys.ts'

/** True if this browser supports passkeys and the page may use them. */
export const passkeysArePossible = () => 'PublicKeyCredential' in window

/** Reason why a device did not answer, in words. */
class PasskeyError extends Error {
  override name = 'PasskeyError'
}

// Loaded when it is first needed: few people have a passkey at hand on every visit.
const webauthn = () => import('@simplewebauthn/browser')

/** Asks the device to prove that its owner is here. @throws PasskeyError in words */
export async function answerWithPasskey(optionsJSON: PasskeyRequest) {
  const { startAuthentication } = await webauthn()
  return startAuthentication({ optionsJSON }).catch(refuse)
}

/** Has the device make a passkey. @throws PasskeyError in words */
export async function makePasskey(optionsJSON: PasskeyCreation) {
  const { startRegistration } = await webauthn()
  return startRegistration({ optionsJSON }).catch(refuse)
}

function refuse(error: unknown): never {
  // Browsers do not reveal which of these it was, so that pages cannot find out which passkeys a user has.
  const sentences: Record<string, string> = {
    NotAllowedError: 'No passkey was used: it was canceled, took too long, or there is none for this on the device.',
    InvalidStateError: 'This device has a passkey of this account already.',
    SecurityError: 'Passkeys do not work on this address.',
  }
  const { name = '' } = (error ?? {}) as { name?: string }
  throw new PasskeyError(sentences[name] ?? 'The passkey could not be used. Please try again.', { cause: error })
}
