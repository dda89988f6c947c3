import { randomUUID } from 'node:crypto'
import yauzl from 'yauzl'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { CONTENT_FOLDERS } from '#core/server/files/contents.ts'
import { create } from '#core/testing/calls.ts'
import { openTestPlatform, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { zip, type ZipEntry } from '#core/testing/zip.ts'
import sharp from 'sharp'
import { lms } from '../../../plugin.ts'
import { film, sendArchive, sendCaptions, sendCourseFile, sendPicture, sheet } from '../../../testing/files.ts'
import { COURSE_PACKAGE } from '../../files/contract.ts'
import { questionTypes } from '../../questions/contract.ts'
import { newQuestions } from '../../questions/testing/questions.ts'
import { COURSE_ARCHIVE } from '../contract.ts'
import { endLostCourseImports } from './importing.ts'

const test = pluginTest([lms], { work: true })

const pages = zip([{ path: 'index.html', content: '<p>Hello' }])

/** Creates a course with links between all of its parts. */
async function createCourse(by: Client): Promise<string> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const { imageUrl } = (await sendImage(by, await picture.png().toBuffer())).body
  const course = { title: 'Robots: 1 + 1', description: 'Ours', imageUrl, tags: ['wheels'], status: 'archived' }
  const { id: courseId } = await create<{ id: string }>(by, '/api/lms/courses', course)
  const { id: chapterId } = await create<{ id: string }>(by, '/api/lms/chapters', { courseId, title: 'Before' })
  const { id: video } = await sendCourseFile(by, courseId, { bytes: film, filename: 'Film.mp4' })
  const { id: pdf } = await sendCourseFile(by, courseId, { bytes: sheet, filename: 'Sheet.pdf' })
  const { id: wires } = await sendCourseFile(by, courseId, { bytes: pages, filename: 'W.zip', kind: COURSE_PACKAGE })
  const captions = (await sendCaptions(by, courseId)).body
  const shown = (await sendPicture(by, courseId)).body.id
  const { id: bankId } = await create<{ id: string }>(by, '/api/lms/question-banks', { name: 'Wheels' })
  const question = { type: 'true_false', prompt: 'Is it round?', isTrue: true }
  const pictures = [await sendQuestionPicture(by, 'blue'), await sendQuestionPicture(by, 'green')].map((url) => ({
    imageUrl: url,
    alt: 'A wheel',
  }))
  const inBank = { ...question, id: courseId, pictures: pictures.slice(0, 1) }
  await create(by, '/api/lms/questions', { bankId, question: inBank, tags: ['easy'] })
  const lesson = async (contentType: string, content: object, more: object = {}) => {
    const { id } = await create<{ id: string }>(by, '/api/lms/lessons', {
      courseId,
      title: contentType,
      contentType,
      ...more,
    })
    const answer = await by.put(`/api/lms/lessons/${id}/content`, { contentType, ...content })
    expect(answer).toMatchObject({ status: 200 })
  }
  const fileOf = (id: string, mimeType: string) => ({ id, name: 'File', mimeType })
  const track = { file: fileOf(captions.id, 'text/vtt'), label: 'English', language: 'en' }
  const area = [
    { type: 'text', text: '10 m' },
    { type: 'text', text: '2', marks: [{ type: 'superscript' }] },
    { type: 'text', text: 'i', marks: [{ type: 'bold' }, { type: 'subscript' }] },
    { type: 'formula', attrs: { latex: '\\frac{a}{b} < 1', isDisplayed: true } },
  ]
  const body = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: area },
      { type: 'image', attrs: { fileId: shown, alt: 'A robot', caption: '' } },
    ],
  }
  await lesson('video', { details: { file: fileOf(video, 'video/mp4'), captions: [track] } }, { chapterId })
  await lesson('document', { details: { file: fileOf(pdf, 'application/pdf') }, body }, { isPreview: true })
  await lesson('interactive', { details: { file: fileOf(wires, 'application/zip') } }, { chapterId, duration: 5 })
  await lesson('presentation', { contentUrl: `/api/files/${pdf}` })
  const pool = { id: randomUUID(), bankId, name: 'Wheels', count: 1 }
  const [first, second, ...others] = newQuestions((text) => String.raw`${text} [b]b < c[/b] & "d" \(\frac{1}{2}\)`)
  const questions = [{ ...first, points: 2.25, pictures }, { ...second, partialCredit: 'all_or_nothing' }, ...others]
  await lesson('quiz', { details: { questions, pools: [pool] } })
  return courseId
}

async function sendQuestionPicture(by: Client, background: string): Promise<string> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } })
  return (await sendImage(by, await picture.png().toBuffer())).body.imageUrl
}

interface Part {
  id: string
}

/** Exports a course, with ids replaced by names. */
async function exportDocument({ app }: TestPlatform, by: Client, courseId: string) {
  const get = async (url: string) => (await by.get(url)).body
  const course = await get(`/api/lms/courses/${courseId}`)
  const [chapters, lessons, files, banks] = await Promise.all([
    get(`/api/lms/courses/${courseId}/chapters`),
    get(`/api/lms/courses/${courseId}/lessons`),
    get(`/api/lms/courses/${courseId}/files`),
    get('/api/lms/question-banks'),
  ])
  const contents = await Promise.all(lessons.map(({ id }: Part) => get(`/api/lms/lessons/${id}/content`)))
  const bytes = await Promise.all(
    files.map(async ({ url }: { url: string }) => {
      const answer = await app.inject({ url, headers: { host: by.host, cookie: by.cookie ?? '' } })
      return [answer.statusCode, answer.rawPayload.toString('base64')]
    }),
  )
  const image = await by.get(course.imageUrl)
  const asked = await Promise.all(
    banks.map(async ({ id }: Part) => (await by.get(`/api/lms/question-banks/${id}/questions`)).body),
  )
  const urls = [...JSON.stringify([contents, asked]).matchAll(/"imageUrl":"([^"]+)"/g)].map(([, url = '']) => url)
  const pictures = await Promise.all(
    urls.map(async (url) => {
      const answer = await app.inject({ url, headers: { host: by.host, cookie: by.cookie ?? '' } })
      return [answer.statusCode, answer.rawPayload.toString('base64')]
    }),
  )
  const named = new Map<string, string>([[courseId, 'the course']])
  const name = (parts: Part[], what: string) => parts.forEach(({ id }, place) => named.set(id, `${what} ${place}`))
  name(chapters, 'chapter')
  name(lessons, 'lesson')
  name(files, 'file')
  name(banks, 'bank')
  named.set(course.imageUrl.split('/').at(-1), 'the image')
  const all = { course, chapters, contents, files, bytes, image: image.status, asked, pictures }
  const text = JSON.stringify(all)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => named.get(id) ?? 'another')
    .replaceAll(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"then"')
    .replaceAll(/"outlineVersion":\d+/g, '"outlineVersion":0')
  return JSON.parse(text)
}

async function exportCourse({ app }: TestPlatform, by: Client, courseId: string): Promise<Buffer> {
  const url = `/api/lms/courses/${courseId}/export`
  const answer = await app.inject({ url, headers: { host: by.host, cookie: by.cookie ?? '' } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** Uploads an archive and waits until its import has ended. */
async function importCourse(by: Client, bytes: Buffer) {
  const sent = await sendArchive(by, bytes)
  if (sent.status !== 204) return sent.body
  const path = `/api/lms/course-imports/${sent.id}`
  const end = /done|failed/
  await expect.poll(async () => (await by.get(path)).body.status, { timeout: 60_000 }).toMatch(end)
  return (await by.get(path)).body
}

const selectRows = ({ core }: TestPlatform, tenantId: string) =>
  core.db.tenant(tenantId, systemActor, async ({ trx }) => {
    const tables = ['files', 'lms_files', 'lms_courses', 'lms_lessons', 'lms_question_banks']
    return Promise.all(tables.map(async (table) => (await trx(table).where({ tenantId }).select('id')).length))
  })

async function listEntries(bytes: Buffer): Promise<ZipEntry[]> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  const entries: ZipEntry[] = []
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    entries.push({ path: entry.fileName, content: Buffer.concat(chunks) })
  }
  return entries
}

const listContents = async ({ core }: TestPlatform) =>
  (await Promise.all(CONTENT_FOLDERS.map((folder) => core.files.contents.namesIn(folder)))).flat().toSorted()

test('a course is the same on another platform, including its files and questions', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const before = await exportDocument(platform, admin, courseId)
  const archive = await exportCourse(platform, admin, courseId)
  const other = await openTestPlatform([lms], { work: true })
  try {
    const operator = await other.superAdmin()
    const done = await importCourse(operator, archive)
    expect(done).toMatchObject({ status: 'done', progress: 100, message: '' })
    const after = await exportDocument(other, operator, done.courseId)
    expect(after.contents[4].details.pools[0].bankId).toBe('bank 0')
    const types = after.contents[4].details.questions.map(({ type }: { type: string }) => type)
    expect(types.toSorted()).toEqual(questionTypes.toSorted())
    expect(after).toEqual({ ...before, course: { ...before.course, status: 'draft', isGlobal: true } })
    const again = await listEntries(await exportCourse(other, operator, done.courseId))
    expect(again.map(({ path }) => path)).toHaveLength(9)
    expect(after.pictures).toHaveLength(3)
    expect(after.pictures.every(([status]: [number]) => status === 200)).toBe(true)
    const left = await other.core.db.platform(systemActor, ({ trx }) => trx('files').where({ kind: COURSE_ARCHIVE }))
    expect(left).toEqual([])
  } finally {
    await other.close()
  }
})

test('an import leaves out question pictures that the archive lacks, and counts them', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const entries = await listEntries(await exportCourse(platform, admin, await createCourse(admin)))
  const [first, ...others] = entries
  const document = JSON.parse(String(first?.content))
  const lost = document.files.filter(({ kind }: { kind: string }) => kind === 'question_picture')
  expect(lost).toHaveLength(2)
  const files = document.files.filter(({ kind }: { kind: string }) => kind !== 'question_picture')
  const kept = others.filter(({ path }) => !lost.some(({ id }: Part) => path === `files/${id}`))
  const archive = zip([{ path: 'course.json', content: JSON.stringify({ ...document, files }) }, ...kept])
  const operator = await platform.superAdmin()
  const done = await importCourse(operator, archive)
  expect(done).toMatchObject({
    status: 'done',
    message: '2 pictures of questions are left out: the archive does not have them.',
  })
  const { contents, asked } = await exportDocument(platform, operator, done.courseId)
  expect(JSON.stringify([contents, asked])).not.toContain('/api/images/')
})

test('a duplicate is a separate draft that shares nothing but bytes', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const courseId = await createCourse(admin)
  const before = await exportDocument(platform, admin, courseId)
  const { body } = await admin.post(`/api/lms/courses/${courseId}/duplicate`)
  const after = await exportDocument(platform, admin, body.id)
  expect(after).toEqual({
    ...before,
    course: { ...before.course, title: 'Copy of Robots: 1 + 1', status: 'draft' },
  })
  await admin.delete(`/api/lms/courses/${courseId}`)
  expect(await exportDocument(platform, admin, body.id)).toEqual(after)
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  for (const other of [stranger, await platform.superAdmin()]) {
    expect((await other.post(`/api/lms/courses/${body.id}/duplicate`)).status).toBe(404)
    expect((await other.get(`/api/lms/courses/${body.id}/export`)).status).toBe(404)
  }
})

test('an import whose node is lost fails within minutes, and its sender finds it while it is running', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const email = admin.user?.email ?? ''
  const [lost, going] = [randomUUID(), randomUUID()]
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const common = { name: 'Robots.zip', status: 'running', user_id: admin.user?.id ?? '' }
    await trx('lms_course_imports').insert({ ...common, id: going })
    const silent = trx.raw(`now() - interval '2 minutes'`)
    await trx('lms_course_imports').insert({ ...common, id: lost, alive_at: silent })
  })
  const underWay = async (by: Client) => (await by.get('/api/lms/course-imports')).body.map(({ id }: Part) => id)
  expect(new Set(await underWay(admin))).toEqual(new Set([lost, going]))
  const colleague = await organization.user('tenant_admin', { email: 'colleague@example.org' })
  expect(await underWay(await admin.signIn(colleague.email))).toEqual([])
  await endLostCourseImports.perform(platform.core, null, {})
  const again = await admin.signIn(email)
  expect(await underWay(again)).toEqual([going])
  expect((await again.get(`/api/lms/course-imports/${lost}`)).body).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/interrupted/),
  })
})

test('a broken or hostile archive is refused with a message, and leaves nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const archive = await exportCourse(platform, admin, await createCourse(admin))
  const entries = await listEntries(archive)
  const [head, ...files] = entries
  const document = JSON.parse(String(head?.content))
  const before = await selectRows(platform, organization.id)
  const kept = await listContents(platform)
  const said = (change: object) => ({ path: 'course.json', content: JSON.stringify({ ...document, ...change }) })
  const pdf = document.files.find(({ kind }: { kind: string }) => kind === 'pdf')
  const packed = document.files.find(({ kind }: { kind: string }) => kind === 'package')
  const other = (id: string, content: Buffer) =>
    files.map((file) => (file.path.endsWith(id) ? { ...file, content } : file))
  const renamed = (id: string, change: object) =>
    said({ files: document.files.map((file: Part) => (file.id === id ? { ...file, ...change } : file)) })
  const [first] = document.lessons
  const refused: [Buffer, RegExp][] = [
    [archive.subarray(0, -200), /not a zip archive, or it is damaged/],
    [zip(files), /no course.json/],
    [zip([{ path: 'course.json', content: '{' }]), /cannot be read/],
    [zip([{ path: 'course.json', content: '['.repeat(200_000) }]), /deeper than 60 levels/],
    [zip([{ path: 'course.json', content: `[${'[],'.repeat(200_001)}[]]` }]), /more than 400,000 values/],
    [zip([{ path: 'course.json', content: '{"format":"other"}' }]), /not a course that was exported here/],
    [zip([said({ version: 2 }), ...files]), /newer version/],
    [zip([said({ lessons: [{ ...first, contentType: 'program' }] }), ...files]), /Lesson 1 “.+”, contentType/],
    [zip([said({ lessons: [{ ...first, contentUrl: 'javascript:alert(1)' }] }), ...files]), /valid URL/],
    [
      zip([said({ lessons: [{ ...first, body: { type: 'doc', content: [{ type: 'script' }] } }] }), ...files]),
      /Lesson 1 “.+”, body/,
    ],
    [zip(entries.slice(0, -1)), /lacks the file/],
    [zip([...entries, { path: 'more.txt', content: 'x' }]), /holds “more.txt”/],
    [zip([...entries, { path: '../out.txt', content: 'x' }]), /not a zip archive/],
    [zip([...entries, { path: 'files/link', content: 'x', mode: 0o120777 }]), /is a link/],
    [zip([...entries, { path: 'files/many', content: Buffer.alloc(60_000_000) }]), /many times as large/],
    [
      zip([
        ...entries,
        ...Array.from({ length: 5 }, (_, at) => ({ path: `files/${at}`, content: Buffer.alloc(15_000_000) })),
      ]),
      /The files of the archive are many times as large/,
    ],
    [zip([head as ZipEntry, ...other(pdf.id, Buffer.from(sheet).fill('x', 20, 24))]), /its bytes differ/],
    [zip([renamed(pdf.id, { name: 'run.hta' }), ...files]), /“run.hta”: Programs and scripts/],
    [zip([renamed(pdf.id, { kind: 'picture' }), ...files]), /“Sheet.pdf”/],
    [zip([renamed(pdf.id, { kind: 'video' }), ...files]), /another kind of file/],
    [zip([renamed(packed.id, { kind: 'document' }), ...files]), /“W.zip”: A file of this type/],
  ]
  for (const [bytes, message] of refused) {
    const answer = await importCourse(admin, bytes)
    expect(answer).toMatchObject({ message: expect.stringMatching(message) })
    expect(await selectRows(platform, organization.id)).toEqual(before)
    // Its bytes are deleted at once, not by the nightly job.
    await expect.poll(() => listContents(platform)).toEqual(kept)
  }
  const instructor = await organization.signIn('instructor')
  expect((await sendArchive(instructor, archive)).status).toBe(403)
})
