import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { Core, PlatformScope, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { seal, unseal } from '#core/server/secrets.ts'
import { systemActor } from '#core/server/identity/actor.ts'

/** Key that signs a credential, with the id of its published public half. */
export interface SigningKey {
  id: string
  algorithm: 'EdDSA'
  privateKey: KeyObject
}

const getKeyFolder = ({ dataDir }: Env) => join(dataDir, 'keys', 'credentials')
const KEY_FILE_EXTENSION = '.key'
const getKeyFile = (env: Env, id: string) => join(getKeyFolder(env), `${id}${KEY_FILE_EXTENSION}`)

const selectSigningKeys = statement(
  z.object({ id: z.string() }),
  'select id from lms_signing_keys where retired_at is null order by created_at desc, id',
)

const insertKey = statement(
  `insert into lms_signing_keys (id, algorithm, public_key, created_at) values ($id, 'EdDSA', $publicKey, $now)
    on conflict (id) do nothing`,
)

const selectMissingKeys = statement(
  z.object({ id: z.string() }),
  `select f.id from unnest($ids::text[]) f (id) where f. id not in (select k.id from lms_signing_keys k)`,
)

const updateRetiredKeys = statement('update lms_signing_keys set retired_at = $now where retired_at is null')

// Nodes that start at once create one key.
const lockKeys = statement(`select pg_advisory_xact_lock(hashtextextended('lms.signing-keys', 0))`)

/**
 * Finds the newest key whose private half this node has, or creates one: nodes with separate data directories sign with keys
 * of their own, and all public halves are published.
 */
export async function getSigningKey(core: Core): Promise<SigningKey> {
  const known = await core.db.platform(systemActor, findSigningKey)
  if (known) return known
  return core.db.platform(systemActor, async (scope) => {
    await scope.rows(lockKeys)
    return (await findSigningKey(scope)) ?? makeKey(scope)
  })
}

/** Creates a new key for signing; earlier signatures stay valid, as their keys stay published. */
export async function rotateKey(scope: PlatformScope): Promise<{ id: string }> {
  await scope.rows(lockKeys)
  await scope.rows(updateRetiredKeys, { now: scope.core.clock.now().toISOString() })
  const { id } = await makeKey(scope)
  return { id }
}

async function findSigningKey(scope: PlatformScope): Promise<SigningKey | undefined> {
  for (const { id } of await scope.rows(selectSigningKeys)) {
    const privateKey = await readPrivateKey(scope.core.env, id)
    if (privateKey) return { id, algorithm: 'EdDSA', privateKey }
  }
  return undefined
}

/** Reads a private key; undefined if this node does not have it, or cannot decrypt it since SESSION_KEY was changed. */
async function readPrivateKey(env: Env, id: string): Promise<KeyObject | undefined> {
  const sealed = await readFile(getKeyFile(env, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const opened = sealed && unseal(env.sessionKey, sealed)
  return opened === undefined ? undefined : createPrivateKey(opened)
}

async function makeKey(scope: PlatformScope): Promise<SigningKey> {
  const { env, clock } = scope.core
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const published = publicKey.export({ format: 'jwk' }) as JWK
  const id = (await calculateJwkThumbprint(published)).slice(0, 16)
  await mkdir(getKeyFolder(env), { recursive: true, mode: 0o700 })
  const secret = privateKey.export({ format: 'pem', type: 'pkcs8' })
  // Written before its public half is inserted: an unpublished key does no harm.
  await writeFile(getKeyFile(env, id), seal(env.sessionKey, secret), { mode: 0o600, flag: 'wx' })
  await scope.rows(insertKey, { id, publicKey: JSON.stringify(published), now: clock.now().toISOString() })
  return { id, algorithm: 'EdDSA', privateKey }
}

/**
 * Publishes the public halves of all keys in the data directory: after a restore the database may lack one that has signed
 * since. It can be used further.
 */
export async function publishKeys(core: Core): Promise<void> {
  const { env, clock } = core
  const files = await readdir(getKeyFolder(env)).catch(ignoreMissingFolder)
  const ids = files
    .filter((name) => name.endsWith(KEY_FILE_EXTENSION))
    .map((name) => name.slice(0, -KEY_FILE_EXTENSION.length))
  if (ids.length === 0) return
  await core.db.platform(systemActor, async (scope) => {
    for (const { id } of await scope.rows(selectMissingKeys, { ids })) {
      const key = await readPrivateKey(env, id)
      if (!key) continue
      const publicKey = createPublicKey(key).export({ format: 'jwk' })
      await scope.rows(insertKey, { id, publicKey: JSON.stringify(publicKey), now: clock.now().toISOString() })
    }
  })
}

function ignoreMissingFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

const selectPublicKeys = statement(
  z.object({ id: z.string(), algorithm: z.enum(['EdDSA']), publicKey: z.record(z.string(), z.unknown()) }),
  'select id, algorithm, public_key as "publicKey" from lms_signing_keys order by created_at, id',
)

/** Lists the public halves of all keys that ever existed, oldest first. */
export const listPublicKeys = (scope: Scope) => scope.rows(selectPublicKeys)
