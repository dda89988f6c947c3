import sharp from 'sharp'
import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip } from '#core/testing/zip.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([lms])

const banks = '/api/lms/question-banks'
const createBank = async (client: Client): Promise<string> => (await client.post(banks, { name: 'Robots' })).body.id
const send = async (client: Client, id: string, filename: string, bytes: string | Uint8Array, preview = false) =>
  (
    await client.request(
      'POST',
      `${banks}/${id}/import?preview=${preview}`,
      fileForm(Buffer.from(bytes), { field: 'file', filename }),
    )
  ).body
const listQuestions = async (client: Client, id: string) =>
  (await client.get(`${banks}/${id}/questions`)).body.map(({ question }: { question: object }) => question)

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

const moodle = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?><quiz>${questions.join('')}</quiz>`
const pictured = `<question type="multichoice"><name><text>Parts</text></name>
  <questiontext format="html"><text><![CDATA[<p>Which part is this?</p><img src="@@PLUGINFILE@@/a%20b.png" alt="A motor">]]></text>
  <file name="a b.png" path="/" encoding="base64">${png.toString('base64')}</file></questiontext>
  <generalfeedback format="html"><text><![CDATA[<p>It <b>turns</b></p>]]></text></generalfeedback>
  <defaultgrade>2.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><single>true</single>
  <answer fraction="100" format="html"><text>Motor</text><feedback format="html"><text>Yes</text></feedback></answer>
  <answer fraction="0" format="html"><text>Lamp</text><feedback format="html"><text></text></feedback></answer>
  <tags><tag><text>parts</text></tag></tags></question>`
const partial = pictured.replace('fraction="0"', 'fraction="50"').replace('@@PLUGINFILE@@/a%20b.png', 'gone.png')
const category = '<question type="category"><category><text>$course$/top/Robots</text></category></question>'

test('a file in Moodle’s XML keeps its pictures, and lists left-out parts by item', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const [id, again] = [await createBank(admin), await createBank(admin)]
  const short = (text: string) =>
    `<question type="shortanswer"><questiontext><text>Name it</text></questiontext><usecase>1</usecase><answer fraction="100"><text>${text}</text></answer></question>`
  const others = [short('mot*'), '<question type="ddwtos"><questiontext><text>a</text></questiontext></question>']
  const file = moodle(category, pictured, partial, ...others, short(String.raw`5 \* 5`))
  expect(await send(admin, id, 'quiz.xml', file, true)).toMatchObject({
    isImported: false,
    counts: 'items',
    questions: [{ line: 1, prompt: 'Which part is this?', pictures: ['A motor'] }, { line: 5 }],
    problems: [
      { line: 2, message: '“Parts”: Its picture “A motor” cannot be imported' },
      { line: 3, message: expect.stringContaining('wildcard *') },
      { line: 4, message: expect.stringContaining('Drag and drop into text') },
    ],
  })
  expect(await send(admin, id, 'quiz.xml', file)).toMatchObject({ isImported: true })
  const [first, second] = await listQuestions(admin, id)
  expect(first).toMatchObject({
    type: 'single',
    points: 2,
    explanation: 'It [b]turns[/b]',
    pictures: [{ alt: 'A motor' }],
  })
  expect(second).toMatchObject({ accepted: ['5 * 5'], isCaseSensitive: true })
  const { imageUrl } = first.pictures[0]
  expect((await admin.get(imageUrl)).status).toBe(200)
  expect((await admin.get(`${banks}/${id}/tags`)).body).toEqual(['Robots', 'parts'])
  const host = { host: admin.host, cookie: admin.cookie ?? '' }
  const gift = await platform.app.inject({ url: `${banks}/${id}/export?format=gift`, headers: host })
  expect(gift.headers['content-type']).toBe('application/zip')
  const third = await createBank(admin)
  expect(await send(admin, third, 'questions.zip', gift.rawPayload)).toMatchObject({ isImported: true, problems: [] })
  const [unpacked] = await listQuestions(admin, third)
  expect(unpacked).toMatchObject({ prompt: first.prompt, pictures: [{ alt: 'A motor' }] })
  expect((await admin.get(unpacked.pictures[0].imageUrl)).status).toBe(200)
  const exported = (await admin.get(`${banks}/${id}/export?format=moodle_xml`)).body
  expect(exported).toContain('<quiz>')
  expect(await send(admin, again, 'again.xml', exported)).toMatchObject({ isImported: true, problems: [] })
  const [copied] = await listQuestions(admin, again)
  expect(copied).toMatchObject({ prompt: first.prompt, pictures: [{ alt: 'A motor' }] })
  expect(copied.pictures[0].imageUrl).not.toBe(imageUrl)
  expect((await admin.get(copied.pictures[0].imageUrl)).status).toBe(200)
})

test('markup of a text without CDATA is read as markup, with all its words', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const answers = '<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer>'
  const text = '<text>Is <b>iron</b> lighter than 1 &lt; 2 m<sup>3</sup> of air?</text>'
  const file = moodle(
    `<question type="truefalse"><questiontext format="html">${text}</questiontext>${answers}</question>`,
  )
  await send(admin, id, 'quiz.xml', file)
  expect(await listQuestions(admin, id)).toMatchObject([{ prompt: 'Is [b]iron[/b] lighter than 1 < 2 m³ of air?' }])
})

test('a file may have more pictures than the limit of uploads per minute', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const many = Array.from({ length: 25 }, (_each, index) => pictured.replaceAll('Which part', `${index}: Which part`))
  expect(await send(admin, id, 'quiz.xml', moodle(...many))).toMatchObject({ isImported: true, problems: [] })
  expect(await listQuestions(admin, id)).toHaveLength(25)
})

const pack = (files: Record<string, string | Buffer>) =>
  zip(Object.entries(files).map(([name, content]) => ({ path: name, content })))

test('a GIFT file in an archive is imported with its pictures', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const gift = String.raw`::a::[html]<p>What is it? <img src\="@@PLUGINFILE@@/x.png" alt\="part"></p>{=A ~B}`
  expect(await send(admin, id, 'q.zip', pack({ 'q.gift': gift, 'images/x.png': png }))).toMatchObject({
    isImported: true,
    problems: [],
    questions: [{ prompt: 'What is it?', pictures: ['part'] }],
  })
  expect(await send(admin, id, 'q.zip', pack({ 'q.gift': gift, 'images/x.png': 'no picture' }))).toMatchObject({
    problems: [{ line: 1, message: 'Its picture “part” cannot be imported' }],
  })
})

const item = (declarations: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`
const declare = (cardinality: string, baseType: string, values: string[], identifier = 'RESPONSE') =>
  `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse></responseDeclaration>`
const choices = (name: string, ...texts: string[]) =>
  texts.map((text, index) => `<${name} identifier="${'ABCDE'[index]}" matchMax="1">${text}</${name}>`).join('')
const interact = (name: string, inside: string, more = '') =>
  `<${name} responseIdentifier="RESPONSE" ${more}><prompt>Which?</prompt>${inside}</${name}>`

test('items of QTI 2 and 3 become questions of the ten types, and others are listed by item', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const simple = choices('simpleChoice', 'One', 'Two', 'Three')
  const set = (names: string) => `<simpleMatchSet>${names}</simpleMatchSet>`
  const associable = (key: string) =>
    `<simpleAssociableChoice identifier="${key}" matchMax="1">${key}</simpleAssociableChoice>`
  const files: Record<string, string | Buffer> = {
    'a.xml': item(
      declare('single', 'identifier', ['B']),
      `<p><img src="images/s.png" alt="sign"/></p>${interact('choiceInteraction', simple, 'maxChoices="1"')}`,
    ),
    'b.xml': item(
      declare('multiple', 'identifier', ['A', 'B']),
      interact('choiceInteraction', simple, 'maxChoices="0"'),
    ),
    'c.xml': item(declare('ordered', 'identifier', ['C', 'A', 'B']), interact('orderInteraction', simple)),
    'd.xml': item(
      declare('multiple', 'directedPair', ['P X', 'Q Y']),
      interact(
        'matchInteraction',
        set(associable('P') + associable('Q')) + set(['X', 'Y', 'Z'].map(associable).join('')),
      ),
    ),
    'e.xml': item(
      declare('single', 'string', ['York']),
      '<p>Son of <textEntryInteraction responseIdentifier="RESPONSE" expectedLength="15"/>.</p>',
    ),
    'f.xml': item(
      declare('single', 'float', ['3.5']),
      '<p>Half of seven: <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
    ),
    'g.xml': item('', interact('extendedTextInteraction', '')),
    'h.xml': item('', interact('uploadInteraction', '')),
    'i.xml': item(
      declare('single', 'integer', ['3']),
      interact('sliderInteraction', '', 'lowerBound="0" upperBound="9"'),
    ),
    'j.xml': `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="j" title="Three" time-dependent="false"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-item-body><qti-choice-interaction response-identifier="R" max-choices="1"><qti-prompt>Three?</qti-prompt><qti-simple-choice identifier="A">Yes</qti-simple-choice><qti-simple-choice identifier="B">No</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`,
    'k.xml': item(
      declare('multiple', 'directedPair', ['A G1', 'B G2']),
      interact(
        'gapMatchInteraction',
        `${choices('gapText', 'winter', 'summer')}<p>Now is the <gap identifier="G1"/> made <gap identifier="G2"/></p>`,
      ),
    ),
    'images/s.png': png,
  }
  const resources = Object.keys(files)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => `<resource identifier="r-${name}" type="imsqti_item_xmlv2p1" href="${name}"/>`)
  const manifest = `<manifest><resources>${resources.join('')}</resources></manifest>`
  const answer = await send(admin, id, 'package.zip', pack({ 'imsmanifest.xml': manifest, ...files }))
  expect(answer).toMatchObject({
    isImported: true,
    counts: 'items',
    problems: [{ line: 9, message: '“T”: It is answered by sliderInteraction, which is not supported' }],
  })
  expect(await listQuestions(admin, id)).toMatchObject([
    {
      type: 'single',
      prompt: 'Which?',
      pictures: [{ alt: 'sign' }],
      options: [{}, { text: 'Two', isRight: true }, {}],
    },
    { type: 'multiple', options: [{ isRight: true }, { isRight: true }, { isRight: false }] },
    { type: 'ordering', items: [{ text: 'Three' }, { text: 'One' }, { text: 'Two' }] },
    {
      type: 'matching',
      pairs: [
        { prompt: 'P', match: 'X' },
        { prompt: 'Q', match: 'Y' },
      ],
      distractors: [{ text: 'Z' }],
    },
    { type: 'fill_blanks', prompt: 'Son of {1} .', blanks: [{ accepted: ['York'] }] },
    { type: 'number', value: 3.5 },
    { type: 'long_text' },
    { type: 'file' },
    { type: 'single', prompt: 'Three?', options: [{ isRight: true }, { isRight: false }] },
    { type: 'fill_blanks', blanks: [{ accepted: ['winter'] }, { accepted: ['summer'] }] },
  ])
})

test('invalid XML, and XML of other formats, is refused with a message', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const id = await createBank(admin)
  const files = [
    ['<?xml version="1.0"?><quiz><question>', 'cannot be read as XML'],
    ['<?xml version="1.0"?><questestinterop/>', 'QTI 1.2'],
    ['<?xml version="1.0"?><other/>', 'no questions of Moodle'],
    [`<?xml version="1.0"?><quiz>${'<a>'.repeat(100)}`, 'cannot be read as XML'],
  ] as const
  for (const [text, words] of files) {
    expect(await send(admin, id, 'a.xml', text)).toMatchObject({
      isImported: false,
      problems: [{ message: expect.stringContaining(words) }],
    })
  }
})
