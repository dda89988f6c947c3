import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { fold } from '#core/contract/fold.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import { systemActor } from '../identity/actor.ts'

const test = pluginTest([])

/** Texts that the database folds differently. */
async function foldedOtherwise({ core }: TestPlatform, texts: string[]): Promise<string[]> {
  const { rows } = await core.db.platform(systemActor, ({ trx }) =>
    trx.raw<{ rows: { text: string; folded: string }[] }>(
      'select t as text, fold(t) as folded from unnest(?::text[]) t where unicode_assigned(t)',
      [texts],
    ),
  )
  return rows.filter(({ text, folded }) => folded !== fold(text)).map(({ text }) => text)
}

const BATCH_SIZE = 5000

const often = ['ς', 'Σ', 'İ', 'ı', 'I', 'ß', 'ẞ', 'é', '\u0301', 'ﬁ']

/** Letters, marks and signs of every plane that has any, surrogates left out. */
const characters = Array.from({ length: 0x20000 - 1 }, (_, index) => String.fromCodePoint(index + 1)).filter((one) =>
  /\P{C}/u.test(one),
)

describe('fold, in JavaScript and in the database', () => {
  test(
    'is one for every character that PostgreSQL knows, alone and in a word',
    { timeout: 60_000 },
    async ({ platform }) => {
      expect(characters.length).toBeGreaterThan(80_000)
      for (let start = 0; start < characters.length; start += BATCH_SIZE) {
        const some = characters.slice(start, start + BATCH_SIZE)
        expect(
          await foldedOtherwise(
            platform,
            some.flatMap((one) => [one, `A${one}b Σ`]),
          ),
        ).toEqual([])
      }
    },
  )

  test('gives equal results for texts of any letters and marks', async ({ platform }) => {
    const text = fc.string({
      unit: fc.oneof(
        fc.nat(characters.length - 1).map((at) => characters[at] ?? ''),
        fc.constantFrom(...often),
      ),
    })
    await assertDatabaseLaw(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
        expect(await foldedOtherwise(platform, texts)).toEqual([])
        expect(texts.map((one) => fold(fold(one)))).toEqual(texts.map(fold))
      }),
    )
  })

  test.for([
    ['İbrahim', 'IBRAHIM', 'ıbrahım'],
    ['YILMAZ', 'yılmaz', 'Yilmaz'],
    ['Γιώργος', 'ΓΙΩΡΓΟΣ', 'γιωργοσ'],
    ['José', 'Jose\u0301', 'JOSE'],
    ['Straße', 'STRASSE', 'STRAẞE'],
    ['Søren', 'SOREN', 'soren'],
    ['Łukasz', 'lukasz', 'LUKASZ'],
    ['Ｊｏｓé', 'jose', 'JOSÉ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
  ])('takes %s and what people type for it as one', async ([name = '', ...typed]) => {
    for (const one of typed) expect(fold(one), one).toBe(fold(name))
  })

  test.for([
    ['が', 'か'],
    ['कु', 'का'],
    ['한', '하'],
    ['ก่', 'ก'],
  ] as const)('keeps %s and %s apart, whose marks are letters', ([one, other]) => {
    expect(fold(one)).not.toBe(fold(other))
  })

  test('matches typed text literally, including % and _ of every width', async ({ platform }) => {
    const typed = [
      '100%',
      '５０％',
      'a_b',
      'a＿b',
      'c\\d',
      '＼',
      '%',
      '_',
      '%_%',
      '\\%',
      "o'neil_a",
      'a-b%c',
      'Day, A_1',
    ]
    const { rows } = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx.raw<{ rows: { own: boolean; other: boolean }[] }>(
        `select fold('x ' || t || ' y') like containing(t) as own,
            fold('x ' || translate(t, '%_\\％＿＼', '------') || ' y') like containing(t) as other from unnest(?::text[]) t`,
        [typed],
      ),
    )
    expect(rows).toEqual(typed.map(() => ({ own: true, other: false })))
  })
})
