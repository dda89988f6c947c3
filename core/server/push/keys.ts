import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Core, PlatformScope } from '../core.ts'
import { cachePerCore } from '../database/cache.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { seal, unseal } from '../secrets.ts'

/** Key by which push services know the platform (VAPID, RFC 8292). */
export interface PushKey {
  /** Point of the curve, base64url. */
  publicKey: string
  privateKey: KeyObject
}

/** Hours for which a push service accepts one signature; at most a day. */
const VALIDITY_HOURS = 12

const selectKey = statement(
  z.object({ publicKey: z.string(), privateKey: z.instanceof(Buffer) }),
  'select public_key as "publicKey", private_key as "privateKey" from push_keys',
)

const upsertKey = statement(
  `insert into push_keys (public_key, private_key, created_at) values ($publicKey, $privateKey, $now)
    on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key,
      created_at = excluded.created_at`,
)

// Nodes that need one at once create one key.
const lockKey = statement(`select pg_advisory_xact_lock(hashtextextended('push.key', 0))`)

// Push services refuse a device's notifications with any key but the one that it was made for.
const deleteSubscriptions = statement('delete from push_subscriptions')

const keyOf = cachePerCore<PushKey>({ max: 1, topic: 'push.key' })

/** Returns the platform's key, from memory once it is known. */
export const getPushKey = (core: Core): Promise<PushKey> => keyOf(core).get('', () => findOrMakePushKey(core))

/** Finds the platform's key, or creates one: once, and again where SESSION_KEY was changed, which sealed it. */
export async function findOrMakePushKey(core: Core): Promise<PushKey> {
  const known = await core.db.platform(systemActor, findKey)
  if (known) return known
  return core.db.platform(systemActor, async (scope) => {
    await scope.rows(lockKey)
    return (await findKey(scope)) ?? makeKey(scope)
  })
}

async function findKey(scope: PlatformScope): Promise<PushKey | undefined> {
  const [found] = await scope.rows(selectKey)
  if (!found) return undefined
  const opened = unseal(scope.core.env.sessionKey, found.privateKey)
  return opened === undefined ? undefined : { publicKey: found.publicKey, privateKey: createPrivateKey(opened) }
}

async function makeKey(scope: PlatformScope): Promise<PushKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const publicKey = point.toString('base64url')
  const { env, clock, invalidations } = scope.core
  const sealed = seal(env.sessionKey, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  await scope.rows(upsertKey, { publicKey, privateKey: sealed, now: clock.now() })
  await scope.rows(deleteSubscriptions)
  await invalidations.announce(scope, 'push.key', '')
  return { publicKey, privateKey }
}

/** Signs a request to a push service: the signature names the platform and its contact. */
export async function authorizePush(core: Core, { publicKey, privateKey }: PushKey, endpoint: URL): Promise<string> {
  const { supportEmail } = await core.settings.current()
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(endpoint.origin)
    .setExpirationTime(Math.floor(core.clock.now().getTime() / 1000) + VALIDITY_HOURS * 3600)
    .setSubject(`mailto:${supportEmail}`)
    .sign(privateKey)
  return `vapid t=${token}, k=${publicKey}`
}
