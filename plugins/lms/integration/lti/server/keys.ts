import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { seal, unseal } from '#core/server/secrets.ts'

/** Days for which a key signs. */
const SIGNING_DAYS = 90
/** Days for which a key is published: the last thing that it has signed has expired long before. */
const PUBLISHED_DAYS = 120

export interface LtiKey {
  id: string
  privateKey: KeyObject
}

const selectSigningKey = statement(
  z.object({ id: z.string(), privateKey: z.instanceof(Buffer) }),
  `select id, private_key as "privateKey" from lms_lti_keys
    where created_at > $now::timestamptz - make_interval(days => ${SIGNING_DAYS}) order by created_at desc, id limit 1`,
)

const selectPublicKeys = statement(
  z.object({ id: z.string(), publicKey: z.record(z.string(), z.unknown()) }),
  `select id, public_key as "publicKey" from lms_lti_keys
    where created_at > $now::timestamptz - make_interval(days => ${PUBLISHED_DAYS}) order by created_at, id`,
)

const insertKey = statement(
  `with expired as (
      delete from lms_lti_keys where created_at < $now::timestamptz - make_interval(days => ${PUBLISHED_DAYS})
    )
    insert into lms_lti_keys (id, public_key, private_key, created_at) values ($id, $publicKey, $privateKey, $now)`,
)

// Two launches at once make one key.
const lockKeys = statement(`select pg_advisory_xact_lock(hashtextextended('lms.lti-keys:' || $tenantId, 0))`)

const generate = promisify(generateKeyPair)

/** Finds the organization's key that signs now, or makes one: the first, and one every three months. */
export async function getSigningKey(scope: TenantScope): Promise<LtiKey> {
  const known = await findSigningKey(scope)
  if (known) return known
  await scope.rows(lockKeys, { tenantId: scope.tenantId })
  return (await findSigningKey(scope)) ?? makeKey(scope)
}

async function findSigningKey({ core, rows }: TenantScope): Promise<LtiKey | undefined> {
  const [found] = await rows(selectSigningKey, { now: core.clock.now() })
  const opened = found && unseal(core.env.sessionKey, found.privateKey)
  // Sealed with an earlier SESSION_KEY: another key is made.
  return opened === undefined ? undefined : { id: found?.id ?? '', privateKey: createPrivateKey(opened) }
}

async function makeKey({ core, rows }: TenantScope): Promise<LtiKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const published = publicKey.export({ format: 'jwk' }) as JWK
  const id = (await calculateJwkThumbprint(published)).slice(0, 22)
  await rows(insertKey, {
    id,
    publicKey: JSON.stringify(published),
    privateKey: seal(core.env.sessionKey, privateKey.export({ format: 'pem', type: 'pkcs8' })),
    now: core.clock.now(),
  })
  return { id, privateKey }
}

/** Lists the public halves of the organization's keys as a JWK set. */
export async function listPublicKeys({ core, rows }: TenantScope): Promise<{ keys: JWK[] }> {
  const keys = await rows(selectPublicKeys, { now: core.clock.now() })
  return { keys: keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: 'RS256', use: 'sig' })) }
}
