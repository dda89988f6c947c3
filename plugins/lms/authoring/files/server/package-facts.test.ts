import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { zip, type ZipEntry } from '#core/testing/zip.ts'
import { lms } from '../../../plugin.ts'
import { sendCourseFile } from '../../../testing/files.ts'
import { COURSE_PACKAGE } from '../contract.ts'

const test = pluginTest([lms])

const createCourse = async (by: Client) =>
  (await create<{ id: string }>(by, '/api/lms/courses', { title: 'Robots' })).id

const selectFileIds = ({ core }: TestPlatform, tenantId: string): Promise<{ id: string }[]> =>
  core.db.tenant(tenantId, systemActor, ({ trx }) => trx('files').select('id'))

const page = { path: 'index.html', content: '<p>Hello' }
const buildManifest = (
  resource: string,
  title = 'Wires &amp; <![CDATA[<tools>]]>',
  version = '1.2',
) => `<?xml version="1.0"?>
  <!-- <organization><title>No</title></organization> -->
  <manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2">
    <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
    <organizations default="B"><organization identifier="A"><title>Other</title></organization>
      <organization identifier="B"><title>${title}</title><item identifier="i"><title>Part</title>
        <item identifier="j" identifierref="R2"/></item></organization></organizations>
    <resources xml:base="content/"><resource identifier="R1" href="other.html"/>${resource}</resources></manifest>`

test('a package has the title and start page of its manifest, and opens there', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const send = (entries: ZipEntry[]) =>
    sendCourseFile(admin, courseId, { bytes: zip(entries), filename: 'Wires.zip', kind: COURSE_PACKAGE })
  const resource = `<resource identifier='R2' adlcp:scormtype="sco" href="start%20here.html?x=1"/>`
  const scorm = await send([
    page,
    { path: 'content/start here.html', content: '<p>Begin' },
    { path: 'imsmanifest.xml', content: buildManifest(resource) },
  ])
  const { body } = await admin.get(`/api/lms/files/${scorm.id}`)
  expect(body).toMatchObject({
    kind: 'package',
    package: { title: 'Wires & <tools>', startPage: 'content/start here.html', standard: 'scorm-1.2' },
  })
  const start = encodeURIComponent(body.package.startPage)
  const opened = await admin.get(`/api/files/${scorm.id}/interactive?page=${start}`)
  // The run-time script that it looks for comes first.
  expect((await admin.get(opened.body.url)).body).toMatch(/^<script src="[^"]*scorm\.js"><\/script><p>Begin$/)
  const plain = await send([{ ...page, path: 'dist/index.html' }])
  expect((await admin.get(`/api/lms/files/${plain.id}`)).body.package).toEqual({
    title: '',
    startPage: 'dist/index.html',
    standard: 'html',
    items: [],
    notes: [],
  })
  const refused: [ZipEntry[], RegExp][] = [
    [[{ path: 'readme.txt', content: 'x' }], /no page to begin with/],
    [[page, { path: 'imsmanifest.xml', content: buildManifest(resource) }], /begins with “content\/start here.html”/],
    ...['<a', '<a "', '<!--', '<![CDATA[', '<a b="c" '].map((text): [ZipEntry[], RegExp] => [
      [page, { path: 'imsmanifest.xml', content: text.repeat(100_000) }],
      /names no page/,
    ]),
    [[page, { path: '../out.html', content: 'x' }], /zip archive/],
    [[page, { path: 'link.html', content: 'x', mode: 0o120777 }], /link/],
  ]
  for (const [entries, message] of refused) {
    const answer = await send(entries)
    expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(message) } } })
  }
  expect(await selectFileIds(platform, organization.id)).toHaveLength(2)
  expect(await platform.core.files.contents.partNames()).toEqual([])
})

test('a package is recognized by its manifest, wherever its authoring tool puts it and however it is encoded', async ({
  platform,
}) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const send = (bytes: Buffer) =>
    sendCourseFile(admin, courseId, { bytes, filename: 'Wires.zip', kind: COURSE_PACKAGE })
  const facts = async (bytes: Buffer) => {
    const { id, status } = await send(bytes)
    expect(status).toBe(204)
    return (await admin.get(`/api/lms/files/${id}`)).body.package
  }
  const folder = readFileSync(new URL('../testing/cases/scorm-in-a-folder.zip', import.meta.url))
  expect(await facts(folder)).toMatchObject({ startPage: 'course/index.html', standard: 'scorm-1.2' })
  const manifest = buildManifest('<resource identifier="R2" href="Start.HTML"/>', 'Café')
  const start = { path: 'content/start.html', content: '<p>Begin' }
  const encodings = [
    Buffer.from(`\uFEFF${manifest}`, 'utf16le'),
    Buffer.from(manifest.replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1'),
  ]
  for (const content of encodings) {
    expect(await facts(zip([start, { path: 'IMSmanifest.xml', content }]))).toMatchObject({
      title: 'Café',
      startPage: 'content/start.html',
      standard: 'scorm-1.2',
    })
  }
  const begin = { standard: 'scorm-1.2', startPage: 'content/start.html' }
  const withBase = (base: string, href: string) =>
    buildManifest(`<resource identifier="R2" href="${href}"/>`).replace('xml:base="content/"', base)
  const written: [ZipEntry[], object][] = [
    [[start, { path: 'imsmanifest.xml', content: Buffer.from(manifest, 'utf16le') }], begin],
    [[start, { path: 'imsmanifest.xml', content: Buffer.from(`\uFEFF${manifest}`, 'utf16le').swap16() }], begin],
    [[start, { path: 'imsmanifest.xml', content: withBase('xml:base="content"', 'start.html') }], begin],
    [[start, { path: 'imsmanifest.xml', content: withBase('', 'content\\start.html') }], begin],
    [[start, { path: 'imsmanifest.xml', content: withBase('', './x/../content/start.html#top') }], begin],
    [[start, { path: 'imsmanifest.xml', content: withBase('', '/content/start.html') }], begin],
    [
      [
        { ...start, path: 'content\\start.html' },
        { path: 'imsmanifest.xml', content: manifest },
      ],
      begin,
    ],
    [
      [
        { ...start, path: 'CONTENT/START.HTML' },
        { path: 'IMSMANIFEST.XML', content: manifest },
      ],
      {
        startPage: 'CONTENT/START.HTML',
      },
    ],
    [
      ['__MACOSX/course/._imsmanifest.xml', '.DS_Store', 'Thumbs.db', 'course/.DS_Store']
        .map((path) => ({ path, content: 'x' }))
        .concat([
          { path: 'course/imsmanifest.xml', content: manifest },
          { path: 'course/content/start.html', content: '<p>Begin' },
        ]),
      { ...begin, startPage: 'course/content/start.html' },
    ],
    [
      [
        start,
        { path: 'imsmanifest.xml', content: manifest },
        { path: 'large.js', content: Buffer.alloc(8 * 1024 ** 2 + 1, 'x') },
        { path: 'large.html', content: Buffer.alloc(8 * 1024 ** 2 + 1, 'x') },
        { path: 'large.json', content: Buffer.alloc(8 * 1024 ** 2 + 1, 'x') },
      ],
      {
        notes: [
          'The package has several courses. Only its default course is shown.',
          'Pages above 8 MB do not save progress and scores: “large.html”.',
          'Scripts above 8 MB do not save progress if they look for the run-time in window.top: “large.js”.',
        ],
      },
    ],
  ]
  for (const [entries, expected] of written) expect(await facts(zip(entries))).toMatchObject(expected)
  const refused: [ZipEntry[], RegExp][] = [
    [
      [page, { path: 'course/imsmanifest.xml', content: manifest }],
      /is at “course\/imsmanifest.xml”: put it at the top/,
    ],
    [[page, { path: 'tincan.xml', content: '<tincan/>' }], /xAPI \(Tin Can\)/],
    [[page, { path: 'cmi5.xml', content: '<courseStructure/>' }], /cmi5/],
  ]
  for (const [entries, message] of refused) {
    expect((await send(zip(entries))).body.fields.file).toMatch(message)
  }
})

test('a package lists its parts with their addresses, and notes its ignored parts', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const facts = async (bytes: Buffer) => {
    const { id, status } = await sendCourseFile(admin, courseId, { bytes, filename: 'a.zip', kind: COURSE_PACKAGE })
    expect(status).toBe(204)
    return (await admin.get(`/api/lms/files/${id}`)).body.package
  }
  const caseOf = (name: string) => readFileSync(new URL(`../testing/cases/${name}.zip`, import.meta.url))
  const { items } = await facts(caseOf('scorm-two-scos'))
  const anyOrder = { requires: [], isChoosable: true, isForwardOnly: false }
  const rest = { depth: 0, search: '', isAsset: false, isHidden: false, launch: {}, ...anyOrder }
  expect(items).toEqual([
    { ...rest, id: 'i1', title: 'P1', page: 'a.html' },
    { ...rest, id: 'i2', title: 'P2', page: 'b.html' },
  ])
  expect((await facts(caseOf('scorm-query'))).items).toMatchObject([{ page: 'index.html', search: '?b=2' }])
  const manifest = `<manifest xml:base="x/"><metadata><schemaversion>1.2</schemaversion></metadata>
    <organizations default="o"><organization identifier="n"><title>Other</title></organization>
    <organization identifier="o"><title>Wires</title>
      <item identifier="chapter"><title>Chapter</title>
        <item identifier="a" identifierref="r1" parameters="a=1"><title>One</title>
          <adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>mode=x</adlcp:datafromlms>
          <adlcp:prerequisites>b</adlcp:prerequisites></item>
        <item identifier="b" identifierref="r2" isvisible="false" parameters="#top"><title>Two</title></item></item>
    </organization></organizations>
    <resources><resource identifier="r1" href="..\\sub\\PAGE.html?b=2"/>
      <resource identifier="r2" adlcp:scormtype="asset" href="y.html"/></resources></manifest>`
  const paths = ['sub/page.html', 'x/y.html'].map((path) => ({ path, content: '<p>Part' }))
  const all = await facts(zip([...paths, { path: 'imsmanifest.xml', content: manifest }]))
  const launch = { 'cmi.student_data.mastery_score': '80', 'cmi.launch_data': 'mode=x' }
  expect(all.items).toEqual([
    { ...rest, id: 'a', title: 'One', depth: 1, page: 'sub/page.html', search: '?b=2&a=1', launch, requires: ['b'] },
    { ...rest, id: 'b', title: 'Two', depth: 1, page: 'x/y.html', search: '#top', isAsset: true, isHidden: true },
  ])
  expect(all.notes).toEqual(['The package has several courses. Only its default course is shown.'])
})
