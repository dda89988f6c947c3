import type { User } from '#core/contract/identity.ts'
import { answerWithPasskey } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'

/** Signs in with any passkey of the platform. @throws in words */
export async function signInWithPasskey(): Promise<User> {
  const response = await answerWithPasskey(await secondFactorApi.startPasskeySignIn.call())
  return secondFactorApi.signInWithPasskey.call({ body: { response } })
}
