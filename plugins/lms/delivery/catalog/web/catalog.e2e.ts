import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { enroll } from '../../../testing/learners.ts'

const test = browserTest([lms])

test('an instructor finds a course, enrolls, reads its lessons and moves to the new version', async ({
  platform,
  visitor,
}) => {
  const author = await platform.superAdmin()
  const { id, lessons } = await publishCourse(author, {
    title: 'Running a robotics session',
    description: 'From the first greeting to clearing up.',
    category: 'science-engineering',
    learningObjectives: ['Plan a session', 'Keep everyone busy'],
    isFeatured: true,
  })
  await create(author, '/api/lms/lessons', { courseId: id, title: 'Questions and answers', contentType: 'quiz' })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  await publishCourse(author, { title: 'First aid', estimatedDuration: 0 }, [])
  await publishCourse(author, { title: 'Debating', audience: 'students' })
  const organization = await platform.organization()
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('instructor')).email)
  await page.getByRole('link', { name: 'Instructor Training' }).click()
  await page.getByRole('heading', { name: 'Instructor Training Catalog' }).waitFor()
  await page.getByText('Self-paced').waitFor()
  expect(await page.getByText('Debating').count()).toBe(0)
  await expectAccessibleEverywhere(page, 'lms-training', () => page.getByText('Self-paced').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByPlaceholder('Search courses...').fill('nothing of this kind')
  await page.getByText('Try adjusting your search or filters').waitFor()
  await page.getByPlaceholder('Search courses...').fill('robotics')
  await page.getByRole('link', { name: 'Start Course: Running a robotics session' }).click()

  await page.getByText('Enroll in the course to access lesson content.').waitFor()
  expect(await page.getByRole('button', { name: /1\.1 Welcome/ }).isDisabled()).toBe(true)
  await expectAccessibleEverywhere(page, 'lms-course', () => page.getByText('Keep everyone busy').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Enroll in Course' }).click()
  await page.getByText('Successfully enrolled in course!').waitFor()
  await page.getByText('0% Complete').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Start Course')
  await page.getByRole('button', { name: 'Start Course' }).click()
  await page.getByText('About Welcome').waitFor()
  await expect.poll(focused).toBe('Welcome')
  expect(new URL(page.url()).searchParams.get('lesson')).toBe(lessons[0])
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByText('About Tools').waitFor()
  await expect.poll(focused).toBe('Tools')
  await expectAccessibleEverywhere(page, 'lms-lesson', () => page.getByText('About Tools').waitFor())
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Course outline' }).click()
  await page.getByRole('button', { name: /1\.1 Welcome/ }).waitFor()
  await expect.poll(focused).toMatch(/^1\.2 Tools/)
  await page.setViewportSize({ width: 1440, height: 900 })

  await author.put(`/api/lms/lessons/${lessons[0]}`, { title: 'Greeting' })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  await page.reload()
  await page.getByRole('button', { name: 'See what changed' }).click()
  await page.getByText('The lesson “Greeting” was changed: title.').waitFor()
  await page.getByRole('button', { name: 'Move to the new version' }).click()
  await page.getByRole('button', { name: /1\.1 Greeting/ }).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Continue: Running a robotics session' }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('an admin hides a course, students and families find theirs, and a missing one shows a message', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(admin, { title: 'Our way', audience: 'everybody' })
  const page = await visitor.open(platform.originOf(organization), '/training?search=our%20way', {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('button', { name: 'Actions for Our way' }).click()
  await page.getByRole('menuitem', { name: 'Visibility and requirements' }).click()
  const dialog = page.getByRole('dialog', { name: 'Visibility and requirements' })
  await dialog.getByRole('button', { name: /Required for/ }).click()
  await page.getByRole('option', { name: 'Students' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Required for students').waitFor()

  const student = await visitor.open(platform.originOf(organization), '/courses?search=our%20way', {
    as: (await organization.user('student')).email,
  })
  await expectAccessibleEverywhere(student, 'lms-courses', () => student.getByText('Required').first().waitFor())

  await page.getByRole('button', { name: 'Actions for Our way' }).click()
  await page.getByRole('menuitem', { name: 'Visibility and requirements' }).click()
  await dialog.getByText('Hidden', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await student.goto(`/courses/${id}`)
  await student.getByText('Course not found').waitFor()
  await student.goto('/courses/xyz')
  await student.getByText('Course not found').waitFor()
  await student.getByText('The course you’re looking for doesn’t exist or isn’t available.').waitFor()
  await student.getByRole('button', { name: 'Go Back' }).click()
  await student.getByRole('heading', { name: 'Courses', exact: true }).waitFor()
  expectNoErrors(page, { except: [/401/] })
  expectNoErrors(student, { except: [/400/, /401/, /404/] })
})

test('an author publishes changes, moves learners, and sets prerequisites', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(author, { title: 'Welding' })
  await publishCourse(author, { title: 'Safety' })
  await enroll(await organization.signIn('instructor'), id)
  await author.put(`/api/lms/lessons/${lessons[0]}`, { title: 'Masks and gloves' })
  await create(author, '/api/lms/lessons', { courseId: id, title: 'A film', contentType: 'video' })
  const page = await visitor.open(platform.originOf(organization), `/lms-management?course=${id}`, {
    as: author.user?.email ?? '',
  })
  await page.getByText('One lesson is unfinished and not required').waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish changes' })
  await publishing.getByText('The lesson “Masks and gloves” was changed: title.').waitFor()
  await expectAccessibleEverywhere(page, 'lms-publish', () => publishing.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await publishing.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByText('Changes published').waitFor()
  await page.getByRole('button', { name: 'Move to version 2' }).click()
  await page.getByRole('button', { name: 'Move learners' }).click()
  await page.getByText('Learners moved').waitFor()

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Welding' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Versions')
  await page.getByRole('region', { name: 'Version 1' }).getByText('The first one.').waitFor()
  await page.keyboard.press('Escape')
  await act('Required courses')
  await page.getByRole('dialog', { name: 'Required courses' }).getByText('Safety', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Course updated successfully').waitFor()
  expect((await author.get(`/api/lms/courses/${id}/requires`)).body).toMatchObject([{ title: 'Safety' }])

  await expectAccessibleEverywhere(page, 'lms-learners', async () => {
    await page.goto(`/courses/${id}/learners`)
    await page.getByRole('button', { name: /^Actions for/ }).waitFor()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page
    .getByRole('row', { name: /Ada Lovelace/ })
    .getByRole('checkbox')
    .press('Space')
  await page.getByRole('group', { name: 'Chosen rows' }).getByRole('button', { name: 'Write an email' }).click()
  const writing = page.getByRole('dialog', { name: 'Email Ada Lovelace' })
  await expectAccessibleEverywhere(page, 'lms-email-learners', () => writing.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await writing.getByLabel('Subject').fill('Next week')
  await writing.getByLabel('Text').fill('Bring your gloves.')
  await writing.getByRole('button', { name: 'Send email' }).click()
  await page.getByText('Email sent to one person').waitFor()
  await page.getByRole('group', { name: 'Chosen rows' }).waitFor({ state: 'detached' })
  await openMenu(page, 'Actions for Ada Lovelace')
  await page.getByRole('menuitem', { name: 'Unenroll' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unenroll' }).click()
  await page.getByText('No learners yet').waitFor()
  expectNoErrors(page, { except: [/401/] })
})
