import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, typeDateTime } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import type { Lesson, LessonContent } from '../contract.ts'

const test = browserTest([lms])

const newDocument = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

async function createLesson(platform: BrowserPlatform, contentType: Lesson['contentType']) {
  const organization = await platform.organization()
  const other = await organization.signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(other, '/api/lms/courses', { title: 'Soldering' })
  const { id } = await create<Lesson>(other, '/api/lms/lessons', { courseId, title: 'First joints', contentType })
  const { email } = await organization.user('tenant_admin')
  return { origin: platform.originOf(organization), email, other, courseId, id }
}

const getContent = async (author: Client, id: string) =>
  (await author.get(`/api/lms/lessons/${id}/content`)).body as LessonContent
const waitUntilSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

test('an author writes a lesson that is saved automatically, and previews it for learners, on a phone too', async ({
  platform,
  visitor,
}) => {
  const { origin, email, other, courseId, id } = await createLesson(platform, 'article')
  const page = await visitor.open(origin, `/lms-management?course=${courseId}&tab=lessons`, { as: email })
  await page.getByRole('link', { name: 'First joints' }).click()
  await page.getByText('The text is empty').waitFor()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Hold the iron like a pencil.')
  await page.getByText('The text is empty').waitFor({ state: 'detached' })
  await waitUntilSaved(page)
  await expect.poll(async () => (await getContent(other, id)).lesson.content).toBe('Hold the iron like a pencil.')
  // Leaving the page saves pending changes.
  await page.keyboard.type(' Slowly.')
  await page.getByRole('link', { name: 'Soldering' }).click()
  await page.getByRole('link', { name: 'First joints' }).click()
  await text.getByText('Hold the iron like a pencil. Slowly.').waitFor()
  await expectAccessibleEverywhere(page, 'lesson-write', () => text.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: 'Phone preview' }).click()
  const phone = page.frameLocator('iframe')
  await phone.getByText('Slowly.').waitFor()
  expect(await phone.locator('body').evaluate(() => matchMedia('(max-width: 639px)').matches)).toBe(true)
  await expectAccessibleEverywhere(page, 'lesson-phone', () => phone.getByText('Slowly.').waitFor())
  expectNoErrors(page, { except: [/401/] })
})

test('the second of two concurrent authors sees both texts, and chooses', async ({ platform, visitor }) => {
  const { origin, email, other, id } = await createLesson(platform, 'article')
  const page = await visitor.open(origin, `/lms-management/lessons/${id}`, { as: email })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const put = async (body: object) => {
    const answer = await other.put(`/api/lms/lessons/${id}/content`, { contentType: 'article', ...body })
    expect(answer.status).toBe(200)
  }
  await text.click()
  // Changes to different fields do not conflict: the other author's address stays.
  await put({ contentUrl: 'https://example.org/more' })
  await page.keyboard.type('Mine')
  await waitUntilSaved(page)
  expect(await getContent(other, id)).toMatchObject({
    lesson: { content: 'Mine', contentUrl: 'https://example.org/more' },
  })

  const disputed = async () => {
    await put({ body: newDocument('Theirs') })
    await text.click()
    await page.keyboard.type('!')
    await page.getByRole('region', { name: 'Their version' }).getByText('Theirs').waitFor()
  }
  await disputed()
  await page.getByRole('region', { name: 'Your version' }).getByText('Mine!').waitFor()
  await expectAccessibleEverywhere(page, 'lesson-conflict', () => page.getByText('Keep my version').waitFor())
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await waitUntilSaved(page)
  expect((await getContent(other, id)).lesson.content).toBe('Mine!')
  await disputed()
  await page.getByRole('button', { name: 'Take their version' }).click()
  await text.getByText('Theirs').waitFor()
  expect((await getContent(other, id)).lesson.content).toBe('Theirs')
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('a project gets its rubric, and learners read it before they begin', async ({ platform, visitor }) => {
  const { origin, email, other, id } = await createLesson(platform, 'project')
  const page = await visitor.open(origin, `/lms-management/lessons/${id}`, { as: email })
  await page.getByText('It was graded as passed').click()
  await page.getByRole('textbox', { name: 'People in a team, at most' }).fill('4')
  await page.getByRole('button', { name: 'Add criterion' }).press('Enter')
  await page.getByText('Criterion 1 has no title').waitFor()
  await page.getByRole('textbox', { name: 'Criterion 1' }).fill('Joints hold')
  await page.getByRole('region', { name: 'Joints hold' }).waitFor()
  await page.getByRole('button', { name: 'Remove level 3' }).click()
  await page.getByRole('textbox', { name: 'Points', exact: true }).first().fill('10')
  await page.keyboard.press('Tab')
  await page.getByText('10 points at most').waitFor()
  await waitUntilSaved(page)
  await expect
    .poll(async () => (await getContent(other, id)).details)
    .toMatchObject({
      doneWhen: 'passed',
      teamSize: 4,
      rubric: { criteria: [{ title: 'Joints hold', levels: [{ points: 10 }, { points: 2 }] }] },
    })
  await expectAccessibleEverywhere(page, 'project-write', () => page.getByText('10 points at most').waitFor())
  await page.getByRole('radio', { name: 'Preview', exact: true }).click()
  await page.getByText('In a team of up to 4').waitFor()
  await expectAccessibleEverywhere(page, 'project-preview', () => page.getByText('Joints hold').waitFor())
  expectNoErrors(page, { except: [/401/] })
})

test('a live session and a discussion show learners what they need to know', async ({ platform, visitor }) => {
  const { origin, email, other, id, courseId } = await createLesson(platform, 'live_session')
  const page = await visitor.open(origin, `/lms-management/lessons/${id}`, { as: email })
  await page.getByText('The time is missing').waitFor()
  await typeDateTime(page, 'Begins', '2083-03-01T16:00')
  await page.getByRole('textbox', { name: 'Recording' }).fill('nowhere')
  await page.getByText('Must be a valid URL', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Recording' }).fill('https://example.org/film')
  await page.getByRole('textbox', { name: 'Place' }).fill('Workshop 2')
  await page.getByText('The time is missing').waitFor({ state: 'detached' })
  await waitUntilSaved(page)
  await page.getByRole('radio', { name: 'Preview', exact: true }).click()
  await page.getByRole('link', { name: 'Watch the recording' }).waitFor()
  await expectAccessible(page)

  const discussion = { courseId, title: 'Introduce yourself', contentType: 'discussion' }
  const { id: discussionId } = await create<Lesson>(other, '/api/lms/lessons', discussion)
  await page.goto(`/lms-management/lessons/${discussionId}`)
  await page.getByRole('textbox', { name: 'Replies to others' }).fill('2')
  await page.getByRole('switch', { name: 'Post first' }).press('Space')
  await page.getByText('Done when: Write a post and reply to 2 others.').waitFor()
  await waitUntilSaved(page)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Preview', exact: true }).click()
  await page.getByText('Write your own post to see what others wrote.').waitFor()
  await expectAccessible(page)
  expectNoErrors(page, { except: [/400/, /401/] })
})
