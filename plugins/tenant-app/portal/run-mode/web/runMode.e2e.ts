import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian, buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { markStudent, scheduleSession } from '../../../testing/sessions.ts'

const test = browserTest([tenantApp])

test('an instructor runs a session: its steps with a timer that a reload keeps, who is here, and points', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const project = {
    title: 'Bridges',
    instructions: 'Sketch a bridge\nBuild it',
    materials: ['Craft sticks: 20 per student'],
  }
  const { body } = await admin.post('/api/projects', project)
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0, projectId: (body as { id: string }).id })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada', lastName: 'King' })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', lastName: 'Ott' })
  for (const one of [studentId, ben.id]) await buildParticipant(platform, organization, { sessionId, studentId: one })
  await markStudent(admin, sessionId, studentId, { mark: 'present' })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}`, {
    as: (await organization.user('instructor')).email,
  })
  await page.getByRole('link', { name: 'Run session' }).click()
  await page.getByRole('heading', { name: 'Here: 1 of 2' }).waitFor()
  await page.getByText('Craft sticks: 20 per student').waitFor()
  await page.getByRole('button', { name: 'Start step 1' }).click()
  await page.getByRole('button', { name: 'Pause step 1' }).waitFor()
  expect(await page.getByRole('timer', { name: 'Time of step 2' }).textContent()).toBe('Not started')
  await page.reload()
  await page.getByRole('button', { name: 'Pause step 1' }).click()
  await page.getByRole('button', { name: 'Start step 1' }).waitFor()
  expect(await page.getByRole('timer', { name: 'Time of step 1' }).textContent()).toMatch(/^\d+:\d\d$/)

  await page.getByRole('button', { name: 'Points for Ada King' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give points to Ada King' })
  await dialog.getByRole('button', { name: 'Give points' }).click()
  await page.getByText('Present · 5 points').waitFor()
  await markStudent(admin, sessionId, ben.id, { mark: 'late' })
  await page.reload()
  await page.getByRole('button', { name: 'Points for everyone here' }).click()
  const group = page.getByRole('dialog', { name: 'Give points to everyone here' })
  await group.getByRole('textbox', { name: 'Points' }).fill('3')
  await group.getByRole('button', { name: 'Give points' }).click()
  await page.getByText('Present · 8 points').waitFor()
  await page.getByText('Late · 3 points').waitFor()

  await page.getByRole('button', { name: 'Write summary' }).click()
  const summary = page.getByRole('dialog', { name: 'Summary for families' })
  await summary.getByRole('textbox', { name: 'Summary' }).fill('Every bridge held a brick.')
  await summary.getByRole('button', { name: 'Save summary' }).click()
  await page.getByText('Every bridge held a brick.').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/run-mode', () =>
    page.getByRole('button', { name: 'Share with families' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Share with families' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Share with families' }).click()
  await page.getByText(/Shared with families/).waitFor()

  const parent = await organization.user('parent')
  // Both children are in the session, whose one summary names them.
  for (const child of [studentId, ben.id])
    await buildGuardian(platform, organization, { studentId: child, userId: parent.id })
  const home = await visitor.open(platform.originOf(organization), '/', { as: parent.email })
  await home.getByRole('listitem').filter({ hasText: 'Every bridge held a brick.' }).getByText('Ada, Ben').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('points that are given offline outlive the page, and count once when the connection is back', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const project = { title: 'Bridges', instructions: 'Sketch a bridge', materials: ['Tape'] }
  const { body } = await admin.post('/api/projects', project)
  const projectId = (body as { id: string }).id
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0, instructorId: instructor.id, projectId })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada', lastName: 'King' })
  await buildParticipant(platform, organization, { sessionId, studentId })
  await markStudent(admin, sessionId, studentId, { mark: 'present' })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}/run`, {
    as: instructor.email,
  })
  const context = page.context()
  const pointsOf = async () =>
    ((await admin.get(`/api/sessions/${sessionId}/participants`)).body as { pointsEarned: number }[])[0]?.pointsEarned
  const give = async () => {
    await page.getByRole('button', { name: 'Points for everyone here' }).click()
    await page.getByRole('button', { name: 'Give points' }).click()
  }
  await page.getByRole('heading', { name: 'Here: 1 of 1' }).waitFor()
  // The server saves them, and its answer is lost.
  await page.route('**/points', async (route) => {
    await admin.post(`/api/sessions/${sessionId}/points`, route.request().postDataJSON() as object)
    await route.abort()
  })
  await give()
  await page.getByText(/Points for 1 student waiting to sync since/).waitFor()
  await context.setOffline(true)
  await give()
  await page.getByText('10 points to sync').waitFor()
  await page.close()
  expect(await pointsOf()).toBe(5)

  // Another visit has no server at first, and shows what the device holds.
  await context.setOffline(false)
  await context.route('**/api/sessions/**', (route) => route.abort())
  const next = await context.newPage()
  await next.goto(`${platform.originOf(organization)}/sessions/${sessionId}/run`)
  await next.getByText('This is what your device stored of the session.', { exact: false }).waitFor()
  await next.getByText('Sketch a bridge').waitFor()
  await next.getByText('Tape').waitFor()
  await next.getByText('10 points to sync').waitFor()
  await context.unroute('**/api/sessions/**')
  await next.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(pointsOf).toBe(10)
})
