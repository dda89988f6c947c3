import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
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
  const dialog = page.getByRole('dialog', { name: 'Points and feedback for Ada King' })
  await dialog.getByRole('textbox', { name: 'Points' }).fill('5')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Present · 5 points').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/run-mode', () =>
    page.getByRole('heading', { name: 'Here: 1 of 2' }).waitFor(),
  )
  expectNoErrors(page, { except: [/401/] })
})
