import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'
import { newQuestions } from '../testing/questions.ts'

const test = pluginTest([lms])

const banks = '/api/lms/question-banks'
const createBank = async (client: Client): Promise<string> => (await client.post(banks, { name: 'Robots' })).body.id

interface SentFile {
  format: string
  text: string | Uint8Array
  isPreview?: boolean
}

const sendFile = (client: Client, id: string, { format, text, isPreview = true }: SentFile) =>
  client.request(
    'POST',
    `${banks}/${id}/import?preview=${isPreview}`,
    fileForm(Buffer.from(text), { field: 'file', filename: `questions.${format}` }),
  )

const listQuestions = async (client: Client, id: string) =>
  (await client.get(`${banks}/${id}/questions`)).body.map(({ question }: { question: object }) => question)

/** Removes ids, which are new. */
const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (name, inner) => (name === 'id' || name === 'matchId' ? undefined : inner)))

const gift =
  String.raw`// Safety first
$CATEGORY: $course$/top/Safety

::Fall::A robot falls\: what {comes} first?`.replace('{comes}', 'comes') +
  String.raw` {
  =Switch it off #Right
  ~Catch it #Never

  ~\=Run\~
  ####What moves can hurt
}

What can hurt? {~%50%Motors ~%50%Heat ~%-100%Paper}

Batteries can burn.{T#No\: they can}

[html]<p>Which <b>sensor</b>&nbsp;measures distance?</p> {=ultrasonic =sonar}

A metre has how many cm? {#100:0.5}

How many legs has it? {#2..4}

What belongs together? {=Motor -> moves =Lamp -> shines = -> sleeps}

A {=motor =engine} drives the wheel.

Describe your robot. {}
`

test('a Moodle file is read with all features of GIFT, and a preview imports nothing', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const file = { format: 'gift', text: gift.replaceAll('\n', '\r\n') }
  const preview = await sendFile(admin, id, file)
  expect(preview).toMatchObject({ status: 200, body: { isImported: false, problems: [], problemCount: 0 } })
  expect(preview.body.questions.map(({ line }: { line: number }) => line)).toEqual([4, 12, 14, 16, 18, 20, 22, 24, 26])
  expect(await listQuestions(admin, id)).toEqual([])
  expect((await sendFile(admin, id, { ...file, isPreview: false })).body.isImported).toBe(true)
  expect(await listQuestions(admin, id)).toMatchObject([
    {
      type: 'single',
      prompt: 'A robot falls: what comes first?',
      explanation: 'What moves can hurt',
      options: [
        { text: 'Switch it off', isRight: true, feedback: 'Right' },
        { text: 'Catch it', isRight: false, feedback: 'Never' },
        { text: '=Run~', isRight: false },
      ],
    },
    { type: 'multiple', options: [{ isRight: true }, { isRight: true }, { isRight: false }] },
    { type: 'true_false', isTrue: true, feedbackFalse: 'No: they can' },
    { type: 'short_text', prompt: 'Which [b]sensor[/b] measures distance?', accepted: ['ultrasonic', 'sonar'] },
    { type: 'number', value: 100, tolerance: 0.5 },
    { type: 'number', value: 3, tolerance: 1 },
    { type: 'matching', pairs: [{ prompt: 'Motor', match: 'moves' }, {}], distractors: [{ text: 'sleeps' }] },
    { type: 'fill_blanks', prompt: 'A {1} drives the wheel.', blanks: [{ accepted: ['motor', 'engine'] }] },
    { type: 'long_text', prompt: 'Describe your robot.' },
  ])
  expect((await admin.get(`${banks}/${id}/tags`)).body).toEqual(['Safety'])
})

test('problems of a file are listed by line, and the other questions are imported', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const send = async (format: string, ...lines: string[]) =>
    (await sendFile(admin, id, { format, text: lines.join('\n'), isPreview: false })).body
  const wrong = [
    'Right. {T}',
    '',
    'No braces',
    '',
    'Two {T} and {F}',
    '',
    'None right {~a ~b}',
    '',
    'Part {=%50%a =%50%b}',
  ]
  expect(await send('gift', ...wrong)).toMatchObject({
    isImported: true,
    questions: [{ line: 1, type: 'true_false' }],
    problems: [
      { line: 3, message: 'It has no answer in braces: a text alone is no question here' },
      { line: 5, message: String.raw`It needs exactly one pair of braces; write \{ and \} for braces that are text` },
      { line: 7, message: 'Mark at least one answer as right' },
      { line: 9, message: 'No answer gives all points' },
    ],
  })
  const columns = 'Type,Question,Points,Answer 1,Answer 2'
  const rows = ['single,Which?,1,*a,b', 'single,"Which\none?",1,a,b', 'guess,Why?,1,,', 'number,How many?,many,x,', '']
  expect(await send('csv', columns, ...rows)).toMatchObject({
    isImported: true,
    problems: [
      { line: 3, message: 'Mark exactly one answer as right' },
      { line: 5, message: expect.stringContaining('“guess” is no type') },
      { line: 6, message: expect.any(String) },
      { line: 6, message: expect.any(String) },
    ],
  })
  expect((await send('csv', 'Name,Age', 'Ada,12')).problems).toEqual([
    { line: 1, message: 'There is no column “Type” and “Question”' },
  ])
  expect((await send('csv', columns, 'single,"Not closed,1,*a,b')).problems).toMatchObject([{ line: 2 }])
  expect((await send('gift', '')).problems).toEqual([{ line: 1, message: 'There are no questions' }])
  expect(await listQuestions(admin, id)).toMatchObject([{ prompt: 'Right.' }, { prompt: 'Which?' }])
})

test('another bank imports an exported file unchanged', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const [from, to, moodle] = [await createBank(admin), await createBank(admin), await createBank(admin)]
  const dangerous = {
    id: crypto.randomUUID(),
    type: 'short_text',
    prompt: '=1+1?',
    accepted: ['@two, "2"'],
    points: 0.5,
  }
  const questions = [...newQuestions(), dangerous]
  expect((await admin.post(`${banks}/${from}/copies`, { questions, tags: ['robots', 'Year 1'] })).status).toBe(201)
  const csv = await admin.get(`${banks}/${from}/export?format=csv`)
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.body).toContain("'=1+1?")
  const taken = await sendFile(admin, to, { format: 'csv', text: csv.body, isPreview: false })
  expect(taken.body).toMatchObject({ isImported: true, problems: [] })
  expect(withoutIds(await listQuestions(admin, to))).toEqual(withoutIds(await listQuestions(admin, from)))
  expect((await admin.get(`${banks}/${to}/tags`)).body).toEqual(['Year 1', 'robots'])

  const text = (await admin.get(`${banks}/${from}/export?format=gift`)).body
  expect(text).toContain('// Left out, since GIFT has no such type (ordering): In which order?')
  const imported = await sendFile(admin, moodle, { format: 'gift', text, isPreview: false })
  expect(imported.body).toMatchObject({ isImported: true, problems: [] })
  const types = (await listQuestions(admin, moodle)).map(({ type }: { type: string }) => type)
  expect(types).toEqual([
    'single',
    'multiple',
    'true_false',
    'short_text',
    'number',
    'matching',
    'long_text',
    'short_text',
  ])
})

test('the preview lists by line what is converted', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const text = '::a::[html]<p>What is <u>10<sup>3</sup></u>?</p>{~%70%1000 ~%30%10³ ~30}'
  expect((await sendFile(admin, id, { format: 'gift', text })).body).toMatchObject({
    isImported: false,
    questions: [{ line: 1, prompt: 'What is 10³?' }],
    problemCount: 0,
    noteCount: 3,
    notes: [
      { line: 1, message: 'Names of questions are not imported' },
      { line: 1, message: 'Underlining, lines through words, sizes and the look of code are not imported' },
      { line: 1, message: expect.stringContaining('Its weights are not imported') },
    ],
  })
})

test('a hostile file is refused with a message like any other', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const files = [
    ['gift', `[html]${'<'.repeat(300_000)} {T}`],
    ['gift', `[html]${'<p>'.repeat(100_000)} {T}`],
    ['gift', `Never closed {${'a\n\n'.repeat(120_000)}`],
    ['gift', `How many? {#${'.'.repeat(300_000)}x}`],
    ['csv', `Type,Question${',a'.repeat(100_000)}\n${'a\n'.repeat(90_000)}`],
  ]
  for (const [format = '', text = ''] of files) {
    const { status, body } = await sendFile(admin, id, { format, text })
    expect({ status, questions: body.questions }).toEqual({ status: 200, questions: [] })
    expect(body.problemCount).toBeGreaterThan(0)
  }
})
