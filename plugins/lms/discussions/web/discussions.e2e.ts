import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from '../../testing/discussions.ts'
import type { Post } from '../contract.ts'

const test = browserTest([tenantApp, lms])

test('learners discuss after their own post, staff moderate by keyboard, and a guardian reads their child’s posts', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const parent = await organization.signIn('parent')
  const { id: courseId, lessonId } = await publishDiscussion(admin, { postFirst: true, moderation: 'first' })
  for (const learner of [mia, tom]) await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  const { id } = await create<Post>(tom, getThreadsPath(lessonId), { text: 'Arches are strong.' })
  await admin.post(`/api/tenant/moderation/posts/${id}/approve`, {})
  await create<Post>(tom, getRepliesPath(id), { text: 'And beautiful.' })
  const guardians = [parent.user?.id ?? '']
  await buildStudent(platform, organization, { firstName: 'Mia', userId: mia.user?.id, guardians })
  const signedIn = async (email: string | null | undefined, path: string) => {
    const page = await visitor.open(platform.originOf(organization), path, { as: email ?? '' })
    return page
  }
  const lessonPage = `/courses/${courseId}?lesson=${lessonId}`

  const learner = await signedIn(mia.user?.email, lessonPage)
  await learner.getByText('Write your own post first to see what others wrote.').waitFor()
  expect(await learner.getByText('Arches are strong.').count()).toBe(0)
  await learner.getByRole('textbox', { name: 'New post' }).fill('Triangles hold.')
  await learner.getByRole('button', { name: 'Post', exact: true }).click()
  await learner.getByText('Waiting for review: not visible to others yet').waitFor()
  await learner.getByText('Arches are strong.').waitFor()
  await learner.getByRole('button', { name: '1 reply' }).click()
  await learner.getByText('And beautiful.').waitFor()
  await learner.getByRole('button', { name: 'Actions for the post “Arches are strong.”' }).click()
  await learner.getByRole('menuitem', { name: 'Report' }).click()
  await learner.getByRole('textbox', { name: /What is wrong/ }).fill('Unkind')
  await learner.getByRole('button', { name: 'Report post' }).click()
  await expect.poll(() => learner.getByText('Arches are strong.').count()).toBe(0)

  const staff = await signedIn(admin.user?.email, '/moderation')
  const queue = staff.getByRole('list', { name: 'Posts to review' })
  await queue.getByText('Triangles hold.').waitFor()
  const entry = staff.getByRole('navigation', { name: 'Grading' }).getByRole('link', { name: /^Discussions/ })
  await entry.getByText('2 posts wait').waitFor({ state: 'attached' })
  await expectAccessibleEverywhere(staff, 'moderation', () => queue.getByText('Triangles hold.').waitFor())
  await queue.getByRole('listitem').first().focus()
  await staff.keyboard.press('a')
  await expect.poll(() => queue.getByText('Triangles hold.').count()).toBe(0)
  await staff.keyboard.press('j')
  await staff.keyboard.press('h')
  await staff.getByRole('button', { name: 'Hold posts' }).click()
  await queue.getByText(/Every post of .* is held until/).waitFor()
  await queue.getByRole('listitem').first().focus()
  await staff.keyboard.press('r')
  await staff.getByRole('textbox', { name: /Reason/ }).fill('Unkind')
  await staff.getByRole('button', { name: 'Remove post' }).click()
  await staff.getByText('No posts to review').waitFor()
  // The last width is a phone's, on which the navigation is a menu.
  await staff.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => entry.textContent()).toBe('Discussions')
  await staff.getByRole('tab', { name: 'Removed' }).click()
  await staff.getByRole('list', { name: 'Removed posts' }).getByText('Arches are strong.').waitFor()
  await staff.getByRole('tab', { name: 'Restricted authors' }).click()
  await staff.getByRole('button', { name: /^Lift the restriction of / }).click()
  await staff.getByText('No restricted authors').waitFor()

  await learner.reload()
  await learner.getByText('Completed', { exact: true }).first().waitFor()
  await learner.getByText('This post was removed.').waitFor()
  await learner.getByRole('button', { name: '1 reply' }).click()
  await expectAccessibleEverywhere(learner, 'discussion', async () => {
    await learner.getByText('This post was removed.').waitFor()
  })

  // Without taking the course: its content stays locked, and the discussion is open to moderate.
  await staff.goto(`/courses/${courseId}`)
  await staff
    .getByRole('button', { name: /Discussion/ })
    .first()
    .click()
  await staff.getByText('You see it as staff', { exact: false }).waitFor()
  await staff.getByRole('textbox', { name: 'New post' }).fill('Well said, all of you.')
  await staff.getByRole('button', { name: 'Post', exact: true }).click()
  await staff.getByText('Well said, all of you.').waitFor()
  await expectAccessibleEverywhere(staff, 'discussion-staff', () => staff.getByText('Well said, all of you.').waitFor())

  const guardian = await signedIn(parent.user?.email, '/parent-portal?tab=progress')
  await guardian.getByRole('button', { name: 'What Mia wrote in discussions' }).click()
  await guardian.getByText('Triangles hold.').waitFor()
  for (const page of [learner, staff, guardian]) expectNoErrors(page, { except: [/401/, /404/] })
})
