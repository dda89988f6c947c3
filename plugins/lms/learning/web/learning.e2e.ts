import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { made } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { lms } from '../../server/plugin.ts'
import { sendCourseFile } from '../../testing/files.ts'
import { recordingOf } from '../../testing/recording.ts'

const test = browserTest([lms])

/** Seconds of the recording of the course. */
const LENGTH = 4

/** A page of words for each. */
async function pdf(...pages: string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ autoFirstPage: false })
  for (const words of pages) document.addPage({ size: 'A5' }).fontSize(24).text(words)
  document.end()
  return Buffer.concat(await document.toArray())
}

const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

/** A course with an article, a recording, a document and a quiz, which nobody answers yet. */
async function publishCourse(author: Client, audience: string) {
  const { id } = await made<{ id: string }>(author, '/api/lms/courses', { title: 'Soldering', audience })
  const file = async (bytes: Buffer, filename: string) => {
    const sent = await sendCourseFile(author, id, { bytes, filename })
    return { id: sent.id, name: filename, mimeType: filename.endsWith('.pdf') ? 'application/pdf' : 'audio/wav' }
  }
  const lesson = async (title: string, contentType: string, content: object) => {
    const { id: lessonId } = await made<{ id: string }>(author, '/api/lms/lessons', {
      courseId: id,
      title,
      contentType,
    })
    const answer = await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType, ...content })
    expect(answer.status).toBe(200)
    return lessonId
  }
  const lessons = [
    await lesson('Welcome', 'article', { body: words('Put on glasses.') }),
    await lesson('How it sounds', 'audio', { details: { file: await file(recordingOf(LENGTH), 'joint.wav') } }),
    await lesson('The sheet', 'document', { details: { file: await file(await pdf('Heat', 'Solder'), 'sheet.pdf') } }),
    await lesson('What stays', 'quiz', {}),
  ] as const
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessons }
}

const entry = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Course outline' }).getByRole('button', { name })

/** Paths of the API that opening a page asks for. */
async function callsOf(page: Page, open: () => Promise<unknown>): Promise<Set<string>> {
  const paths = new Set<string>()
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/files/')) paths.add(pathname)
  }
  page.on('request', note)
  await open()
  page.off('request', note)
  return paths
}

test('an instructor goes through a course, from the catalogue to the last lesson', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, lessons } = await publishCourse(await organization.signIn('tenant_admin'), 'instructors')
  const page = await visitor.open(platform.originOf(organization), '/')
  await visitor.signIn(page, (await organization.user('instructor')).email)
  await page.goto('/training?search=soldering')
  await page.getByRole('link', { name: 'Start Course: Soldering' }).click()
  await page.getByRole('button', { name: 'Enroll in Course' }).click()
  await page.getByRole('button', { name: 'Start Course' }).click()

  // An article, which is read to its end and marked.
  const mark = page.getByRole('button', { name: 'Mark Complete' })
  await page.getByText('Put on glasses.').waitFor()
  await page.getByText('Read it to its end and mark it as complete.').waitFor()
  await page.getByText(/^Take your time: /).waitFor()
  expect(await mark.isDisabled()).toBe(true)
  await expectAccessibleEverywhere(page, 'learn-article', () => mark.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  platform.clock.forward(60_000)
  await mark.click()
  await page.getByText('Lesson marked as complete!').waitFor()
  await entry(page, /1\.1 Welcome.*Completed/).waitFor()
  await page.getByText('33% Complete').waitFor()

  // A recording, found by a key; its seconds are counted by being played.
  await page.getByRole('heading', { name: 'Welcome' }).focus()
  await page.keyboard.press('n')
  const recording = page.getByLabel('How it sounds', { exact: true })
  await recording.waitFor()
  await page.getByText('Listen to 90 % of it; 0 % so far.').waitFor()
  expect(await mark.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'My notes' }).click()
  await recording.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 3
  })
  await page.getByRole('textbox', { name: 'New note' }).fill('Listen for the hiss')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('list', { name: 'My notes' })
  await notes.getByText('Listen for the hiss').waitFor()
  await expectAccessibleEverywhere(page, 'learn-recording', () => notes.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  // A lost connection takes nothing: what was heard meanwhile is told when it is back.
  await page.route('**/beats', (route) => route.abort())
  await recording.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 0
    media.playbackRate = 2
  })
  await page.getByRole('heading', { name: 'How it sounds' }).focus()
  await page.keyboard.press('k')
  await page.getByText('The connection is lost').waitFor()
  await expectAccessible(page)
  await expect.poll(() => recording.evaluate(({ ended }: HTMLMediaElement) => ended)).toBe(true)
  await page.unroute('**/beats')
  await entry(page, /1\.2 How it sounds.*Completed/).waitFor()
  await page.getByText('The connection is lost').waitFor({ state: 'detached' })
  await notes.getByRole('button', { name: 'Go to 0:03' }).click()
  await expect.poll(() => recording.evaluate(({ currentTime }: HTMLMediaElement) => currentTime)).toBe(3)

  // A document, which is complete at its last page, and opened there again.
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByRole('region', { name: 'The sheet, Page 1 of 2' }).waitFor()
  await page.getByText('Reach the last page, or mark it as complete.').waitFor()
  await page.getByText(/^Take your time: /).waitFor()
  await expectAccessibleEverywhere(page, 'learn-document', () => mark.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  platform.clock.forward(60_000)
  await page.getByRole('button', { name: 'Next page' }).click()
  await entry(page, /1\.3 The sheet.*Completed/).waitFor()
  await page.getByText('100% Complete').waitFor()
  const asked = await callsOf(page, async () => {
    await page.goto(`/courses/${id}?lesson=${lessons[2]}`)
    await page.getByRole('region', { name: 'The sheet, Page 2 of 2' }).waitFor()
  })
  const shell = await callsOf(page, async () => {
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  expect([...asked].filter((path) => !shell.has(path)).length).toBeLessThanOrEqual(3)

  // A quiz is read, and keeps nobody from completing.
  await page.goto(`/courses/${id}`)
  await page.getByText('Course Completed!').waitFor()
  await entry(page, /1\.4 What stays/).click()
  await page.getByText('Answers and hand-ins are not taken here yet, so this lesson is not required.').waitFor()
  expect(await mark.count()).toBe(0)
  await expectAccessibleEverywhere(page, 'learn-completed', () => page.getByText('Course Completed!').waitFor())
  expectNoErrors(page, { except: [/401/, /Failed to load resource: net::ERR_FAILED/] })
})
