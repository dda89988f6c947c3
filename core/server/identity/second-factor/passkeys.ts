import { randomBytes } from 'node:crypto'
import type { Passkey } from '#core/contract/second-factor.ts'
import type { PlatformScope } from '../../core.ts'
import { AppError, conflict, notFound, violatedUnique } from '../../errors.ts'

/** Of one account. */
const MOST = 20

const columns = 'id, name, created_at as "createdAt", last_used_at as "lastUsedAt"'

export interface StoredPasskey {
  id: string
  userId: string
  /** In base64url. */
  credentialId: string
  publicKey: Buffer
  counter: number
  /** Of the account, random and the same in all its passkeys. */
  userHandle: Buffer
}

export function passkeysOf({ rows }: PlatformScope, userId: string): Promise<Passkey[]> {
  return rows<Passkey>(
    'passkeys.list',
    `select ${columns} from passkeys where user_id = $1 order by created_at, id limit ${MOST}`,
    [userId],
  )
}

/** The account's passkeys as browsers know them, and what they know the account by. */
export async function credentialsOf(
  { rows }: PlatformScope,
  userId: string,
): Promise<{ credentialIds: string[]; userHandle: Buffer }> {
  const found = await rows<{ credentialId: Buffer; userHandle: Buffer }>(
    'passkeys.credentials',
    'select credential_id as "credentialId", user_handle as "userHandle" from passkeys where user_id = $1',
    [userId],
  )
  return {
    credentialIds: found.map(({ credentialId }) => credentialId.toString('base64url')),
    userHandle: found[0]?.userHandle ?? randomBytes(32),
  }
}

/** @param credentialId in base64url */
export async function passkeyByCredential(
  { rows }: PlatformScope,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [passkey] = await rows<StoredPasskey>(
    'passkeys.byCredential',
    `select id, user_id as "userId", public_key as "publicKey", counter, user_handle as "userHandle"
       from passkeys where credential_id = $1`,
    [Buffer.from(credentialId, 'base64url')],
  )
  return passkey && { ...passkey, credentialId }
}

interface NewPasskey {
  /** In base64url. */
  credentialId: string
  publicKey: Uint8Array
  counter: number
  userHandle: Buffer
  name: string
}

/** @throws identity.passkeys-full 409, conflict at `response` when the passkey is somebody's already */
export async function savePasskey(
  scope: PlatformScope,
  { id, tenantId }: { id: string; tenantId: string | null },
  { credentialId, publicKey, ...passkey }: NewPasskey,
): Promise<void> {
  if ((await passkeysOf(scope, id)).length >= MOST) {
    throw new AppError('identity.passkeys-full', 409, `An account can have at most ${MOST} passkeys. Remove one first.`)
  }
  const insert = async () => {
    await scope.trx('passkeys').insert({
      ...passkey,
      userId: id,
      tenantId,
      credentialId: Buffer.from(credentialId, 'base64url'),
      publicKey: Buffer.from(publicKey),
      createdAt: scope.core.clock.now().toISOString(),
    })
  }
  await scope.savepoint(insert).catch((error: unknown) => {
    if (violatedUnique(error) !== 'passkeys_credential_unique') throw error
    throw conflict('response', 'This passkey is in use already')
  })
}

/**
 * Notes that a passkey was used. Its counter must have grown, unless it keeps none: the same number twice is a replay or
 * a copy of the device.
 * @returns whether it had
 */
export async function notePasskeyUse({ rows, core }: PlatformScope, id: string, counter: number): Promise<boolean> {
  const [noted] = await rows(
    'passkeys.use',
    `update passkeys set counter = $2, last_used_at = $3
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, core.clock.now().toISOString()],
  )
  return noted !== undefined
}

/** @throws not-found */
export async function renamePasskey(
  { rows }: PlatformScope,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  const [renamed] = await rows<Passkey>(
    'passkeys.rename',
    `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, name],
  )
  if (!renamed) throw notFound('Passkey')
  return renamed
}

/** @returns its name @throws not-found */
export async function removePasskey({ rows }: PlatformScope, userId: string, id: string): Promise<string> {
  const [removed] = await rows<{ name: string }>(
    'passkeys.remove',
    'delete from passkeys where id = $1 and user_id = $2 returning name',
    [id, userId],
  )
  if (!removed) throw notFound('Passkey')
  return removed.name
}
