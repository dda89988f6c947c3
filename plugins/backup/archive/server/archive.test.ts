import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ArchiveError } from './archive-error.ts'
import { compressedFrame } from './compression.ts'
import { CLOSING_ENTRY, FORMAT, MANIFEST_ENTRY, parseManifest } from './manifest.ts'
import { openArchive } from './reader.ts'
import { END_OF_TAR, tarEntry } from './tar.ts'
import {
  archiveOf,
  packArchive,
  randomTables,
  readAll,
  repackArchive,
  seededNumbers,
  type Entries,
} from './test-archives.ts'

const PASSPHRASE = 'a passphrase of words'
const tables = randomTables([3, 0, 20_000, 1, 500])
const plain = await archiveOf(tables)
const secret = await archiveOf(tables, PASSPHRASE)

/** Reads an archive and returns the message of its ArchiveError, or nothing when all of it was read. */
async function complaint(archive: Buffer, passphrase?: string): Promise<string | undefined> {
  try {
    const found = await readAll(archive, passphrase)
    // Comparing texts is a hundred times as fast as comparing rows.
    expect(JSON.stringify(found) === JSON.stringify(tables), 'what was read is what was written').toBe(true)
    return undefined
  } catch (error) {
    if (error instanceof ArchiveError) return error.message
    throw error
  }
}

test('written data is read back in the same order', async () => {
  expect(await readAll(plain)).toEqual(tables)
  expect(await readAll(secret, PASSPHRASE)).toEqual(tables)
})

test('encrypted, nothing of it can be read without the passphrase', async () => {
  expect(secret.includes('table_2')).toBe(false)
  expect(secret.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(await complaint(secret)).toBe('The archive is encrypted: its passphrase is needed')
  expect(await complaint(secret, 'another passphrase')).toBe('The passphrase is wrong')
})

test('a table that its reader leaves is read over, and still checked', async () => {
  const archive = await openArchive(Readable.from([plain]))
  const names: string[] = []
  for await (const { name, parts } of archive.tables()) {
    names.push(name)
    if (name === 'table_2') for await (const _ of parts) break
  }
  expect(names).toEqual(tables.map(({ name }) => name))
})

test('an archive that was cut off anywhere is refused', { timeout: 240_000 }, async () => {
  const random = seededNumbers(7)
  for (const at of [0, 1, 3, 4, 100, plain.length - 1, ...Array.from({ length: 40 }, () => random() * plain.length)]) {
    const message = await complaint(plain.subarray(0, Math.floor(at)))
    expect(message, `cut at ${at} of ${plain.length}`).toMatch(/is empty|ends early/)
  }
  for (const at of [0, 10, 100, 250, secret.length - 1, ...Array.from({ length: 4 }, () => random() * secret.length)]) {
    expect(await complaint(secret.subarray(0, Math.floor(at)), PASSPHRASE), `cut at ${at}`).toBeTypeOf('string')
  }
})

test('an archive with one bit flipped is refused, or is the same to who reads it', { timeout: 240_000 }, async () => {
  const random = seededNumbers(11)
  let refused = 0
  for (let round = 0; round < 150; round++) {
    const [whole, passphrase] = round % 15 === 0 ? [secret, PASSPHRASE] : [plain, undefined]
    const flipped = Buffer.from(whole)
    // Every other one among the first bytes, where formats say what follows.
    const at = Math.floor(random() * (round % 2 === 0 ? 300 : whole.length))
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    // `complaint` compares what was read where nothing was refused.
    if (await complaint(flipped, passphrase)) refused++
  }
  expect(refused).toBeGreaterThan(140)
})

const changedManifest =
  (change: (text: string) => string) =>
  (entries: Entries): Entries =>
    entries.map(({ name, content }) => ({
      name,
      content: name === MANIFEST_ENTRY ? Buffer.from(change(content.toString())) : content,
    }))

/** Writes the checksum anew, as an attacker does who knows the format. */
const withChecksum = (entries: Entries): Entries => {
  const text = entries.find(({ name }) => name === MANIFEST_ENTRY)?.content ?? Buffer.alloc(0)
  const checksum = Buffer.from(createHash('sha256').update(text).digest('hex'))
  return entries.map((entry) => (entry.name === CLOSING_ENTRY ? { ...entry, content: checksum } : entry))
}

test('a manifest that was edited is refused', async () => {
  const edited = changedManifest((text) => text.replace('"tenantCount": 0', '"tenantCount": 1'))
  expect(await complaint(await repackArchive(plain, edited))).toBe('The archive is damaged: the manifest was changed')
})

test('a manifest that says other than what follows is refused, with a checksum of its own too', async () => {
  const saying = (change: (text: string) => string) =>
    repackArchive(plain, (entries) => withChecksum(changedManifest(change)(entries)))
  expect(await complaint(await saying((text) => text))).toBeUndefined()
  expect(await complaint(await saying((text) => text.replace('"rows": 20000', '"rows": 19999')))).toBe(
    'The archive is damaged: table_2 holds more than the manifest says',
  )
  expect(await complaint(await saying((text) => text.replace('"rows": 20000', '"rows": 20001')))).toBe(
    'The archive is damaged: table_2 has 20000 of 20001 rows',
  )
  expect(await complaint(await saying((text) => text.replace(/"sha256": "./, '"sha256": "x')))).toMatch(/not valid/)
  const { sha256 } = parseManifest(Buffer.from(await manifestText())).tables[2] as { sha256: string }
  expect(await complaint(await saying((text) => text.replace(sha256, '0'.repeat(64))))).toBe(
    "The archive is damaged: table_2: the checksum differs from the manifest's",
  )
})

async function manifestText(): Promise<string> {
  let found = ''
  await repackArchive(plain, (entries) => {
    found = entries[0]?.content.toString() ?? ''
    return entries
  })
  return found
}

test('a manifest of another program or a newer version is refused with a message', async () => {
  const saying = async (text: string) => complaint(packArchive([{ name: MANIFEST_ENTRY, content: Buffer.from(text) }]))
  expect(await saying('{}')).toMatch(/its manifest is unknown/)
  expect(await saying('nothing')).toMatch(/its manifest is no JSON/)
  expect(await saying('{"product":"other","format":1}')).toBe('This is an archive of another product')
  expect(await saying(`{"product":"trellis","format":${FORMAT + 1}}`)).toBe(
    `The archive was made by a newer version of the platform (format ${FORMAT + 1}; this one reads up to ${FORMAT})`,
  )
  expect(await saying('{"product":"trellis","format":1}')).toMatch(/^The manifest is not valid/)
  expect(await complaint(packArchive([{ name: 'x', content: Buffer.alloc(0) }]))).toMatch(
    /does not begin with a manifest/,
  )
  expect(await complaint(Buffer.from('PK something else'))).toBe('This is not an archive of the platform')
})

test('names of tables and columns that are no plain names are refused', async () => {
  const text = await manifestText()
  for (const name of ['../users', '/etc/passwd', 'users; drop table users', 'Users', '"users"', '']) {
    const change = text.replace('"table_0"', JSON.stringify(name))
    expect(
      await complaint(await repackArchive(plain, (entries) => withChecksum(changedManifest(() => change)(entries)))),
    ).toMatch(/^The manifest is not valid/)
    const column = text.replace('"text"', JSON.stringify(name))
    expect(
      await complaint(await repackArchive(plain, (entries) => withChecksum(changedManifest(() => column)(entries)))),
    ).toMatch(/^The manifest is not valid/)
  }
  expect(
    await complaint(
      await repackArchive(plain, (entries) =>
        withChecksum(changedManifest(() => text.replace('"table_1"', '"table_0"'))(entries)),
      ),
    ),
  ).toMatch(/named twice/)
})

test('entries that do not belong there are refused, whatever they are called', async () => {
  const evil = [
    '../../etc/passwd',
    '/etc/passwd',
    'data/../users/000001.copy',
    'data/table_0/000003.copy',
    'data/table_9/000001.copy',
    MANIFEST_ENTRY,
  ]
  for (const name of evil) {
    for (const place of [1, 2, -1]) {
      const message = await complaint(
        await repackArchive(plain, (entries) => entries.toSpliced(place, 0, { name, content: Buffer.from('0\tx\n') })),
      )
      expect(message, `${name} at ${place}`).toBeTypeOf('string')
    }
    const after = await repackArchive(plain, (entries) => [...entries, { name, content: Buffer.alloc(0) }])
    expect(await complaint(after)).toBe('Something follows after the end of the archive')
  }
  const missing = await repackArchive(plain, (entries) => entries.toSpliced(2, 1))
  expect(await complaint(missing)).toBeTypeOf('string')
  const swapped = await repackArchive(
    plain,
    ([manifest, first, second, ...rest]) => [manifest, second, first, ...rest] as Entries,
  )
  expect(await complaint(swapped)).toBeTypeOf('string')
})

test('a link or a folder in it is refused', async () => {
  const text = Buffer.from(await manifestText())
  const link = tarEntry('data/table_0/000001.copy', Buffer.alloc(0), new Date())
  link[156] = '2'.charCodeAt(0)
  let sum = 0
  for (const [at, byte] of link.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  link.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  const archive = compressedFrame(Buffer.concat([tarEntry(MANIFEST_ENTRY, text, new Date()), link, END_OF_TAR]))
  expect(await complaint(archive)).toMatch(/is no file/)
})

test('whatever follows after its end is refused', async () => {
  expect(await complaint(Buffer.concat([plain, plain]))).toBe('Something follows after the end of the archive')
  expect(await complaint(Buffer.concat([plain, Buffer.from('more')]))).toBe(
    'Something follows after the end of the archive',
  )
  expect(await complaint(Buffer.concat([secret, secret]), PASSPHRASE)).toBeTypeOf('string')
})

test('an archive that unpacks to far more than its manifest says is refused before it does', async () => {
  const text = Buffer.from(await manifestText())
  // Rows without end: 16 GB that are packed into two megabytes.
  const begin = compressedFrame(tarEntry(MANIFEST_ENTRY, text, new Date()))
  const part = (number: number) =>
    tarEntry(`data/table_0/${String(number).padStart(6, '0')}.copy`, Buffer.alloc(60 * 1024 ** 2, '\n'), new Date())
  const bomb = compressedFrame(part(1))
  function* parts() {
    yield begin
    for (let number = 0; number < 270; number++) {
      read++
      yield bomb
    }
  }
  let read = 0
  const before = process.memoryUsage().rss
  await expect(readAll(Readable.from(parts()))).rejects.toThrow('table_0 holds more than the manifest says')
  expect(read).toBeLessThan(40)
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 ** 2)
})

test('a source that fails is an archive that cannot be read', async () => {
  function* failing() {
    yield plain.subarray(0, 100_000)
    throw new Error('the disk has gone')
  }
  await expect(readAll(Readable.from(failing()))).rejects.toThrow('The archive cannot be read: the disk has gone')
})
