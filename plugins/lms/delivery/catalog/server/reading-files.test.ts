import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { zip } from '#core/testing/zip.ts'
import { COURSE_PACKAGE } from '../../../authoring/files/contract.ts'
import { lms } from '../../../plugin.ts'
import { sendCourseFile, sheet } from '../../../testing/files.ts'

const test = pluginTest([lms])

test('a file of a platform course is readable with the lessons that show it, and with no others', async ({
  platform,
}) => {
  const operator = await platform.superAdmin()
  const { id: courseId } = await create<{ id: string }>(operator, '/api/lms/courses', { title: 'Robots' })
  const send = async (filename: string) => (await sendCourseFile(operator, courseId, { bytes: sheet, filename })).id
  const [open, locked, draft] = [await send('Open.pdf'), await send('Locked.pdf'), await send('Draft.pdf')]
  const bytes = zip([{ path: 'index.html', content: '<p>Hello' }])
  const { id: pages } = await sendCourseFile(operator, courseId, { bytes, filename: 'Wires.zip', kind: COURSE_PACKAGE })
  const lesson = async (contentType: string, fileId: string, isPreview = false) => {
    const fields = { courseId, title: contentType, contentType, isPreview }
    const { id } = await create<{ id: string }>(operator, '/api/lms/lessons', fields)
    const file = { id: fileId, name: 'File', mimeType: 'application/pdf' }
    await operator.put(`/api/lms/lessons/${id}/content`, { contentType, details: { file } })
    return id
  }
  await lesson('document', open, true)
  const second = await lesson('document', locked)
  await lesson('interactive', pages)
  const publish = () => operator.put(`/api/lms/courses/${courseId}`, { status: 'published' })
  await publish()

  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const reads = async (client = instructor) =>
    Promise.all([open, locked, draft].map(async (id) => (await client.get(`/api/files/${id}`)).status))
  const address = `/api/files/${pages}/interactive`
  expect(await reads()).toEqual([200, 404, 404])
  expect((await instructor.get(address)).status).toBe(404)
  await create(instructor, `/api/tenant/courses/${courseId}/enroll`)
  expect(await reads()).toEqual([200, 200, 404])
  const opened = await instructor.get(address)
  expect((await instructor.get(opened.body.url)).body).toBe('<p>Hello')
  for (const client of [await organization.signIn('student'), organization.client(), platform.client()]) {
    expect(await reads(client)).toEqual([404, 404, 404])
  }
  const colleague = await organization.signIn('instructor')
  expect((await colleague.get(address)).status).toBe(404)

  // Publishing creates another version: learners keep theirs with its files.
  await operator.delete(`/api/lms/lessons/${second}`)
  await publish()
  expect(await reads()).toEqual([200, 200, 404])
  await create(colleague, `/api/tenant/courses/${courseId}/enroll`)
  expect(await reads(colleague)).toEqual([200, 404, 404])
  await operator.delete(`/api/lms/courses/${courseId}`)
  expect(await reads()).toEqual([200, 200, 404])
  expect(await reads(await (await platform.organization()).signIn('instructor'))).toEqual([404, 404, 404])
})
