import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { typeOf } from '#core/server/files/content-type.ts'
import { refuseUnfit } from '#core/server/files/stored-files.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { film, sendCaptions, sendCourseFile, sendPicture, sheet } from '../../../testing/files.ts'

const test = pluginTest([audit, lms])

const createCourse = async (by: Client) =>
  (await create<{ id: string }>(by, '/api/lms/courses', { title: 'Robots' })).id

const listNames = async (by: Client, courseId: string, query = '') =>
  (await by.get(`/api/lms/courses/${courseId}/files${query}`)).body.map(({ name }: { name: string }) => name)

const selectFileIds = ({ core }: TestPlatform, tenantId: string): Promise<{ id: string }[]> =>
  core.db.tenant(tenantId, systemActor, ({ trx }) => trx('files').select('id'))

test('the authors of a course find, rename and delete its files, which do not exist for other users', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const picture = await sendPicture(admin, courseId)
  expect(picture).toMatchObject({
    status: 201,
    body: { courseId, kind: 'picture', name: 'robots.png', package: null },
  })
  const sent = await sendCourseFile(admin, courseId, { bytes: film, filename: 'Soldering.mp4' })
  expect(sent.status).toBe(204)
  await sendCourseFile(admin, courseId, { bytes: sheet, filename: 'Sheet.pdf' })
  expect(await listNames(admin, courseId)).toEqual(['Sheet.pdf', 'Soldering.mp4', 'robots.png'])
  expect(await listNames(admin, courseId, '?search=SOLD&limit=1')).toEqual(['Soldering.mp4'])
  expect(await listNames(admin, courseId, '?kind=document')).toEqual(['Sheet.pdf'])
  const renamed = await admin.put(`/api/lms/files/${sent.id}`, { name: 'Film.mp4' })
  expect(renamed.body).toMatchObject({ name: 'Film.mp4', kind: 'video', mimeType: 'video/mp4', size: film.length })
  expect((await admin.get(`/api/files/${sent.id}`)).headers['content-disposition']).toContain('Film.mp4')
  expect((await admin.put(`/api/lms/files/${sent.id}`, { name: 'run.hta.' })).body.fields).toHaveProperty('name')

  const stranger = await (await platform.organization()).signIn('tenant_admin')
  for (const other of [stranger, await organization.signIn('instructor'), await organization.signIn('student')]) {
    expect((await other.get(`/api/files/${sent.id}`)).status).toBe(404)
    expect([403, 404]).toContain((await other.get(`/api/lms/files/${sent.id}`)).status)
    expect([403, 404]).toContain((await other.delete(`/api/lms/files/${sent.id}`)).status)
    expect([403, 404]).toContain((await sendCourseFile(other, courseId, { bytes: sheet, filename: 'x.pdf' })).status)
    expect([403, 404]).toContain((await sendPicture(other, courseId)).status)
  }

  const videoUrl = `/api/files/${sent.id}`
  await create(admin, '/api/lms/lessons', { courseId, title: 'Soldering', contentType: 'video', videoUrl })
  expect(await admin.delete(`/api/lms/files/${sent.id}`)).toMatchObject({
    status: 409,
    body: { code: 'file.used', message: expect.stringContaining('the lesson Soldering') },
  })
  const uses = async (query = '') =>
    (await admin.get(`/api/lms/courses/${courseId}/file-uses${query}`)).body as { name: string; lessons: object[] }[]
  expect((await uses()).map(({ name, lessons }) => [name, lessons])).toEqual([
    ['Film.mp4', [{ id: expect.any(String), title: 'Soldering', isDeleted: false }]],
    ['Sheet.pdf', []],
    ['robots.png', []],
  ])
  expect((await uses('?unused=true&kind=document')).map(({ name }) => name)).toEqual(['Sheet.pdf'])
  expect((await admin.get(`/api/lms/courses/${courseId}/file-uses?unused=true&limit=1`)).headers).toMatchObject({
    'x-total-count': '2',
  })
  expect((await admin.delete(`/api/lms/files/${picture.body.id}`)).status).toBe(204)
  expect(await listNames(admin, courseId)).toEqual(['Film.mp4', 'Sheet.pdf'])
  expect(await selectFileIds(platform, organization.id)).toHaveLength(2)
})

test('access to a file of a platform course is checked in the reader’s organization', async ({ platform }) => {
  const operator = await platform.superAdmin()
  const courseId = await createCourse(operator)
  const { id } = await sendCourseFile(operator, courseId, { bytes: sheet, filename: 'Sheet.pdf' })
  expect((await operator.get(`/api/files/${id}`)).status).toBe(200)
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect((await admin.get(`/api/files/${id}`)).status).toBe(404)
  expect((await admin.get(`/api/lms/files/${id}`)).status).toBe(404)
})

test('captions are stored as times and plain text, and unreadable ones are refused with their line', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const source = [
    '\uFEFFWEBVTT - Soldering\r\nKind: captions\r\n',
    'NOTE written by hand\r\n',
    'STYLE\r\n::cue { background: url(https://spy.example/) }\r\n',
    '2\r\n01:00:05.500 --> 01:00:06.000 line:0 position:20%\r\n<v Ada>Hot &amp; <i onclick="x">sharp</i></v>\r\n',
    '00:01.000 --> 00:04.000\r\n<script>Hello</script>\r\n1 &lt; 2\r\n',
  ].join('\r\n')
  const sent = await sendCaptions(admin, courseId, source)
  expect(sent.body).toMatchObject({ kind: 'captions', name: 'film.vtt', mimeType: 'text/vtt' })
  expect((await admin.get(sent.body.url)).body).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHello\n1 &lt; 2\n\n01:00:05.500 --> 01:00:06.000\nHot &amp; sharp\n\n',
  )
  const refused: [string | Buffer, RegExp][] = [
    ['{\\rtf1 Hello}', /is not WebVTT or SRT/],
    ['WEBVTT\n\n00:01.000 --> 00:02\nHello', /no caption in it. Line 3: this caption was left out, since its times/],
    ['WEBVTT\n\n00:09.000 --> 00:02.000\nHello', /Line 3: this caption was left out, since it ends before/],
    [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(1001)}`, /more than 1000 characters/],
    [`WEBVTT\n${'\n00:01.000 --> 00:02.000\nx\n'.repeat(10_001)}`, /more than 10000/],
    ['WEBVTT\n\nNOTE nothing', /no caption in it/],
  ]
  for (const [text, message] of refused) {
    const answer = await sendCaptions(admin, courseId, text)
    expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(message) } } })
  }
  expect(await selectFileIds(platform, organization.id)).toHaveLength(1)
})

test('captions that cannot be shown are first listed by line, and left out on request', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const source = '1\r\n00:00:01,000 --> 00:00:02,000\r\nCaf\xe9\r\n\r\n2\r\n00:00:03,000 --> now\r\nLost\r\n'
  const bytes = Buffer.from(source, 'latin1')
  expect(await sendCaptions(admin, courseId, bytes)).toMatchObject({
    status: 400,
    body: {
      code: 'captions.left-out',
      message: expect.stringMatching(/^Line 6: this caption was left out, since its times/),
      details: { leftOut: [{ line: 6 }] },
    },
  })
  expect(await selectFileIds(platform, organization.id)).toEqual([])
  const sent = await sendCaptions(admin, courseId, bytes, '?leaveOut=true')
  expect((await admin.get(sent.body.url)).body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nCafé\n\n')
})

test('a PDF may start with other bytes, and a refused office document comes with advice', () => {
  const late = Buffer.concat([Buffer.from('Content-Type: x\r\n\r\n'), sheet])
  expect(typeOf(late, 'Sheet.pdf')).toBe('application/pdf')
  expect(typeOf(Buffer.concat([Buffer.alloc(1024), sheet]), 'Sheet.bin')).toBe('application/pdf')
  expect(typeOf(Buffer.concat([Buffer.alloc(1025), sheet]), 'Sheet.pdf')).toBe('application/octet-stream')
  expect(typeOf(late, 'about.txt')).toBe('text/plain')
  const kind = { types: ['application/pdf'], maxBytes: 1000 } as unknown as Parameters<typeof refuseUnfit>[0]
  const pack = Buffer.from('504b0304', 'hex')
  for (const filename of ['a.docx', 'a.pptx', 'a.xlsx', 'a.odt', 'a.pages', 'a.doc']) {
    const head = filename.endsWith('.doc') ? Buffer.from('d0cf11e0', 'hex') : pack
    expect(() => refuseUnfit(kind, 'file', typeOf(head, filename), 1)).toThrow(/Save it as PDF/)
  }
})
