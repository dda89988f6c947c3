import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { passkey, type Passkey } from '#core/contract/second-factor.ts'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError, conflict, notFound, violatedUnique } from '../../errors.ts'

/** Maximum passkeys of one account. */
const MAX_PASSKEYS = 20

const columns = 'id, name, created_at as "createdAt", last_used_at as "lastUsedAt"'

const storedPasskey = z.object({
  id: z.string(),
  userId: z.string(),
  /** In base64url. */
  credentialId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: z.number(),
  /** User handle of the account, random and the same in all its passkeys. */
  userHandle: z.instanceof(Buffer),
})
export type StoredPasskey = z.infer<typeof storedPasskey>

const selectPasskeys = statement(
  passkey,
  `select ${columns} from passkeys where user_id = $1 order by created_at, id limit ${MAX_PASSKEYS}`,
)

export function passkeysOf({ rows }: PlatformScope, userId: string): Promise<Passkey[]> {
  return rows(selectPasskeys, [userId])
}

const selectCredentials = statement(
  z.object({ credentialId: z.instanceof(Buffer), userHandle: z.instanceof(Buffer) }),
  'select credential_id as "credentialId", user_handle as "userHandle" from passkeys where user_id = $1',
)

/** Lists the account's passkeys in the form for browsers, with its user handle. */
export async function credentialsOf(
  { rows }: PlatformScope,
  userId: string,
): Promise<{ credentialIds: string[]; userHandle: Buffer }> {
  const found = await rows(selectCredentials, [userId])
  return {
    credentialIds: found.map(({ credentialId }) => credentialId.toString('base64url')),
    userHandle: found[0]?.userHandle ?? randomBytes(32),
  }
}

const selectByCredential = statement(
  storedPasskey.omit({ credentialId: true }),
  `select id, user_id as "userId", public_key as "publicKey", counter, user_handle as "userHandle"
       from passkeys where credential_id = $1`,
)

/** @param credentialId in base64url */
export async function passkeyByCredential(
  { rows }: PlatformScope,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [passkey] = await rows(selectByCredential, [Buffer.from(credentialId, 'base64url')])
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

/** @throws identity.passkeys-full 409, conflict at `response` when the passkey is already registered */
export async function savePasskey(
  scope: PlatformScope,
  { id, tenantId }: { id: string; tenantId: string | null },
  { credentialId, publicKey, ...passkey }: NewPasskey,
): Promise<void> {
  if ((await passkeysOf(scope, id)).length >= MAX_PASSKEYS) {
    throw new AppError(
      'identity.passkeys-full',
      409,
      `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
    )
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

const updateCounter = statement(`update passkeys set counter = $2, last_used_at = $3
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`)

/**
 * Records the use of a passkey. Its counter must have grown, unless the device has none: the same number twice means a
 * replay or a copy of the device.
 * @returns false if it had not
 */
export async function notePasskeyUse({ rows, core }: PlatformScope, id: string, counter: number): Promise<boolean> {
  const [noted] = await rows(updateCounter, [id, counter, core.clock.now().toISOString()])
  return noted !== undefined
}

const updateName = statement(
  passkey,
  `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columns}`,
)

/** @throws not-found */
export async function renamePasskey(
  { rows }: PlatformScope,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  const [renamed] = await rows(updateName, [id, userId, name])
  if (!renamed) throw notFound('Passkey')
  return renamed
}

const deletePasskey = statement(
  z.object({ name: z.string() }),
  'delete from passkeys where id = $1 and user_id = $2 returning name',
)

/** @returns its name @throws not-found */
export async function removePasskey({ rows }: PlatformScope, userId: string, id: string): Promise<string> {
  const [removed] = await rows(deletePasskey, [id, userId])
  if (!removed) throw notFound('Passkey')
  return removed.name
}
