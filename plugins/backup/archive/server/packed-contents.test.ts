import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ArchiveError } from './archive-error.ts'
import { openArchive } from './reader.ts'
import { archiveOf, type Entries, randomTables, readAll, repackArchive, seededNumbers } from './test-archives.ts'

const PASSPHRASE = 'a passphrase of words'
const PART_BYTES = 4 * 1024 ** 2
const tables = randomTables([3, 500])

function bytes(size: number, seed: number): Buffer {
  const random = seededNumbers(seed)
  const content = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) content.writeUInt32LE(Math.floor(random() * 2 ** 32), at)
  return content
}

// Nothing, less than a part, exactly one, and a bit more than two.
const files = [Buffer.alloc(0), bytes(1000, 1), bytes(PART_BYTES, 2), bytes(2 * PART_BYTES + 1, 3)]
const plain = await archiveOf(tables, undefined, {}, files)

async function contentsOf(archive: Buffer, passphrase?: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const opened = await openArchive(Readable.from([archive]), { passphrase })
  for await (const { sha256, content } of opened.packedContents()) {
    found.set(sha256, Buffer.concat((await Readable.from(content).toArray()) as Buffer[]))
  }
  return found
}

/** Reads an archive in either way and returns the message of the error that ends it. */
async function complaint(archive: Buffer): Promise<string | undefined> {
  const messages = await Promise.all(
    [() => contentsOf(archive), () => readAll(archive)].map((read) =>
      read().then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ArchiveError) return error.message
          throw error
        },
      ),
    ),
  )
  expect(messages[0]).toBe(messages[1])
  return messages[0]
}

test('contents behind the tables are read as they were written', async () => {
  const found = [...(await contentsOf(plain)).values()]
  expect(found).toHaveLength(files.length)
  for (const content of files) expect(found.some((one) => one.equals(content))).toBe(true)
  expect(await readAll(plain)).toEqual(tables)
})

test('encrypted with the archive, they can be read with its passphrase alone', async () => {
  const secret = await archiveOf(tables, PASSPHRASE, {}, files.slice(0, 2))
  await expect(contentsOf(secret)).rejects.toThrow('its passphrase is needed')
  const sizes = [...(await contentsOf(secret, PASSPHRASE)).values()].map(({ length }) => length)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([0, 1000])
})

test('a content that its reader leaves is read over', async () => {
  const opened = await openArchive(Readable.from([plain]))
  let count = 0
  for await (const { content } of opened.packedContents()) {
    count++
    for await (const _ of content) break
  }
  expect(count).toBe(files.length)
})

const isContent = ({ name }: Entries[number]) => name.startsWith('objects/')
const wrong = /^The archive is damaged: the file [0-9a-f]{12} is not what its name says$/

test.for<[string, (entries: Entries) => Entries, RegExp]>([
  ['is another one', (entries) => entries.map((one) => (isContent(one) ? changed(one) : one)), wrong],
  ['is missing', (entries) => entries.filter((one) => !isContent(one)), wrong],
  ['goes on', (entries) => entries.flatMap((one) => (isContent(one) ? [one, next(one)] : [one])), wrong],
  ['is cut off', (entries) => entries.slice(0, entries.findIndex(isContent) + 1), /ends early/],
  [
    'stands before the tables',
    (entries) => [...entries.filter(isContent), ...entries].toSorted(manifestFirst),
    /damaged/,
  ],
])('an archive in which a content %s is refused', async ([, change, message]) => {
  expect(await complaint(await repackArchive(plain, change))).toMatch(message)
})

function changed({ name, content }: Entries[number]): Entries[number] {
  const other = Buffer.from(content)
  if (other.length > 0) other.writeUInt8(other.readUInt8(0) ^ 1, 0)
  return { name, content: other }
}

const next = ({ name }: Entries[number]) => ({ name: name.replace(/1$/, '2'), content: Buffer.from('more') })

const manifestFirst = (a: Entries[number], b: Entries[number]) =>
  Number(b.name === 'manifest.json') - Number(a.name === 'manifest.json')

test('contents that the list does not name are refused', async () => {
  const stranger = `objects/${'f'.repeat(64)}/000001`
  const added = await repackArchive(plain, (entries) =>
    entries.toSpliced(-1, 0, { name: stranger, content: Buffer.from('more') }),
  )
  expect(await complaint(added)).toMatch(/^The archive holds something unexpected: "objects\/ffff/)
})
