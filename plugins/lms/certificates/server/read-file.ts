import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { listPublicKeys } from './keys.ts'

/** Certificate that an uploaded file claims to be. */
export type ReadFile =
  /** Number that a key of this platform has signed, or that the file names without a signature. */
  | { kind: 'signed' | 'named'; number: string }
  /** Signed by an unknown key, or changed since. */
  | { kind: 'forged' }
  | { kind: 'unreadable' }

/** Maximum bytes of a credential: issued ones have two thousand. */
const MAX_CREDENTIAL_BYTES = 65_536
/** Maximum files within a PDF that are read. */
const MAX_ATTACHMENTS = 5
/** Maximum characters of an attachment's header. */
const MAX_HEADER_LENGTH = 1000

const inflateAsync = promisify(inflate)

/** Reads a certificate's PDF or a credential, detected by its content, not its name. */
export async function readCertificateFile(core: Core, bytes: Buffer): Promise<ReadFile> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return readCredential(core, bytes.toString('latin1').trim())
  const text = bytes.toString('latin1')
  for (const credential of await readAttachments(bytes, text)) {
    const read = await readCredential(core, credential)
    if (read.kind !== 'unreadable') return read
  }
  // A print by an admin has no credential, which belongs to its learner.
  const place = /\/Subject (\d{1,9}) 0 R/.exec(text)?.[1]
  const number = place && new RegExp(`\\n${place} 0 obj\\n\\(([0-9A-Z-]{8,60})\\)`).exec(text)?.[1]
  return number === undefined ? { kind: 'unreadable' } : { kind: 'named', number }
}

/** Reads the texts attached to a PDF of this platform: each is compressed separately. */
async function readAttachments(bytes: Buffer, text: string): Promise<string[]> {
  const found: string[] = []
  let place = -1
  for (let count = 0; count < MAX_ATTACHMENTS; count++) {
    place = text.indexOf('/Type /EmbeddedFile', place + 1)
    if (place === -1) break
    const begin = /\bstream\r?\n/.exec(text.slice(place, place + MAX_HEADER_LENGTH))
    if (!begin) continue
    const start = place + begin.index + begin[0].length
    const end = text.slice(start, start + MAX_CREDENTIAL_BYTES).indexOf('endstream')
    if (end === -1) continue
    // Data that cannot be inflated, or exceeds the size of a credential, is none.
    const packed = bytes.subarray(start, start + end)
    const content = await inflateAsync(packed, { maxOutputLength: MAX_CREDENTIAL_BYTES }).catch(() => null)
    if (content) found.push(content.toString('latin1').trim())
  }
  return found
}

const credential = z.object({ jti: z.string().max(300) })

async function readCredential(core: Core, jwt: string): Promise<ReadFile> {
  if (jwt.length > MAX_CREDENTIAL_BYTES || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt)) return { kind: 'unreadable' }
  try {
    const { kid = '' } = decodeProtectedHeader(jwt)
    const keys = await core.db.platform(systemActor, listPublicKeys)
    const key = keys.find(({ id }) => kid.endsWith(`#${id}`))
    if (!key) return { kind: 'forged' }
    const { payload } = await compactVerify(jwt, await importJWK(key.publicKey, key.algorithm), {
      algorithms: [key.algorithm],
    })
    const { jti } = credential.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
    return { kind: 'signed', number: jti.slice(jti.lastIndexOf('/') + 1) }
  } catch {
    // Any invalid credential was not signed here.
    return { kind: 'forged' }
  }
}
