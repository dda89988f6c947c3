import { describe, expect, test } from 'vitest'
import type { BarredPerson, PickupPerson } from './contract.ts'
import { judgePickup, separateBarred, type PickupLists } from './judge-pickup-contract.ts'

const barredOf = (name: string, phone = ''): BarredPerson & { phone: string } => ({
  id: name,
  name,
  phone,
  relationship: 'Father',
  hasProtectionOrder: false,
})

const allowedOf = (name: string, kind: PickupPerson['kind'] = 'authorized', phone = '') => ({
  id: name,
  kind,
  name,
  phone,
  relationship: '',
  photoUrl: null,
})

const barredNames = [
  'Ken Ortiz',
  'Seán O’Brien',
  'José María García López',
  'Anna Müller-Lüdenscheidt',
  'Nguyễn Thị Hằng',
]

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Lists variants of a name: another keyboard, another order, typing errors, other habits. */
function writeVariants(name: string): string[] {
  const words = name.split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const swap = (word: string, at: number) =>
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
  const beside = (change: (word: string) => string) => [...words.slice(0, -1), change(last)].join(' ')
  return [
    name,
    plain,
    name.normalize('NFD'),
    name.toUpperCase(),
    plain.toLowerCase(),
    `  ${words.join('   ')} `,
    words.toReversed().join(' '),
    `${last}, ${words.slice(0, -1).join(' ')}`,
    `${last.toUpperCase()} ${words.slice(0, -1).join(' ')}`,
    words.join(''),
    words.toReversed().join(''),
    words.join('-'),
    words.join('.'),
    words.join('_'),
    Array.from(words.join('')).join(' '),
    `${first.slice(0, 1)}. ${last}`,
    `${first.slice(0, 1)}.${last}`,
    `${first} ${last.slice(0, 1)}.`,
    words.map((word) => word.slice(0, 1)).join('. '),
    words.map((word) => word.slice(0, 1)).join('.'),
    first,
    last,
    `Mr. ${last}`,
    `Dr ${name}`,
    `dad ${name}`,
    `${name} (father)`,
    `${name}, her uncle`,
    `${first} Quentin ${words.slice(1).join(' ')}`,
    `${name} Jr.`,
    `“${name}”`,
    name.replaceAll(/['’]/g, ''),
    name.replaceAll(/['’]/g, '`'),
    name.replaceAll(/['’]/g, ' '),
    name.replaceAll('-', ''),
    name.replaceAll('-', ' '),
    words.map((word) => `${word}\u200b`).join('\u00a0'),
    beside((word) => swap(word, 1)),
    beside((word) => swap(word, word.length - 2)),
    beside((word) => word.slice(0, -1)),
    beside((word) => word.slice(0, 1) + word.slice(2)),
    beside((word) => word + word.slice(-1)),
    beside((word) => `${word.slice(0, 2)}x${word.slice(2)}`),
    beside((word) => `${word.slice(0, 2)}x${word.slice(3)}`),
    beside((word) => capitalize(word.slice(1))),
    [swap(first, 1), ...words.slice(1)].join(' '),
    [first + first.slice(-1), ...words.slice(1)].join(' '),
    [first, beside((word) => swap(word, 1)).slice(first.length + 1)].join(' '),
  ]
}

const table = barredNames.flatMap((name) => [...new Set(writeVariants(name))].map((typed) => [typed, name] as const))

describe('who may pick up a child', () => {
  test(`none of ${table.length} ways to write the name of a barred person is allowed or unknown`, () => {
    expect(table.length).toBeGreaterThanOrEqual(200)
    const people = { allowed: [allowedOf('Rosa Delgado'), allowedOf('Maria Ortiz', 'guardian')], barred: [] }
    const passed = table.filter(
      ([typed, name]) => judgePickup(typed, { ...people, barred: [barredOf(name)] }).verdict !== 'barred',
    )
    expect(passed).toEqual([])
  })

  test.each([
    'the man with 212-555-0134',
    '+1 (212) 555-0134',
    '2125550134',
    '555 0134',
    'Uncle Bob 212.555.0134',
    '２１２５５５０１３４',
  ])('“%s” has the telephone number of a barred person', (typed) => {
    const barred = [barredOf('Ken Ortiz', '(212) 555-0134')]
    expect(judgePickup(typed, { allowed: [], barred })).toMatchObject({ verdict: 'barred', barred: barred[0] })
  })

  test.each([
    ['Maria Ortiz', 'Ken Ortiz'],
    ['Ken Delgado', 'Ken Ortiz'],
    ['Ben Ortiz', 'Ken Ortiz'],
    ['Sean Baker', 'Seán O’Brien'],
    ['Niamh O’Brien', 'Seán O’Brien'],
    ['María García Ruiz', 'José María García López'],
  ])('%s on the list picks up, and looks like %s', (name, barred) => {
    const people = { allowed: [allowedOf(name)], barred: [barredOf(barred)] }
    expect(judgePickup(name, people)).toMatchObject({ verdict: 'allowed', allowed: { name }, barred: { name: barred } })
  })

  test.each([
    ['Maria Ortiz', 'Ken Ortiz'],
    ['Ken Delgado', 'Ken Ortiz'],
    ['Rosa Delgado', null],
    ['Grandma', null],
  ])('%s on no list is unlisted, and looks like %s', (typed, related) => {
    const judgement = judgePickup(typed, { allowed: [], barred: [barredOf('Ken Ortiz')] })
    expect({ ...judgement, barred: judgement.barred?.name ?? null }).toEqual({
      verdict: 'unlisted',
      allowed: null,
      barred: related,
    })
  })

  test('an authorized pickup with the name or the telephone number of a barred guardian is not on the list', () => {
    const people: PickupLists = {
      allowed: [
        allowedOf('Maria Ortiz', 'guardian', '212 555 0134'),
        allowedOf('ortiz, KEN'),
        allowedOf('Bob Miller', 'authorized', '+1 212-555-0134'),
        allowedOf('Ben Ortiz'),
      ],
      barred: [barredOf('Ken Ortiz', '2125550134')],
    }
    const separated = separateBarred(people)
    expect(separated.allowed.map(({ name }) => name)).toEqual(['Maria Ortiz', 'Ben Ortiz'])
    for (const { name } of people.barred) expect(judgePickup(name, separated).verdict).toBe('barred')
  })
})
