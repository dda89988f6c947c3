import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { film, sendCaptions, sendCourseFile, sendPicture, sheet } from '../../../testing/files.ts'
import type { ContentType } from '../contract.ts'

const test = pluginTest([lms])

async function beginLesson(platform: TestPlatform) {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Robots' })
  const lesson = async (contentType: ContentType, more: object = {}) => {
    const fields = { courseId, title: contentType, contentType, ...more }
    const path = `/api/lms/lessons/${(await create<{ id: string }>(admin, '/api/lms/lessons', fields)).id}/content`
    return {
      read: async () => (await admin.get(path)).body,
      put: (change: object) => admin.put(path, { contentType, ...change }),
    }
  }
  return { admin, courseId, lesson }
}

test('a video has a file with captions and chapters, or an address, and is unfinished without', async ({
  platform,
}) => {
  const { admin, courseId, lesson } = await beginLesson(platform)
  const video = await lesson('video')
  const nothing = { file: null, captions: [], transcript: '', marks: [] }
  expect(await video.read()).toMatchObject({ details: nothing, unfinished: ['The video is missing'] })
  expect((await video.put({ contentUrl: 'https://films.example/1' })).body).toMatchObject({ unfinished: [] })
  expect((await video.put({ contentUrl: 'javascript:alert(1)' })).status).toBe(400)

  const { id } = await sendCourseFile(admin, courseId, { bytes: film, filename: 'Soldering.mp4' })
  const captions = (await sendCaptions(admin, courseId)).body
  const file = { id, name: 'Soldering.mp4', mimeType: 'video/mp4' }
  const track = {
    file: { id: captions.id, name: captions.name, mimeType: captions.mimeType },
    label: 'English',
    language: 'en',
  }
  const marks = [
    { start: 0, title: 'Tools' },
    { start: 65, title: 'Joints' },
  ]
  const details = { file, captions: [track], transcript: 'Hello', marks }
  expect((await video.put({ details, contentUrl: '' })).body).toMatchObject({ details, unfinished: [] })
  const refused: [object, string][] = [
    [{ marks: marks.toReversed() }, 'details.marks'],
    [{ marks: [{ start: 1.5, title: 'x' }] }, 'details.marks.0.start'],
    [{ captions: [{ ...track, language: 'English' }] }, 'details.captions.0.language'],
    [{ file: { ...file, id: '../x' } }, 'details.file.id'],
    [{ transcript: 'x'.repeat(100_001) }, 'details.transcript'],
  ]
  for (const [change, field] of refused) {
    const answer = await video.put({ details: { ...details, ...change } })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  }
  expect((await video.read()).details).toEqual(details)
})

test('a published version grants access to the files that its lessons show, and to no other', async ({ platform }) => {
  const { admin, courseId, lesson } = await beginLesson(platform)
  const [shown, offered, unused] = await Promise.all(
    ['Shown.pdf', 'Offered.pdf', 'Unused.pdf'].map((filename) =>
      sendCourseFile(admin, courseId, { bytes: sheet, filename }),
    ),
  )
  const picture = (await sendPicture(admin, courseId)).body.id
  const other = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Other' })
  const foreign = await sendCourseFile(admin, other.id, { bytes: sheet, filename: 'Foreign.pdf' })
  const document = await lesson('document', { isPreview: true })
  const pdf = (id: string) => ({ file: { id, name: 'Sheet.pdf', mimeType: 'application/pdf' } })
  await document.put({
    details: pdf(shown?.id ?? ''),
    body: { type: 'doc', content: [{ type: 'image', attrs: { fileId: picture, alt: 'A robot' } }] },
  })
  await lesson('presentation', { videoUrl: `/api/files/${offered?.id}` })
  await (await lesson('document')).put({ details: pdf(foreign.id) })
  await admin.put(`/api/lms/courses/${courseId}`, { status: 'published' })
  const opened = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lms_version_files as v')
      .join('lms_files as f', 'f.id', 'v.file_id')
      .orderBy('f.name')
      .select('v.fileId', 'v.isPreview'),
  )
  expect(opened).toEqual([
    { fileId: offered?.id, isPreview: false },
    { fileId: shown?.id, isPreview: true },
    { fileId: picture, isPreview: true },
  ])
  const refused = await admin.delete(`/api/lms/files/${shown?.id}`)
  expect(refused.body.message).toBe('Shown.pdf is still used in the lesson document, a published version')
  expect((await admin.delete(`/api/lms/files/${unused?.id}`)).status).toBe(204)
})
