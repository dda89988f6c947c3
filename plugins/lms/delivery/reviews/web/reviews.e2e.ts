import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { markCompleted } from '../../../testing/calls-reviews.ts'
import { publishCourse } from '../../../testing/courses.ts'

const test = browserTest([lms])

test('a learner who has completed a course rates it, and withdraws the rating', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(admin, { title: 'Robots' })
  const learner = await organization.signIn('instructor')
  await markCompleted(platform, learner, id)
  const page = await visitor.open(platform.originOf(organization), `/courses/${id}`, { as: learner.user?.email ?? '' })
  const opened = page.getByRole('button', { name: 'Reviews' })
  await opened.click()
  await page.getByText('No ratings yet.').waitFor()
  await page.getByText('4 of 5 stars').click()
  await page.getByRole('textbox', { name: /Comment/ }).fill('Clear and short.')
  await page.getByRole('button', { name: 'Rate this course' }).click()
  await page.getByText('· You').waitFor()
  expect((await learner.get(`/api/tenant/courses/${id}/reviews`)).body).toMatchObject([
    { stars: 4, comment: 'Clear and short.' },
  ])
  await expectAccessibleEverywhere(page, 'course-reviews', () => page.getByText('· You').waitFor())
  // An admin reads it as the course's author, and removes it.
  const author = await visitor.open(platform.originOf(organization), `/lms-management?course=${id}`, {
    as: admin.user?.email ?? '',
  })
  await author
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await author.getByRole('menuitem', { name: 'Reviews' }).click()
  const remove = author.getByRole('button', { name: 'Remove the review with 4 of 5 stars' })
  await expectAccessibleEverywhere(author, 'authored-reviews', () => remove.waitFor())
  await author.setViewportSize({ width: 1440, height: 900 })
  await remove.click()
  await author.getByRole('button', { name: 'Remove review' }).click()
  await author.getByText('No reviews yet').waitFor()
  await page.reload()
  await opened.click()
  await page.getByText('No ratings yet.').waitFor()
  await page.getByText('4 of 5 stars').click()
  await page.getByRole('button', { name: 'Rate this course' }).click()
  await page.getByText('· You').waitFor()

  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('No ratings yet.').waitFor()
  expectNoErrors(page, { except: [/401/] })
})
