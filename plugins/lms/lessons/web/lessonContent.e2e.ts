import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { made } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { lms } from '../../server/plugin.ts'
import type { Lesson, LessonContent } from '../contract.ts'

const test = browserTest([lms])

const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

async function lesson(platform: BrowserPlatform, contentType: Lesson['contentType']) {
  const organization = await platform.organization()
  const other = await organization.signIn('tenant_admin')
  const { id: courseId } = await made<{ id: string }>(other, '/api/lms/courses', { title: 'Soldering' })
  const { id } = await made<Lesson>(other, '/api/lms/lessons', { courseId, title: 'First joints', contentType })
  const { email } = await organization.user('tenant_admin')
  return { origin: platform.originOf(organization), email, other, courseId, id }
}

const contentOf = async (author: Client, id: string) =>
  (await author.get(`/api/lms/lessons/${id}/content`)).body as LessonContent
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

test('an author writes a lesson that saves itself, and sees it as learners will, on a phone too', async ({
  platform,
  visitor,
}) => {
  const { origin, email, other, courseId, id } = await lesson(platform, 'article')
  const page = await visitor.open(origin, '/')
  await visitor.signIn(page, email)
  await page.goto(`/lms-management?course=${courseId}&tab=lessons`)
  await page.getByRole('link', { name: 'First joints' }).click()
  await page.getByText('The text is empty').waitFor()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Hold the iron like a pencil.')
  await page.getByText('The text is empty').waitFor({ state: 'detached' })
  await saved(page)
  await expect.poll(async () => (await contentOf(other, id)).lesson.content).toBe('Hold the iron like a pencil.')
  // What is not saved yet when the page is left is saved then.
  await page.keyboard.type(' Slowly.')
  await page.getByRole('link', { name: 'Course Management' }).click()
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

test('of two authors at once the second keeps the own text beside the other’s, and chooses', async ({
  platform,
  visitor,
}) => {
  const { origin, email, other, id } = await lesson(platform, 'article')
  const page = await visitor.open(origin, '/')
  await visitor.signIn(page, email)
  await page.goto(`/lms-management/lessons/${id}`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const put = async (body: object) => {
    const answer = await other.put(`/api/lms/lessons/${id}/content`, { contentType: 'article', ...body })
    expect(answer.status).toBe(200)
  }
  await text.click()
  // What nobody else wrote is no conflict: the address came from elsewhere, and stays.
  await put({ contentUrl: 'https://example.org/more' })
  await page.keyboard.type('Mine')
  await saved(page)
  expect(await contentOf(other, id)).toMatchObject({
    lesson: { content: 'Mine', contentUrl: 'https://example.org/more' },
  })

  const disputed = async () => {
    await put({ body: words('Theirs') })
    await text.click()
    await page.keyboard.type('!')
    await page.getByRole('region', { name: 'Their version' }).getByText('Theirs').waitFor()
  }
  await disputed()
  await page.getByRole('region', { name: 'Your version' }).getByText('Mine!').waitFor()
  await expectAccessibleEverywhere(page, 'lesson-conflict', () => page.getByText('Keep my version').waitFor())
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await saved(page)
  expect((await contentOf(other, id)).lesson.content).toBe('Mine!')
  await disputed()
  await page.getByRole('button', { name: 'Take their version' }).click()
  await text.getByText('Theirs').waitFor()
  expect((await contentOf(other, id)).lesson.content).toBe('Theirs')
  expectNoErrors(page, { except: [/401/, /409/] })
})
