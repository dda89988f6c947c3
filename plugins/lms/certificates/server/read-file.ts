import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { listPublicKeys } from './keys.ts'

/** Certificate that an uploaded file claims to be. */
export type ReadFile =
  /** Number that a key of this platform has signed, or that the file names alone. */
  | { kind: 'signed' | 'named'; number: string }
  /** Its signature is of nobody here, or not of what it says. */
  | { kind: 'forged' }
  | { kind: 'unreadable' }

/** Bytes of a credential: those that are issued have two thousand. */
const MAX_CREDENTIAL_BYTES = 65_536
/** Files within a PDF that are looked at. */
const MAX_ATTACHMENTS = 5
/** Characters of what stands before the content of such a file. */
const MAX_HEADER_LENGTH = 1000

const inflateAsync = promisify(inflate)

/** Looks into a certificate's PDF or a credential, by its content: what it is called tells nothing. */
export async function readCertificateFile(core: Core, bytes: Buffer): Promise<ReadFile> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return readCredential(core, bytes.toString('latin1').trim())
  const text = bytes.toString('latin1')
  for (const credential of await readAttachments(bytes, text)) {
    const read = await readCredential(core, credential)
    if (read.kind !== 'unreadable') return read
  }
  // An admin's print has no credential, since that is its learner's.
  const place = /\/Subject (\d{1,9}) 0 R/.exec(text)?.[1]
  const number = place && new RegExp(`\\n${place} 0 obj\\n\\(([0-9A-Z-]{8,60})\\)`).exec(text)?.[1]
  return number === undefined ? { kind: 'unreadable' } : { kind: 'named', number }
}

/** Texts that lie within a PDF, as those that are made here have them: each packed by itself. */
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
    // What is no packed text, or more than a credential when it is unpacked, is none.
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
    // Whatever is wrong with it, nobody here has signed it like this.
    return { kind: 'forged' }
  }
}
