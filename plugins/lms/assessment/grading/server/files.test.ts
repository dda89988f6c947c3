import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { getFirstWork, workPath } from '../../../testing/calls-grading.ts'
import { getHandInPath, publishSubmission, sendHandInFile } from '../../../testing/hand-ins.ts'

const test = pluginTest([lms])

const team = { teamSize: 3, accepts: ['text', 'file'] }

/** Submits a file named after its learner as the first client, with the others as its team. */
async function submitAs([first, ...others]: [Client, ...Client[]], { id, lessonId }: { id: string; lessonId: string }) {
  for (const one of [first, ...others]) await one.post(`/api/tenant/courses/${id}/enroll`)
  const { id: fileId } = await sendHandInFile(first, lessonId, 'Ada King essay.pdf')
  const { code } = (await first.get(getHandInPath(lessonId))).body.team
  for (const one of others) expect((await one.post(`${getHandInPath(lessonId)}/team`, { code })).status).toBe(200)
  const { status, body } = await first.post(getHandInPath(lessonId), { text: 'Ours', fileIds: [fileId], number: 1 })
  expect({ status, body }).toMatchObject({ status: 200 })
  return fileId
}

test('where work is graded without names, its files reveal none either, on the screen or saved', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const course = await publishSubmission(admin, { contentType: 'project', details: team })
  const fileId = await submitAs([await organization.signIn('student')], course)
  const instructor = await organization.signIn('instructor')
  const { id, handIn } = await getFirstWork(instructor)
  expect(handIn?.files).toMatchObject([{ name: 'Ada King essay.pdf' }])
  const { body: unnamed } = await instructor.get(`${workPath}/${id}?anonymous=true`)
  expect(JSON.stringify(unnamed)).not.toContain('King')
  expect(unnamed.handIn.files).toMatchObject([{ id: fileId, name: 'file-1.pdf', url: `/api/files/${fileId}?as=1` }])
  for (const url of [unnamed.handIn.files[0].url, `${unnamed.handIn.files[0].url}&save=1`]) {
    const { headers, statusCode } = await platform.app.inject({
      url,
      headers: { host: instructor.host, cookie: instructor.cookie },
    })
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toContain("filename*=UTF-8''file-1.pdf")
  }
})

test('files of a team are visible to all graders of its work, whichever member has submitted', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const course = await publishSubmission(admin, { contentType: 'project', details: team })
  const [student, staff, instructor] = [
    await organization.signIn('student'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
  ]
  const seenBy = (fileId: string) =>
    Promise.all(
      [admin, instructor].map(async (by) => [
        (await by.get(workPath)).body.length,
        (await by.get(`/api/files/${fileId}`)).status,
      ]),
    )
  // Admins alone grade work of staff, also if a student of the team has submitted it.
  const mixed = await submitAs([student, staff], course)
  expect(await seenBy(mixed)).toEqual([
    [1, 200],
    [0, 404],
  ])
  const own = await submitAs([await organization.signIn('student'), await organization.signIn('student')], course)
  expect(await seenBy(own)).toEqual([
    [2, 200],
    [1, 200],
  ])
})
