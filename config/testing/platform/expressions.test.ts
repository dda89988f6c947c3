import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { flagPatterns } from '#plugins/lms/discussions/server/flags.ts'
import { expressionsIn, expressionsOf, whySlow } from '../../../core/testing/expressions.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Files that put expressions together of more than their own constants, and what keeps those linear. */
const builtIn: Readonly<Record<string, string>> = {
  'plugins/lms/discussions/server/flags/phone.ts': 'looked at below, as built',
  'plugins/lms/discussions/server/flags/links.ts': 'looked at below, as built',
  'plugins/lms/discussions/server/flags/handle.ts': 'looked at below, as built',
  'plugins/lms/discussions/server/flags/address.ts': 'looked at below, as built',
  'plugins/lms/certificates/server/read-file.ts': 'begins with fixed words and a number of at most nine digits',
  'plugins/lms/authoring/questions/server/cell-marks.ts': 'begins behind a space and looks at one run of backslashes',
  'core/contract/names.ts': 'alternatives of fixed words; only single spaces may be between them',
  'core/server/erasure/places.ts': 'from one mark to the next, on an excerpt',
  'plugins/backup/archive/server/encryption.ts': 'anchored, and all its quantifiers are exact numbers',
}

describe('regular expressions', () => {
  it('take steps for each letter, and not for each pair of letters', async () => {
    const { found, built } = await expressionsOf(root)
    expect(found.length).toBeGreaterThan(300)
    expect(found.map((one) => ({ at: one.at, why: whySlow(one) })).filter(({ why }) => why !== undefined)).toEqual([])
    expect([...new Set(built.map(({ at }) => at))].toSorted()).toEqual(Object.keys(builtIn).toSorted())
  })

  it('that hold posts do so too, as they are built of words', () => {
    expect(flagPatterns.length).toBeGreaterThan(40)
    expect(flagPatterns.flatMap((one) => whySlow(one) ?? [])).toEqual([])
  })

  it.each([
    String.raw`const text = value.replace(/\s+$/, '')`,
    String.raw`const isCode = /<([^>]*)>; next/.test(header)`,
    String.raw`const street = /\p{L}*(?:weg|platz) \d/iu`,
    String.raw`const head = /<head(?:\s[^>]*)?>/i`,
    'const comment = /<!--[^]*?-->/g',
    String.raw`const pattern = /^(\d+\.?\d*|\.\d+)$/`,
    "const NAME = String.raw`[\\p{L}\\d-]+`\nconst mail = new RegExp(String.raw`${NAME}\\s?@${NAME}`, 'iu')",
  ])('are found where they are slow: %s', (source) => {
    const { found, built } = expressionsIn('a.ts', source)
    expect(built).toEqual([])
    expect(found.map((one) => whySlow(one) !== undefined)).toEqual([true])
  })

  it.each([
    String.raw`const text = value.replace(/(?<!\s)\s+$/, '')`,
    String.raw`const isCode = /<([^<>]*)>; next/.test(header)`,
    String.raw`const mail = /[\p{L}\d]@[\p{L}\d]{1,63}/u`,
    'const quoted = /"[^"]*"/g',
  ])('are left alone where they are not: %s', (source) => {
    expect(expressionsIn('a.ts', source).found.map(whySlow)).toEqual([undefined])
  })
})
