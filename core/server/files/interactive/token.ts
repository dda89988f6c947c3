import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import { derivedKey } from '../../secrets.ts'

/** Milliseconds for which an address opens a package. */
const LIFETIME_MS = 3_600_000

/** Bytes of an id, of the expiry, and of both ids with the expiry. */
const ID_BYTES = 16
const TIME_BYTES = 6
const PAYLOAD_BYTES = 2 * ID_BYTES + TIME_BYTES

/** Access of one user to one package. */
export interface PackageAccess {
  userId: string
  fileId: string
}

type Signing = Pick<Core, 'env' | 'clock'>

const signature = ({ env }: Signing, said: Buffer) =>
  createHmac('sha256', derivedKey(env.sessionKey, 'trellis interactive content', 32))
    .update(said)
    .digest()

/**
 * Issues the token that opens a package for one user for an hour. Its holder acts as that user: it appears in
 * addresses, never in a log.
 */
export function issueToken(core: Signing, { userId, fileId }: PackageAccess): { token: string; expiresAt: Date } {
  const expiresAt = new Date(core.clock.now().getTime() + LIFETIME_MS)
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(expiresAt.getTime(), 0, TIME_BYTES)
  const said = Buffer.concat([bytesOf(userId), bytesOf(fileId), time])
  return { token: Buffer.concat([said, signature(core, said)]).toString('base64url'), expiresAt }
}

/** Reads a token; undefined if it is invalid or expired. */
export function verifyToken(core: Signing, token: string): PackageAccess | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const said = bytes.subarray(0, PAYLOAD_BYTES)
  const signed = bytes.subarray(PAYLOAD_BYTES)
  const right = signature(core, said)
  // Only the canonical spelling is valid, so that there is one address.
  if (signed.length !== right.length || bytes.toString('base64url') !== token) return undefined
  if (!timingSafeEqual(signed, right) || said.readUIntBE(2 * ID_BYTES, TIME_BYTES) <= core.clock.now().getTime())
    return undefined
  return { userId: idOf(said.subarray(0, ID_BYTES)), fileId: idOf(said.subarray(ID_BYTES, 2 * ID_BYTES)) }
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
