import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  openMenu,
} from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { lms } from '../../plugin.ts'

const test = browserTest([lms])

const chooseInMenu = async (page: Page, of: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
/** Lists the titles of lessons as the outline shows them. */
const listRows = (page: Page) =>
  page
    .getByRole('button', { name: /^Drag / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace('Drag ', '')))

test('a super admin creates a course with chapters and lessons, and orders them', async ({ platform, visitor }) => {
  const page = await visitor.openHome(platform.origin, (await platform.superAdmin()).user?.email ?? '')
  // Limited to the navigation, as the dashboard has a card with the same name.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Course Catalog & Builder' }).click()
  await page.getByText('Select a course to view details').waitFor()
  await page.getByText('No courses found').waitFor()
  await page.getByRole('button', { name: 'Create Course' }).click()
  const creating = page.getByRole('dialog', { name: 'Create Course' })
  await creating.getByRole('button', { name: 'Create Course' }).click()
  await creating.getByText('Title is required').waitFor()
  await expectAccessible(page)
  await creating.getByLabel('Title').fill('Telling stories')
  await creating.getByLabel('Tags').fill('robots, , safety')
  await creating.getByRole('textbox', { name: /Estimated duration/ }).fill('0')
  await creating.getByRole('button', { name: 'Create Course' }).click()
  await notification(page).getByText('Course created successfully').waitFor()
  await page.getByText('robots, safety').waitFor()

  await page.getByRole('tab', { name: /^Lessons/ }).click()
  await page.getByText('No lessons created yet').waitFor()
  for (const title of ['Welcome', 'Tools', 'Clearing up']) {
    await page.getByRole('button', { name: 'Add Lesson' }).click()
    const adding = page.getByRole('dialog', { name: 'Add Lesson' })
    await adding.getByLabel('Title').fill(title)
    if (title === 'Tools') {
      await adding.getByRole('button', { name: /Content type/ }).click()
      await page.getByRole('option', { name: 'Video' }).click()
      await adding.getByLabel('Video URL').fill('nowhere')
      await adding.getByRole('button', { name: 'Add Lesson' }).click()
      await adding.getByText('Must be a valid URL').waitFor()
      await adding.getByLabel('Video URL').fill('https://example.org/tools.mp4')
    }
    await adding.getByRole('button', { name: 'Add Lesson' }).click()
    await adding.waitFor({ state: 'detached' })
  }
  await page.getByRole('tab', { name: 'Lessons (3, 90 min)' }).waitFor()

  await page.getByRole('tab', { name: 'Course Structure' }).click()
  await page.getByText('No chapters yet').waitFor()
  for (const title of ['Before', 'After']) {
    await page.getByRole('button', { name: 'Add Chapter' }).click()
    const adding = page.getByRole('dialog', { name: 'Add Chapter' })
    expect(await adding.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await adding.getByLabel('Chapter Title').fill(` ${title} `)
    await page.keyboard.press('Enter')
    await adding.waitFor({ state: 'detached' })
  }
  await chooseInMenu(page, 'After', 'Add Lesson')
  const lesson = page.getByRole('dialog', { name: 'Add Lesson' })
  await lesson
    .getByRole('button', { name: /Chapter/ })
    .getByText('After', { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  await chooseInMenu(page, 'Clearing up', 'Move to After')
  await notification(page).getByText('Lesson order updated successfully').waitFor()
  await page.getByRole('button', { name: 'After 1 lesson' }).waitFor()
  await chooseInMenu(page, 'Welcome', 'Move to Before')
  await page.getByRole('button', { name: 'Before 1 lesson' }).waitFor()
  await chooseInMenu(page, 'Tools', 'Move to Before')
  await expect.poll(() => listRows(page)).toEqual(['Welcome', 'Tools', 'Clearing up'])
  expectNoErrors(page, { except: [/401/] })
})

test('a deleted chapter and a deleted course are restored, and a course is published', async ({
  platform,
  visitor,
}) => {
  const operator = await platform.superAdmin()
  const course = { title: 'Running a robotics session', tags: ['robots', 'safety'] }
  const { id: courseId } = await create<{ id: string }>(operator, '/api/lms/courses', course)
  const { id: chapterId } = await create<{ id: string }>(operator, '/api/lms/chapters', { courseId, title: 'After' })
  for (const title of ['Welcome', 'Tools']) await create(operator, '/api/lms/lessons', { courseId, title })
  await create(operator, '/api/lms/lessons', { courseId, chapterId, title: 'Clearing up' })
  const page = await visitor.open(platform.origin, `/lms-management?course=${courseId}&tab=structure`, {
    as: operator.user?.email ?? '',
  })
  await chooseInMenu(page, 'After', 'Delete')
  const asking = page.getByRole('alertdialog')
  await asking.getByText(/Are you sure you want to delete the chapter “After”/).waitFor()
  await asking.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('region', { name: 'Unassigned Lessons' }).waitFor()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'After 1 lesson' }).waitFor()
  await expectAccessibleEverywhere(page, 'lms-structure', () =>
    page.getByRole('button', { name: 'After 1 lesson' }).waitFor(),
  )

  // A narrow screen shows the course alone, and its back button leads to the list.
  const listed = page.getByRole('button', { name: /^Running a robotics session/ })
  const back = page.getByRole('button', { name: 'All courses' })
  await page.setViewportSize({ width: 375, height: 812 })
  await listed.waitFor({ state: 'hidden' })
  await back.press('Enter')
  await listed.and(page.locator(':focus')).press('Enter')
  await back.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'After 1 lesson' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  // Chapters and lessons are restored from the list of deleted ones after their Undo is gone.
  await operator.delete(`/api/lms/chapters/${chapterId}`)
  const { body: lessons } = await operator.get(`/api/lms/courses/${courseId}/lessons`)
  const tools = (lessons as { id: string; title: string }[]).find(({ title }) => title === 'Tools')
  await operator.delete(`/api/lms/lessons/${tools?.id}`)
  await page.reload()
  await page.getByRole('tab', { name: /^Lessons \(2,/ }).waitFor()
  await chooseInMenu(page, 'Running a robotics session', 'Deleted chapters and lessons')
  const parts = page.getByRole('dialog', { name: 'Deleted chapters and lessons' })
  await parts.getByText(/^Lesson, deleted/).waitFor()
  await expectAccessibleEverywhere(page, 'lms-deleted-parts', () => parts.getByText(/^Chapter, deleted/).waitFor())
  await parts.getByRole('button', { name: 'Bring back Tools' }).click()
  await notification(page).getByText('Lesson restored').waitFor()
  await parts.getByRole('button', { name: 'Bring back After' }).click()
  await parts.getByText('Nothing was deleted in the last 30 days.').waitFor()
  await parts.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'After 1 lesson' }).waitFor()
  await page.getByRole('tab', { name: /^Lessons \(3,/ }).waitFor()
  await page
    .getByRole('button', { name: /Status/ })
    .last()
    .click()
  await page.getByRole('option', { name: 'Published' }).click()
  // Its articles are empty, which its author reads before publishing.
  const publishing = page.getByRole('alertdialog', { name: 'Publish “Running a robotics session”?' })
  await publishing.getByText('Welcome: The text is empty').waitFor()
  await publishing.getByRole('button', { name: 'Publish anyway' }).click()
  await notification(page).getByText('Course status updated').waitFor()
  await chooseInMenu(page, 'Running a robotics session', 'Delete')
  await page.getByText('Select a course to view details').waitFor()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('list')
    .getByRole('button', { name: /Running a robotics session.*3 lessons.*Published/ })
    .click()
  // With learners, deleting asks first; later the list of deleted parts has it.
  const learner = await (await platform.organization()).signIn('instructor')
  expect((await learner.post(`/api/tenant/courses/${courseId}/enroll`)).status).toBeLessThan(300)
  await chooseInMenu(page, 'Running a robotics session', 'Delete')
  await asking.getByText(/1 learner takes this course\./).waitFor()
  await asking.getByRole('button', { name: 'Delete course' }).click()
  await page.getByText('Select a course to view details').waitFor()
  await openMenu(page, 'More actions')
  await page.getByRole('menuitem', { name: 'Deleted courses' }).click()
  const deleted = page.getByRole('dialog', { name: 'Deleted courses' })
  await deleted.getByRole('button', { name: 'Bring back Running a robotics session' }).waitFor()
  await expectAccessible(page)
  await deleted.getByRole('button', { name: 'Bring back Running a robotics session' }).click()
  await deleted.getByText('Nothing was deleted in the last 30 days.').waitFor()
  await deleted.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page
    .getByRole('list')
    .getByRole('button', { name: /Running a robotics session/ })
    .click()
  await page.getByRole('tab', { name: 'Course Details' }).click()
  await expectAccessibleEverywhere(page, 'lms-details', () => page.getByText('robots, safety').waitFor())
  expectNoErrors(page, { except: [/401/] })
})

test('an organization writes its own courses, and the slower of two reorders shows the other order', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const other = await organization.signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(other, '/api/lms/courses', { title: 'Our way' })
  const lessons: { id: string }[] = []
  for (const title of ['One', 'Two', 'Three']) {
    lessons.push(await create(other, '/api/lms/lessons', { courseId, title }))
  }
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Courses & Builder' }).click()
  await page.getByRole('button', { name: /Our way/ }).click()
  await page.getByRole('tab', { name: 'Course Structure' }).click()
  await expect.poll(() => listRows(page)).toEqual(['One', 'Two', 'Three'])
  await other.put('/api/lms/lessons/batch-order', {
    lessons: lessons.toReversed().map(({ id }, order) => ({ id, order })),
  })
  await chooseInMenu(page, 'One', 'Move down')
  await notification(page).getByText('Error updating lesson order').waitFor()
  await expect.poll(() => listRows(page)).toEqual(['Three', 'Two', 'One'])
  const openAfter = async (title: string, before: string) => {
    await chooseInMenu(page, title, 'Edit')
    const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
    await editing.getByRole('button', { name: 'Opens' }).click()
    await editing
      .getByRole('group', { name: /After these lessons/ })
      .getByText(before, { exact: true })
      .click()
    return editing
  }
  const tied = await openAfter('Two', 'Three')
  await tied.getByRole('textbox', { name: /Days after enrollment/ }).fill('7')
  await expectAccessible(page)
  await tied.getByRole('button', { name: 'Save' }).click()
  await tied.waitFor({ state: 'detached' })
  const circle = await openAfter('Three', 'Two')
  await circle.getByRole('button', { name: 'Save' }).click()
  await circle.getByText('These would wait for each other: “Three” → “Two” → “Three”').waitFor()
  expect((await other.get(`/api/lms/courses/${courseId}/lessons`)).body).toMatchObject([
    { title: 'Three', afterIds: [] },
    { title: 'Two', afterIds: [lessons[2]?.id], opensAfterDays: 7 },
    { title: 'One' },
  ])
  expectNoErrors(page, { except: [/400/, /401/, /409/] })
})
