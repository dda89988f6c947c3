import { expect, test } from 'vitest'
import { readPo, writePo } from '#cli/commands/texts.ts'
import { textsOf } from '#web/build/findTexts.ts'
import { leftTexts } from '#web/build/leftTexts.ts'
import { placeTexts, pseudo } from '#web/build/texts.ts'

const marked = (text: string, quote: string) => `${quote}⟦¶${text}¶⟧${quote}`

test('words of a language are put in the place of marked ones, whichever quotes a minifier wrote', () => {
  const catalog = { 'It’s {name}': 'Es {name}', 'A "b"\nc': 'x', '{count} rows': { one: 'u', other: 'v' } }
  const script = `a(${marked('It’s {name}', '`')},${marked('A "b"\\nc', "'")},${marked('{count} rows', '"')},${marked('Left', '"')})`
  expect(placeTexts(script, catalog)).toBe('a("Es {name}","x",{"one":"u","other":"v"},"Left")')
  expect(placeTexts(script, {})).toBe('a("It’s {name}","A \\"b\\"\\nc","{count} rows","Left")')
  expect(placeTexts('a("⟦¶Left¶⟧ of b")', { Left: 'x' })).toBe('a("Left of b")')
})

test('texts are found in calls, checks of contracts, refusals, things that are not found, and lines of emails', () => {
  const read = (file: string, code: string) => textsOf(file, code).map(({ text }) => text)
  expect(read('core/web/a.tsx', "t('One'); t.count(n, '{count} a', '{count} b'); rich('Until {day}', v)")).toEqual([
    'One',
    '{count} a',
    '{count} b',
    'Until {day}',
  ])
  expect(read('x/contract.ts', "z.string().min(1, 'Enter a name'); endpoint({ summary: 'Not shown' })")).toEqual([
    'Enter a name',
  ])
  expect(read('x/server/a.ts', "conflict('name', 'This is taken'); notFound('Student'); line`Hello ${name},`")).toEqual(
    ['This is taken', 'Student not found', 'Hello {1},'],
  )
})

test('words of a screen that are not translated are found, names of icons and ids are not', () => {
  const code = `<Card title="Saved items" id="saved-items" kind={a ? 'Left one' : 'b'}>{t('Fine')} Left two</Card>`
  expect(leftTexts('a.tsx', code)).toEqual(['1: Saved items', '1: Left two'])
})

test('a pseudo-text keeps the names of its values', () => {
  expect(pseudo('Edit {name}')).toMatch(/^Edít \{name\} ·+$/)
})

test('translations survive the way to a translator and back, with all forms of a plural', async () => {
  const at = { start: 0, end: 0, file: 'core/web/a.tsx' }
  const texts = [
    { ...at, text: 'Edit {name}', isMany: false },
    { ...at, text: '{count} rows', one: '{count} row', isMany: true },
    { ...at, text: 'New', isMany: false },
  ]
  const catalog = { 'Edit {name}': 'Editar a {name}', '{count} rows': { one: 'u', many: 'm', other: 'v' } }
  const file = await writePo('es', texts, catalog)
  expect(file.toString()).toContain('msgid_plural "{count} rows"')
  expect(await readPo('es', file)).toEqual(catalog)
})
