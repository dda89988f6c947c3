import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import { derivedKey } from '../../secrets.ts'

/** Milliseconds for which an address opens a package. */
const LIFETIME = 3_600_000

/** Bytes of an id, of the end of the time, and of both ids with it. */
const ID = 16
const TIME = 6
const SAID = 2 * ID + TIME

/** Who may open which package. */
export interface Admitted {
  userId: string
  fileId: string
}

type Signing = Pick<Core, 'env' | 'clock'>

const signature = ({ env }: Signing, said: Buffer) =>
  createHmac('sha256', derivedKey(env.sessionKey, 'trellis interactive content', 32))
    .update(said)
    .digest()

/** What opens a package for one person for an hour. Whoever has it is that person: it stands in addresses, never in a log. */
export function admit(core: Signing, { userId, fileId }: Admitted): { token: string; expiresAt: Date } {
  const expiresAt = new Date(core.clock.now().getTime() + LIFETIME)
  const time = Buffer.alloc(TIME)
  time.writeUIntBE(expiresAt.getTime(), 0, TIME)
  const said = Buffer.concat([bytesOf(userId), bytesOf(fileId), time])
  return { token: Buffer.concat([said, signature(core, said)]).toString('base64url'), expiresAt }
}

/** undefined where the token is not ours, or not any more. */
export function admitted(core: Signing, token: string): Admitted | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const said = bytes.subarray(0, SAID)
  const signed = bytes.subarray(SAID)
  const right = signature(core, said)
  // One spelling each, so that there is one address.
  if (signed.length !== right.length || bytes.toString('base64url') !== token) return undefined
  if (!timingSafeEqual(signed, right) || said.readUIntBE(2 * ID, TIME) <= core.clock.now().getTime()) return undefined
  return { userId: idOf(said.subarray(0, ID)), fileId: idOf(said.subarray(ID, 2 * ID)) }
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
