import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Store } from '#core/server/files/store.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import {
  AGE_HEADER_PEEK_BYTES,
  decryptWithPassphrase,
  decryptWithKey,
  encryptWithPassphrase,
  encryptWithKey,
  encryptedSize,
  keyPairOf,
  newKeyPair,
  type KeyPair,
} from '../../archive/server/encryption.ts'

/** Contents of files that lie beside archives, each once, whichever archives list it. */
export interface Objects {
  /** Below `files/`. */
  folder: string
  /** Names of the stored objects, with the bytes that each has there. */
  stored: () => Promise<ReadonlyMap<string, number>>
  nameOf: (sha256: string) => string
  /** Bytes that a content of this size has there. */
  storedSize: (size: number) => number
  write: (sha256: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** @throws not-found, ArchiveError where it was changed */
  open: (sha256: string) => Promise<AsyncIterable<Buffer>>
}

const PLAIN_FOLDER = 'plain'

/**
 * Store to which a new archive writes contents: as they are, or encrypted for the identity that this passphrase opens.
 */
export async function objectsFor(store: Store, passphrase: string | undefined): Promise<Objects> {
  if (passphrase === undefined) return plainObjects(store)
  for (const name of (await store.list('files')).keys()) {
    if (!name.endsWith('/key.age')) continue
    const key = await openKey(store, name, passphrase).catch((error: unknown) => {
      // Encrypted with another passphrase, or forged: new objects get a new key.
      if (error instanceof ArchiveError) return undefined
      throw error
    })
    if (key && `files/${folderOf(key)}/key.age` === name) return encryptedObjects(store, key)
  }
  const key = await newKeyPair()
  await store.write(`files/${folderOf(key)}/key.age`, encryptWithPassphrase(once(key.identity), passphrase))
  return encryptedObjects(store, key)
}

/** Store in which an archive says that its contents are. @throws ArchiveError when the passphrase does not open them */
export async function objectsOf(store: Store, folder: string, passphrase: string | undefined): Promise<Objects> {
  if (folder === PLAIN_FOLDER) return plainObjects(store)
  const name = `files/${folder}/key.age`
  if (passphrase === undefined)
    throw new ArchiveError('The files of the backup are encrypted: its passphrase is needed')
  if ((await store.sizeOf(name)) === undefined) {
    throw new ArchiveError(`The key of the files is missing (${name}): the folder files has to lie beside the archive`)
  }
  return encryptedObjects(store, await openKey(store, name, passphrase))
}

/** Bytes; ours has some 300. */
const MAX_KEY_BYTES = 4096

async function openKey(store: Store, name: string, passphrase: string): Promise<KeyPair> {
  if (((await store.sizeOf(name)) ?? 0) > MAX_KEY_BYTES) throw new ArchiveError(`${name} is no key`)
  const { content } = await store.open(name)
  const whole = Buffer.concat((await content.toArray()) as Buffer[])
  const pieces: Buffer[] = []
  for await (const piece of decryptWithPassphrase(once(whole), whole.subarray(0, AGE_HEADER_PEEK_BYTES), passphrase))
    pieces.push(piece)
  const identity = Buffer.concat(pieces).toString('latin1').trim()
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(identity)) throw new ArchiveError(`${name} is no key`)
  return keyPairOf(identity)
}

const folderOf = ({ recipient }: KeyPair) => createHash('sha256').update(recipient).digest('hex').slice(0, 8)

function plainObjects(store: Store): Objects {
  return {
    ...inFolder(store, PLAIN_FOLDER, (sha256) => sha256),
    storedSize: (size) => size,
    write: (sha256, content) => store.write(plainName(sha256), content),
    open: async (sha256) => (await store.open(plainName(sha256))).content,
  }
}

const plainName = (sha256: string) => nameIn(PLAIN_FOLDER, sha256)

function encryptedObjects(store: Store, key: KeyPair): Objects {
  // A reader of the names cannot test whether a known content is among them.
  const secret = Buffer.from(hkdfSync('sha256', key.identity, '', 'trellis names of objects', 32))
  const folder = folderOf(key)
  const hidden = (sha256: string) => `${createHmac('sha256', secret).update(sha256).digest('hex')}.age`
  const nameOf = (sha256: string) => nameIn(folder, hidden(sha256))
  return {
    ...inFolder(store, folder, hidden),
    storedSize: encryptedSize,
    write: (sha256, content) => store.write(nameOf(sha256), encryptWithKey(content, key)),
    open: async (sha256) => decryptWithKey((await store.open(nameOf(sha256))).content, key),
  }
}

const inFolder = (store: Store, folder: string, shown: (sha256: string) => string) => ({
  folder,
  stored: () => store.list(`files/${folder}`),
  nameOf: (sha256: string) => nameIn(folder, shown(sha256)),
})

const nameIn = (folder: string, name: string) => `files/${folder}/${name.slice(0, 2)}/${name}`

const once = (content: string | Buffer) => Readable.from([Buffer.from(content)], { objectMode: false })
