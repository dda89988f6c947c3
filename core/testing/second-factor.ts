import { Secret, TOTP } from 'otpauth'
import { TestAuthenticator } from './authenticator.ts'
import type { Answer, Client, TestPlatform } from './harness.ts'

const demand = ({ status, body }: Answer, what: string) => {
  if (status >= 300) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** A user's authenticator app, and the recovery codes issued with it. */
export interface TestApp {
  /** @param later seconds from now by which the phone's clock is ahead */
  code: (later?: number) => string
  /** With which it was set up. */
  usedCode: string
  recoveryCodes: string[]
}

export function appOf({ clock }: Pick<TestPlatform, 'clock'>, secret: string) {
  return (later = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() + later * 1000 })
}

/** Sets an authenticator app up. */
export async function addApp(
  platform: Pick<TestPlatform, 'clock'>,
  client: Client,
  options: { endOtherSessions?: boolean } = {},
): Promise<TestApp> {
  const { secret } = demand(await client.get('/api/user/authenticator-app'), 'Starting an app')
  const code = appOf(platform, secret)
  const usedCode = code()
  const answer = await client.post('/api/user/authenticator-app', { code: usedCode, ...options })
  return { code, usedCode, recoveryCodes: demand(answer, 'Adding an app').recoveryCodes ?? [] }
}

/** Adds a passkey of a device. @returns the recovery codes that came with it */
export async function addPasskey(
  client: Client,
  device = new TestAuthenticator(),
  name = 'Ada’s laptop',
  more: { endOtherSessions?: boolean } = {},
): Promise<{ device: TestAuthenticator; recoveryCodes: string[] | null }> {
  const options = demand(await client.get('/api/user/passkeys'), 'Starting a passkey')
  const response = device.create(options, client)
  const { recoveryCodes } = demand(
    await client.post('/api/user/passkeys', { name, response, ...more }),
    'Adding a passkey',
  )
  return { device, recoveryCodes }
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(client: Client, device: TestAuthenticator): Promise<Answer> {
  const options = demand(await client.get('/api/login/passkey'), 'Starting the sign-in')
  return client.post('/api/login/passkey', { response: device.answer(options, client) })
}
