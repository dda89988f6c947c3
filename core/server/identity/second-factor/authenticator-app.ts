import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { seal, unseal } from '../../secrets.ts'

// Values that every app supports: many ignore other values in the QR code (RFC 6238).
const FORMAT = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps of 30 seconds by which the clock of a phone may differ. */
const WINDOW_STEPS = 1
/** Bytes, the length of a SHA-1 hash (RFC 4226, section 4). */
const SECRET_BYTES = 20

interface StoredApp {
  /** Base32; undefined when it was sealed with another key than the current one. */
  secret: string | undefined
  createdAt: string
}

/** A new secret in base32, with the address for the QR code. @param issuer whose account it is for, as the app shows it */
export function newAppSecret(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, uri: new TOTP({ ...FORMAT, issuer, label, secret }).toString() }
}

export const sealApp = ({ core }: PlatformScope, secret: string) => seal(core.env.sessionKey, secret)
export const unsealApp = ({ core }: PlatformScope, sealed: Buffer) => unseal(core.env.sessionKey, sealed)

/** Finds the time step near now whose code this is; undefined for a wrong code. */
export function stepOf({ core }: PlatformScope, secret: string, code: string): number | undefined {
  const timestamp = core.clock.now().getTime()
  const token = code.replace(/\s/g, '')
  const distance = TOTP.validate({
    ...FORMAT,
    secret: Secret.fromBase32(secret),
    token,
    timestamp,
    window: WINDOW_STEPS,
  })
  return distance === null ? undefined : TOTP.counter({ period: FORMAT.period, timestamp }) + distance
}

const selectApp = statement(
  z.object({ secret: z.instanceof(Buffer), createdAt: z.string() }),
  'select secret, created_at as "createdAt" from authenticator_apps where user_id = $1',
)

export async function readApp(scope: PlatformScope, userId: string): Promise<StoredApp | undefined> {
  const [app] = await scope.rows(selectApp, [userId])
  return app && { secret: unsealApp(scope, app.secret), createdAt: app.createdAt }
}

/** Stores an app's secret, sealed. @param step of the code that confirmed it; that code counts as used */
export async function saveApp(
  scope: PlatformScope,
  { id, tenantId }: { id: string; tenantId: string | null },
  sealed: Buffer,
  step: number,
): Promise<void> {
  await scope.trx('authenticator_apps').insert({
    userId: id,
    tenantId,
    secret: sealed,
    lastUsedStep: step,
    createdAt: scope.core.clock.now().toISOString(),
  })
}

/** Uses up a code of the account's app: true if neither it nor a later code was used before. */
export async function takeAppCode(scope: PlatformScope, userId: string, code: string): Promise<boolean> {
  const app = await readApp(scope, userId)
  const step = app?.secret === undefined ? undefined : stepOf(scope, app.secret, code)
  if (step === undefined) return false
  // The row lock makes the second of two concurrent uses wait, and then find the step used.
  const taken = await scope
    .trx('authenticator_apps')
    .where({ userId })
    .where('lastUsedStep', '<', step)
    .update({ lastUsedStep: step })
  return taken > 0
}

/** @returns true if the account had an app */
export async function removeApp({ trx }: PlatformScope, userId: string): Promise<boolean> {
  return (await trx('authenticator_apps').where({ userId }).delete()) > 0
}
