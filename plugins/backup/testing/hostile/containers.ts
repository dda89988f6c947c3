import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { compressedFrame, ZSTD_MAGIC } from '../../archive/server/compression.ts'
import { CLOSING_ENTRY, MANIFEST_ENTRY } from '../../archive/server/manifest.ts'
import { END_OF_TAR, tarEntry, tarHeader } from '../../archive/server/tar.ts'
import { packArchive, type Entries } from '../../archive/server/test-archives.ts'
import { damaged, type Hostile, manifestOf } from './craft.ts'

const at = new Date('2026-11-21T07:00:00Z')

/** Changed copies of a plain archive that there is a record of: none of them is what was stored. */
export function changedOnDisk(archive: Buffer): Hostile[] {
  const cuts = [0, 1, 3, 4, 5, 30, 200, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((place) =>
    Math.floor(place < 1 ? place * archive.length : place),
  )
  const ends = [1, 4, 100].map((missing) => archive.length - missing)
  const frames = [archive.indexOf(ZSTD_MAGIC, 4), archive.lastIndexOf(ZSTD_MAGIC)]
  const flipped = [0, 2, 5, 60, 0.2, 0.4, 0.6, 0.8, 0.999].map((place) => {
    const changed = Buffer.from(archive)
    const byte = Math.floor(place < 1 ? place * archive.length : place)
    changed[byte] = (changed[byte] ?? 0) ^ 4
    return { name: `a bit flipped in byte ${byte}`, archive: changed, why: damaged }
  })
  return [
    ...[...cuts, ...ends, ...frames].map((bytes) => ({
      name: `cut off after ${bytes} bytes`,
      archive: archive.subarray(0, bytes),
      why: damaged,
    })),
    ...flipped,
    { name: 'twice', archive: Buffer.concat([archive, archive]), why: /was added to it/ },
    { name: 'with something after it', archive: Buffer.concat([archive, Buffer.from('more')]), why: /was added to it/ },
  ]
}

/** No archives at all, and those that unpack to something else than they say. */
export function wrongContainers(archive: Buffer, entries: Entries): Hostile[] {
  const tar = Buffer.concat([...entries.map(({ name, content }) => tarEntry(name, content, at)), END_OF_TAR])
  const begin = tarEntry(MANIFEST_ENTRY, Buffer.from(manifestOf(entries)), at)
  const wide = { params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 } }
  const empty = compressedFrame(Buffer.alloc(16 * 1024 ** 2))
  const window = zstdCompressSync(Buffer.concat([tar, Buffer.alloc(200 * 1024 ** 2, 'random')]), wide)
  return [
    { name: 'a tar that is not compressed', archive: tar, why: damaged },
    { name: 'a tar in gzip', archive: gzipSync(tar), why: damaged },
    { name: 'noise', archive: Buffer.from('PK\u0003\u0004 something else'), why: damaged },
    { name: 'an empty frame', archive: compressedFrame(Buffer.alloc(0)), why: damaged },
    { name: 'a frame that wants memory', archive: window, why: /more memory than it may/ },
    { name: 'no manifest', archive: packArchive(entries.slice(1)), why: /does not begin with a manifest/ },
    {
      name: 'gigabytes of empty blocks',
      archive: Buffer.concat([compressedFrame(begin), ...Array.from({ length: 64 }, () => empty)]),
      why: /unpacks to more than its entries hold/,
    },
    {
      name: 'a header of 8 GB',
      archive: compressedFrame(Buffer.concat([begin, changedHeader('x', 8 * 1024 ** 3 - 1, 'x')])),
      why: damaged,
    },
    { name: 'encrypted for no one', archive: Buffer.from('age-encryption.org/v1\n-> X25519 a\n'), why: /encrypted/ },
    { name: 'twice in one', archive: Buffer.concat([archive, archive]), why: /Something follows after the end/ },
  ]
}

/** A header of another type, with a checksum that fits. */
function changedHeader(name: string, size: number, type: string): Buffer {
  const header = tarHeader(name, size, at)
  header.write(type, 156)
  header.write(' '.repeat(8), 148)
  const total = header.reduce((all, byte) => all + byte, 0)
  header.write(`${total.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  return header
}

/** Archives whose entries differ from their manifest. Each is only detected after some rows have been read. */
export function wrongEntries(entries: Entries): Hostile[] {
  const row = Buffer.from('x\n')
  const second = entries.findIndex(({ name }) => name.startsWith('data/'))
  const inserted = (name: string) => packArchive(entries.toSpliced(second, 0, { name, content: row }))
  const typed = (type: string) =>
    compressedFrame(
      Buffer.concat([
        tarEntry(MANIFEST_ENTRY, Buffer.from(manifestOf(entries)), at),
        changedHeader('data/users/000001.copy', 0, type),
        END_OF_TAR,
      ]),
    )
  const bomb = tarEntry(entries[second]?.name ?? '', Buffer.alloc(60 * 1024 ** 2, '\n'), at)
  const noFile = /is no file/
  return [
    ...['../../etc/passwd', '/etc/passwd', 'data/../users/000001.copy', 'data/users/000009.copy', MANIFEST_ENTRY].map(
      (name) => ({ name: `with ${name}`, archive: inserted(name), why: damaged }),
    ),
    ...Object.entries({ 1: 'a hard link', 2: 'a symbolic link', 3: 'a device', 5: 'a folder' }).map(([type, name]) => ({
      name: `with ${name}`,
      archive: typed(type),
      why: noFile,
    })),
    {
      name: 'an entry doubled',
      archive: packArchive(entries.toSpliced(second, 0, entries[second] as never)),
      why: damaged,
    },
    { name: 'an entry removed', archive: packArchive(entries.toSpliced(second, 1)), why: damaged },
    {
      name: 'an entry renamed',
      archive: packArchive(entries.with(second, { name: 'data/x/000001.copy', content: row })),
      why: damaged,
    },
    {
      name: 'entries swapped',
      archive: packArchive(
        entries.with(second, entries[second + 1] as never).with(second + 1, entries[second] as never),
      ),
      why: damaged,
    },
    {
      name: 'other rows in an entry',
      archive: packArchive(entries.map((entry, n) => (n === second ? { ...entry, content: row } : entry))),
      why: /damaged|break a rule/,
    },
    { name: 'without its end', archive: packArchive(entries.slice(0, -1)), why: damaged },
    {
      name: 'with another checksum',
      archive: packArchive(entries.with(entries.length - 1, { name: CLOSING_ENTRY, content: Buffer.alloc(64, '0') })),
      why: /manifest was changed/,
    },
    {
      name: 'with something after its end',
      archive: packArchive([...entries, { name: 'x', content: row }]),
      why: /Something follows/,
    },
    {
      name: 'a bomb',
      archive: Buffer.concat([
        compressedFrame(tarEntry(MANIFEST_ENTRY, Buffer.from(manifestOf(entries)), at)),
        compressedFrame(bomb),
      ]),
      why: /holds more than the manifest says/,
    },
  ]
}
