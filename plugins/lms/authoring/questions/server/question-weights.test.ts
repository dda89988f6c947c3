import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([lms])

const answer = (fraction: number, text: string) => `<answer fraction="${fraction}"><text>${text}</text></answer>`
const moodle = (type: string, ...parts: string[]) =>
  `<quiz><question type="${type}"><questiontext><text>Which?</text></questiontext>${parts.join('')}</question></quiz>`
const map = (key: string, value: number) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`
const qti = (baseType: string, right: string, mapping: string, body: string) =>
  `<assessmentItem identifier="i" title="T"><responseDeclaration identifier="R" cardinality="single" baseType="${baseType}">${right}<mapping>${mapping}</mapping></responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`
const correct = '<correctResponse><value>A</value></correctResponse>'
const choice =
  '<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction>'

const chosen = { type: 'single', options: [{ isRight: true }, { isRight: false }] }
const NONE_HERE = 'Answers that give part of the points give none here'
const LEFT_OUT = 'Answers that give part of the points are left out'
const EQUAL_SHARES =
  'Its weights are not imported: each right answer counts the same here, and each wrong one takes as much away'

const files: [name: string, text: string, note: string | undefined, question: object][] = [
  ['a.gift', 'Which? {=a ~%50%b}', NONE_HERE, chosen],
  ['a.gift', 'Which? {=a =%50%b ~c}', NONE_HERE, { type: 'single', options: [{ isRight: true }, {}, {}] }],
  ['a.gift', 'Which? {=a ~%-50%b}', 'No points are taken away for wrong answers here', chosen],
  ['a.gift', 'Which? {=motor =%50%engine}', LEFT_OUT, { type: 'short_text', accepted: ['motor'] }],
  ['a.gift', 'Half? {#=1822:0 =%50%1822:2}', LEFT_OUT, { type: 'number', value: 1822, tolerance: 0 }],
  ['a.gift', 'Half? {#=%50%1822:2 =1822:0 ~#no}', LEFT_OUT, { type: 'number', value: 1822, tolerance: 0 }],
  ['a.gift', 'Which? {~%50%a ~%50%b ~%-50%c ~%-50%d}', undefined, { type: 'multiple' }],
  ['a.gift', 'Which? {~%70%a ~%30%b ~c}', EQUAL_SHARES, { type: 'multiple' }],
  ['a.xml', moodle('multichoice', answer(100, 'a'), answer(33.33333, 'b')), NONE_HERE, chosen],
  [
    'a.xml',
    moodle('multichoice', '<single>false</single>', answer(75, 'a'), answer(25, 'b'), answer(-50, 'c')),
    EQUAL_SHARES,
    { type: 'multiple', options: [{ isRight: true }, { isRight: true }, { isRight: false }] },
  ],
  [
    'a.xml',
    moodle('multichoice', '<single>false</single>', answer(50, 'a'), answer(50, 'b'), answer(-50, 'c')),
    undefined,
    { type: 'multiple', partialCredit: 'per_choice' },
  ],
  ['a.xml', moodle('shortanswer', answer(100, 'a'), answer(50, 'b')), LEFT_OUT, { accepted: ['a'] }],
  ['a.xml', moodle('numerical', answer(50, '3'), answer(100, '3.14')), LEFT_OUT, { type: 'number', value: 3.14 }],
  [
    'a.xml',
    moodle('multianswer').replace('Which?', 'A {1:SA:=motor~%50%engine} turns'),
    LEFT_OUT,
    { type: 'fill_blanks', blanks: [{ accepted: ['motor'] }] },
  ],
  ['a.xml', qti('identifier', correct, map('A', 1) + map('B', 0.5), choice), NONE_HERE, chosen],
  ['a.xml', qti('identifier', '', map('A', 1) + map('B', 0.5), choice), NONE_HERE, chosen],
  [
    'a.xml',
    qti('string', '', map('a', 2) + map('b', 1), '<p>Say <textEntryInteraction responseIdentifier="R"/></p>'),
    LEFT_OUT,
    { type: 'fill_blanks', blanks: [{ accepted: ['a'] }] },
  ],
]

test('weights that grading does not support are listed by item before anything is saved', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  for (const [filename, text, note, question] of files) {
    const { id } = (await admin.post('/api/lms/question-banks', { name: 'Robots' })).body
    const send = async (isPreview: boolean) => {
      const form = fileForm(Buffer.from(text), { field: 'file', filename })
      return (await admin.request('POST', `/api/lms/question-banks/${id}/import?preview=${isPreview}`, form)).body
    }
    const list = async () => (await admin.get(`/api/lms/question-banks/${id}/questions`)).body
    const preview = await send(true)
    expect(preview, text).toMatchObject({ isImported: false, problems: [], questions: [{ line: 1 }] })
    const said = preview.notes.map(({ message }: { message: string }) => message)
    const expected = note === undefined ? [] : [note]
    expect(note === undefined ? said : said.filter((one: string) => one === note), text).toEqual(expected)
    expect(await list()).toEqual([])
    expect(await send(false), text).toMatchObject({ isImported: true, notes: preview.notes })
    expect(await list(), text).toMatchObject([{ question }])
  }
})
