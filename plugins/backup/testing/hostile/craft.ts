import { createHash } from 'node:crypto'
import { CLOSING_ENTRY, MANIFEST_ENTRY } from '../../archive/server/manifest.ts'
import { packArchive, type Entries } from '../../archive/server/test-archives.ts'

/** An archive that must be refused. */
export interface Hostile {
  /** Description of what was done to it. */
  name: string
  archive: Buffer
  /** Message that users see. */
  why: RegExp
}

// oxlint-disable-next-line typescript/no-explicit-any -- made to be wrong
export type Loose = Record<string, any>

/** Beginning or later part of the message on a file that was changed. */
export const damaged = /damaged|ends early|rows that can be read|not an archive|is empty|SHA-256 differs|was cut off/

export const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Packed with a manifest of this text, and its checksum: like an attacker who knows the format. */
export function withManifest(entries: Entries, text: string | Buffer): Buffer {
  const content = Buffer.from(text)
  return packArchive(
    entries.map((entry) => {
      if (entry.name === MANIFEST_ENTRY) return { ...entry, content }
      return entry.name === CLOSING_ENTRY ? { ...entry, content: Buffer.from(sum(content)) } : entry
    }),
  )
}

export const manifestOf = (entries: Entries) =>
  entries.find(({ name }) => name === MANIFEST_ENTRY)?.content.toString() ?? ''

export function editManifest(entries: Entries, edit: (manifest: Loose) => void): Buffer {
  const manifest = JSON.parse(manifestOf(entries)) as Loose
  edit(manifest)
  return withManifest(entries, JSON.stringify(manifest))
}

/** With other rows in a table, and a manifest that says so. */
export function withRows(entries: Entries, table: string, change: (rows: string[]) => string[]): Buffer {
  const isOf = ({ name }: { name: string }) => name.startsWith(`data/${table}/`)
  const first = `data/${table}/000001.copy`
  const rows = change(
    Buffer.concat(entries.filter(isOf).map(({ content }) => content))
      .toString('latin1')
      .split('\n')
      .slice(0, -1),
  )
  const content = Buffer.from(rows.map((row) => `${row}\n`).join(''), 'latin1')
  const part = content.length > 0 ? [{ name: first, content }] : []
  const manifest = JSON.parse(manifestOf(entries)) as Loose
  const before = manifest['tables'].findIndex((one: Loose) => one['name'] === table) as number
  Object.assign(manifest['tables'][before], { rows: rows.length, bytes: content.length, sha256: sum(content) })
  const others = entries.filter((entry) => !isOf(entry))
  const follows = (manifest['tables'] as Loose[]).slice(before + 1).map(({ name }) => `data/${name}/`)
  const place = others.findIndex(({ name }) => name === CLOSING_ENTRY || follows.some((next) => name.startsWith(next)))
  return withManifest(others.toSpliced(place, 0, ...part), JSON.stringify(manifest))
}

/** Without a table, in manifest and content. */
export function withoutTables(entries: Entries, isLeft: (table: string) => boolean): Buffer {
  const manifest = JSON.parse(manifestOf(entries)) as Loose
  manifest['tables'] = (manifest['tables'] as Loose[]).filter(({ name }) => !isLeft(name))
  const kept = entries.filter(({ name }) => !name.startsWith('data/') || !isLeft(name.split('/')[1] ?? ''))
  return withManifest(kept, JSON.stringify(manifest))
}
