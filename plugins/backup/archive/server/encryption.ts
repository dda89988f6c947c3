import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { ArchiveError, damagedArchive } from './archive-error.ts'
import { peek } from './peek.ts'

/** Text with which every age file (https://age-encryption.org/v1) begins. */
export const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

/**
 * scrypt's cost as a power of two: 2^16 takes 64 MB and about a third of a second. The library's own 2^18 would take
 * 256 MB, which a small machine does not have beside the platform; passphrases have at least 12 characters.
 */
const WORK_FACTOR = 16

/** Costs of other people's archives up to here are paid: 128 MB. */
const MAX_WORK_FACTOR = 17

/** Bytes of the beginning in which the header of an archive with a passphrase ends. */
export const AGE_HEADER_PEEK_BYTES = 256

const BASE64 = '[A-Za-z0-9+/]'

/**
 * All of such a header: age takes a passphrase alone, without other recipients. Its library looks for the end of one for as
 * long as something comes, and keeps all of that.
 */
const PASSPHRASE_HEADER = new RegExp(
  `^${AGE_MAGIC.toString()}-> scrypt ${BASE64}{22} ([1-9][0-9]?)\n${BASE64}{43}\n--- ${BASE64}{43}\n`,
)

/** Encrypts with a passphrase into the format of age, which `age --decrypt` reads too. */
export async function* encryptWithPassphrase(
  content: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  // Loaded with the first encrypted archive, like below: it takes memory that most nodes never need.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  yield* buffers(await encrypter.encrypt(webStream(content)))
}

/** @throws ArchiveError when the passphrase is wrong, and wherever the content was changed or cut off */
export async function* decryptWithPassphrase(
  content: AsyncIterable<Buffer>,
  head: Buffer,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const cost = PASSPHRASE_HEADER.exec(head.toString('latin1'))?.[1]
  if (!cost) {
    throw head.includes('-> scrypt ')
      ? damagedArchive('what it says of its encryption is not as expected')
      : new ArchiveError('The archive is encrypted for a key and not with a passphrase: decrypt it with age')
  }
  if (Number(cost) > MAX_WORK_FACTOR) {
    throw new ArchiveError('Decrypting the archive takes more memory than it may: decrypt it with age')
  }
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    yield* buffers(await decrypter.decrypt(webStream(content)))
  } catch (error) {
    throw reasonOf(error)
  }
}

/** Bytes of age's header for one identity, and of the nonce that follows. */
const HEADER_BYTES = 168
const NONCE_BYTES = 16

const KEY_HEADER = new RegExp(`^${AGE_MAGIC.toString()}-> X25519 ${BASE64}{43}\n${BASE64}{43}\n--- ${BASE64}{43}\n$`)

/** Two halves of a key of age: what is encrypted for the public one, the identity opens. */
export interface KeyPair {
  identity: string
  recipient: string
}

export async function newKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function keyPairOf(identity: string): Promise<KeyPair> {
  const { identityToRecipient } = await import('age-encryption')
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts for holders of the identity. */
export async function* encryptWithKey(content: AsyncIterable<Buffer>, { recipient }: KeyPair): AsyncGenerator<Buffer> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* buffers(await encrypter.encrypt(webStream(content)))
}

/** @throws ArchiveError wherever the content was changed or cut off */
export async function* decryptWithKey(content: AsyncIterable<Buffer>, { identity }: KeyPair): AsyncGenerator<Buffer> {
  const source = passOn(content)
  const { head, whole } = await peek(source, HEADER_BYTES)
  if (!KEY_HEADER.test(head.toString('latin1'))) {
    await source.return(undefined)
    throw damagedArchive('what a file says of its encryption is not as expected')
  }
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    yield* buffers(await decrypter.decrypt(webStream(whole)))
  } catch (error) {
    throw reasonOf(error)
  }
}

/** Bytes that are sealed at a time, and of the seal. */
const CHUNK_BYTES = 65_536
const SEAL_BYTES = 16

/** Bytes of what is encrypted for a key of a content of this size. */
export const encryptedSize = (size: number) =>
  HEADER_BYTES + NONCE_BYTES + size + SEAL_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES))

function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveError) return error
  if (/no identity matched/.test(error.message)) return new ArchiveError('The passphrase is wrong', error)
  return new ArchiveError('The archive is damaged or was cut off: what is encrypted in it cannot be opened', error)
}

// Node and the browser's types describe the same streams.
const webStream = (content: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(content, { objectMode: false })) as unknown as ReadableStream<Uint8Array>

async function* passOn(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* content
}

async function* buffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream as unknown as NodeWebStream<Uint8Array>) {
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
}
