import type { Entries } from '../../archive/server/test-archives.ts'
import { editManifest, type Hostile, type Loose, manifestOf, withManifest } from './craft.ts'

const nestedArrays = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Archives that only their manifest reveals as invalid. */
export function wrongManifests(entries: Entries): Hostile[] {
  const text = manifestOf(entries)
  const texts: [name: string, text: string | Buffer, why: RegExp][] = [
    ['no JSON', 'nothing', /its manifest is no JSON/],
    ['an empty object', '{}', /its manifest is unknown/],
    ['null', 'null', /its manifest is unknown/],
    ['of another product', text.replace('"trellis"', '"other"'), /another product/],
    ['larger than 4 MB', text + ' '.repeat(4 * 1024 ** 2), /larger than 4 MB/],
    ['7 MB of arrays in arrays', nestedArrays(3_500_000), /larger than 4 MB/],
    ['33 levels deep', text.replace('"references": []', `"references": ${nestedArrays(32)}`), /deeper than 32 levels/],
    ['of too many values', text.replace('"plugins": [', `"plugins": [${'1,'.repeat(200_001)}`), /more than 200,000/],
    ['no UTF-8', Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0x7d])]), /no JSON/],
  ]
  const unprintable = ['\u001b[2J', 'a\u0000b', 'half \ud83d', '\u202ereversed', '\u009b31m', 'two\nlines']
  const edits: [name: string, edit: (manifest: Loose) => void, why?: RegExp][] = [
    ['a newer format', (m) => (m['format'] = 99), /newer version/],
    ['a format that is none', (m) => (m['format'] = '2'), /unknown/],
    ...['name', 'platformVersion', 'postgresVersion'].flatMap((field) =>
      unprintable.map((value): (typeof edits)[number] => [
        `${JSON.stringify(value)} as ${field}`,
        (m) => (m[field] = value),
        /cannot be printed/,
      ]),
    ),
    ['a plugin that cannot be printed', (m) => m['plugins'].push('\u001b]0;x'), /cannot be printed/],
    ['a key that cannot be printed', (m) => (m['\u001b[31m\u0000'] = 1), /Unrecognized key: "\\\\?u001b/],
    ...['../users', '/etc/passwd', 'Users', 'users"; drop table users', ''].map((name): (typeof edits)[number] => [
      `a table called ${JSON.stringify(name)}`,
      (m) => (m['tables'][0].name = name),
    ]),
    ['a table twice', (m) => (m['tables'][1].name = m['tables'][0].name), /named twice/],
    ['a column twice', (m) => m['tables'][0].columns.push(m['tables'][0].columns[0]), /named twice/],
    ['a column that is SQL', (m) => m['tables'][0].columns.push('id) from stdin; --')],
    ['rows below none', (m) => (m['tables'][0].rows = -1)],
    ['rows beyond counting', (m) => (m['tables'][0].rows = 1e300)],
    ['a checksum that is none', (m) => (m['tables'][0].sha256 = 'x')],
    [
      'bounds that are SQL',
      (m) => (m['partitions'] = [{ table: 'a', name: 'b', bounds: 'DEFAULT; drop table users' }]),
    ],
    ['a migration in another folder', (m) => m['migrations'].push('../../evil/0001_x')],
    [
      'a migration of no one',
      (m) => m['migrations'].push('core/9999_unknown'),
      /migration core\/9999_unknown is unknown/,
    ],
    ['files in another folder', (m) => (m['files'] = { where: 'beside', folder: '../..', count: 0, bytes: 0 })],
    ['no scope', (m) => delete m['scope']],
    ['a scope of its own', (m) => (m['scope'] = { kind: 'everybody' })],
  ]
  return [
    ...texts.map(([name, manifest, why]) => ({ name, archive: withManifest(entries, manifest), why })),
    ...edits.map(([name, edit, why = /^The manifest is not valid/]) => ({
      name,
      archive: editManifest(entries, edit),
      why,
    })),
  ]
}
