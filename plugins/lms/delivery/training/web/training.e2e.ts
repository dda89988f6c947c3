import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { takeModule } from '../../../testing/modules.ts'

const test = browserTest([tenantApp, lms])

test('an admin sees the progress of each instructor and course; other roles see none', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  await page.getByRole('link', { name: 'Training Progress' }).click()
  await page.getByRole('heading', { name: 'Instructor Training Dashboard' }).waitFor()
  await expectAccessibleEverywhere(page, 'lms-training-nobody', () => page.getByText('No instructors yet').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })

  const asked = await publishCourse(admin, { title: 'Safeguarding at North Star' })
  const free = await publishCourse(admin, { title: 'Facilitation' })
  const rule = { isHidden: false, requiredFor: 'instructors', requiredUntil: '2020-01-31' }
  await admin.put(`/api/tenant/courses/${asked.id}/rule`, rule)
  await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const learner = await organization.signIn('instructor')
  for (const { id } of [asked, free]) await learner.post(`/api/tenant/courses/${id}/enroll`)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    const completedAt = platform.core.clock.now().toISOString()
    await trx('lms_enrollments').where({ userId: learner.user?.id }).update({ progress: 100, completedAt })
  })
  await page.reload()
  const table = page.getByRole('table', { name: 'Instructors' })
  await table.getByText('2/2').waitFor()
  await table.getByText('Complete', { exact: true }).waitFor()
  await expectAccessibleEverywhere(page, 'lms-training-progress', () => page.getByText('1 overdue').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByPlaceholder('Search by name or email').fill('no one of this name')
  await page.getByText('No instructors match').waitFor()
  await page.getByPlaceholder('Search by name or email').fill('hopper')
  await page.getByRole('link', { name: 'View Details: Grace Hopper' }).click()
  await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
  await expectAccessibleEverywhere(page, 'lms-training-instructor', () =>
    page.getByRole('table', { name: 'Courses' }).getByText('Overdue').waitFor(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await page.getByText('Held until there is one: Grace Hopper').waitFor()
  await page.getByRole('link', { name: 'Training Progress' }).first().click()
  await page.getByRole('tab', { name: 'Course Analytics' }).click()
  await page.getByPlaceholder('Search courses...').fill('facil')
  await expectAccessibleEverywhere(page, 'lms-course-analytics', () => page.getByText('100%').first().waitFor())
  expectNoErrors(page, { except: [/401/] })

  const other = await visitor.open(platform.originOf(organization), '/training/progress', {
    as: learner.user?.email ?? '',
  })
  await expectAccessibleEverywhere(other, 'lms-training-refused', () => other.getByText('Access Restricted').waitFor())
  await other.getByText('This page is only available to tenant administrators.').waitFor()
  expectNoErrors(other, { except: [/401/] })
})

test('an instructor writes notes on a module on Instructor Training, and an admin reads them', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const learner = await organization.signIn('instructor')
  await takeModule(platform, { author: admin, learner })
  const page = await visitor.open(platform.originOf(organization), '/training', { as: learner.user?.email ?? '' })
  await page.getByRole('button', { name: 'Notes on Before' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notes on Before' })
  await dialog.getByLabel('Notes').fill('Next: wind.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expectAccessibleEverywhere(page, 'lms-training-notes', () => page.getByText('Next: wind.').waitFor())
  expectNoErrors(page, { except: [/401/] })

  const other = await visitor.open(platform.originOf(organization), `/training/progress/${learner.user?.id}`, {
    as: admin.user?.email ?? '',
  })
  await other.getByRole('table', { name: 'Modules of projects' }).getByText('Next: wind.').waitFor()
  expectNoErrors(other, { except: [/401/] })
})

test('a planner of a session sees who is not trained for its project, and is refused if readiness is enforced', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'Bridges' })
  await publishCourse(admin, { title: 'Leading the bridges project' })
  const instructor = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const session = {
    name: 'Bridges on Monday',
    projectId,
    instructorId: instructor.id,
    startDate: '2094-03-01T15:00:00Z',
    endDate: '2094-03-01T16:00:00Z',
  }
  const planned = await create<{ id: string }>(admin, '/api/sessions', session)
  const page = await visitor.open(platform.originOf(organization), '/training?search=bridges', {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('button', { name: 'Actions for Leading the bridges project' }).click()
  await page.getByRole('menuitem', { name: 'Visibility and requirements' }).click()
  const rule = page.getByRole('dialog', { name: 'Visibility and requirements' })
  await rule.getByText('Bridges', { exact: true }).click()
  await expectAccessibleEverywhere(page, 'lms-course-rule', () => rule.getByText('Bridges', { exact: true }).waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await rule.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Required for leaders of some projects').waitFor()

  await page.goto(`/sessions/${planned.id}`)
  await expectAccessibleEverywhere(page, 'lms-readiness', () =>
    page.getByText('Grace Hopper has not completed the training for this project').waitFor(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/training/progress')
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Training settings' })
  await expectAccessibleEverywhere(page, 'lms-training-settings', () =>
    settings.getByText('Require training to lead sessions').waitFor(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await settings.getByText('Require training to lead sessions').click()
  await settings.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Training settings saved').waitFor()

  await page.goto('/reports?report=training')
  await expectAccessibleEverywhere(page, 'lms-training-report', () =>
    page.getByText('Completion by course').first().waitFor(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/sessions?copy=${planned.id}`)
  await page.getByText('Grace Hopper cannot lead this yet').waitFor()
  expectNoErrors(page, { except: [/401/] })
})
