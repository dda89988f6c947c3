import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { readPdf } from '#core/testing/pdf.ts'
import { lms } from '../../../plugin.ts'
import { sendCourseFile } from '../../../testing/files.ts'

const test = browserTest([lms])

/** Twice the milliseconds that a test video takes at the highest speed, for busy machines. */
const FILM_SHOWN = { timeout: 120_000 }

/** Reads a video of 22 seconds, whose length the server detects. */
const readFilm = () => readFile(new URL('../../../seed/media/circuit.webm', import.meta.url))

/** Builds a PDF with one page per text. */
async function newPdf(...pages: string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ autoFirstPage: false })
  for (const words of pages) document.addPage({ size: 'A5' }).fontSize(24).text(words)
  document.end()
  return Buffer.concat(await document.toArray())
}

const newDocument = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** Creates a course with an article, a video, a document and a quiz without answers yet. */
async function publishCourse(author: Client, audience: string) {
  const { id } = await create<{ id: string }>(author, '/api/lms/courses', { title: 'Soldering', audience })
  const file = async (bytes: Buffer, filename: string) => {
    const sent = await sendCourseFile(author, id, { bytes, filename })
    return { id: sent.id, name: filename, mimeType: filename.endsWith('.pdf') ? 'application/pdf' : 'video/webm' }
  }
  const lesson = async (title: string, contentType: string, content: object, afterIds: string[] = []) => {
    const { id: lessonId } = await create<{ id: string }>(author, '/api/lms/lessons', {
      courseId: id,
      title,
      contentType,
      afterIds,
    })
    const answer = await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType, ...content })
    expect(answer.status).toBe(200)
    return lessonId
  }
  const welcome = await lesson('Welcome', 'article', {
    body: newDocument(`Put on glasses. ${'Look twice. '.repeat(90)}`),
  })
  const sheet = { details: { file: await file(await newPdf('Heat', 'Solder'), 'sheet.pdf') } }
  const lessons = [
    welcome,
    await lesson('How it looks', 'video', { details: { file: await file(await readFilm(), 'circuit.webm') } }),
    await lesson('The sheet', 'document', sheet, [welcome]),
    await lesson('What stays', 'quiz', {}),
  ] as const
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessons }
}

const findEntry = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Course outline' }).getByRole('button', { name })

/** Records the API paths that opening a page requests. */
async function recordCalls(page: Page, open: () => Promise<unknown>): Promise<Set<string>> {
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

test('an instructor takes a course, from the catalog to a certificate that the public can verify', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(admin, 'instructors')
  const learner = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const page = await visitor.open(origin, '/training?search=soldering', { as: learner.email })
  await page.getByRole('link', { name: 'Start Course: Soldering' }).click()
  await page.getByRole('button', { name: 'Enroll in Course' }).click()
  await page.getByRole('button', { name: 'Start Course' }).click()

  // A lesson that opens after another one says so, with a link.
  await page.getByText('Put on glasses.').waitFor()
  await findEntry(page, /The sheet.*Locked/).click()
  await page.getByText('“The sheet” is not open yet').waitFor()
  await page.getByRole('button', { name: 'Open “Welcome”' }).click()

  // An article, read to its end and marked.
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
  // The pressed button is gone, and keys navigate from its position.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
  await findEntry(page, /1\.1 Welcome.*Completed/).waitFor()
  await page.getByText('33% Complete').waitFor()

  // A video, opened by a key; its seconds count by being played.
  await page.getByRole('heading', { name: 'Welcome' }).focus()
  await page.keyboard.press('n')
  const shown = page.getByLabel('How it looks', { exact: true })
  await shown.waitFor()
  await page.getByText('Watch 90% of it; 0% so far.').waitFor()
  expect(await mark.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'My notes' }).click()
  await shown.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 3
  })
  await page.getByRole('textbox', { name: 'New note' }).fill('Look at the switch')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('list', { name: 'My notes' })
  await notes.getByText('Look at the switch').waitFor()
  await expectAccessibleEverywhere(page, 'learn-film', () => notes.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  // A lost connection loses nothing: progress is reported once it is back.
  await page.route('**/beats', (route) => route.abort())
  await shown.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 0
    media.playbackRate = 2
  })
  await page.getByRole('heading', { name: 'How it looks' }).focus()
  await page.keyboard.press('k')
  await page.getByText('Connection lost').waitFor()
  await expectAccessible(page)
  await expect.poll(() => shown.evaluate(({ ended }: HTMLMediaElement) => ended), FILM_SHOWN).toBe(true)
  await page.unroute('**/beats')
  await findEntry(page, /1\.2 How it looks.*Completed/).waitFor()
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  await notes.getByRole('button', { name: 'Go to 0:03' }).click()
  await expect.poll(() => shown.evaluate(({ currentTime }: HTMLMediaElement) => currentTime)).toBe(3)

  // A document, completed at its last page, and reopened there.
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByRole('region', { name: 'The sheet, Page 1 of 2' }).waitFor()
  await page.getByText('Reach the last page, or mark it as complete.').waitFor()
  await page.getByText(/^Take your time: /).waitFor()
  await expectAccessibleEverywhere(page, 'learn-document', () => mark.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  platform.clock.forward(60_000)
  await page.getByRole('button', { name: 'Next page' }).click()
  await findEntry(page, /1\.3 The sheet.*Completed/).waitFor()
  await page.getByText('100% Complete').waitFor()
  const asked = await recordCalls(page, async () => {
    await page.goto(`/courses/${id}?lesson=${lessons[2]}`)
    await page.getByRole('region', { name: 'The sheet, Page 2 of 2' }).waitFor()
  })
  const shell = await recordCalls(page, async () => {
    // Requests of the app's frame run when it is idle, possibly after the lesson.
    const waiting = page.waitForRequest(/\/moderation\/waiting/)
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waiting
  })
  expect([...asked].filter((path) => !shell.has(path)).length).toBeLessThanOrEqual(3)

  // A quiz is readable, and does not block the completion.
  await page.goto(`/courses/${id}`)
  await page.getByText('Course Completed!').waitFor()
  await page.getByText('Certificate earned').waitFor()
  await findEntry(page, /1\.4 What stays/).click()
  await page.getByText('This quiz has no questions yet, so there is nothing to start. Come back later.').waitFor()
  expect(await mark.count()).toBe(0)
  await expectAccessibleEverywhere(page, 'learn-completed', () => page.getByText('Course Completed!').waitFor())

  // The server has checked the video, so that there is a certificate with a verifying address.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'View Certificate' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Certificate' }).click()
  const { pages } = await readPdf(await readFile(await (await saving).path()))
  const address = await page.getByRole('link', { name: 'Share it' }).getAttribute('href')
  const number = address?.split('/').at(-1) ?? ''
  for (const fact of ['Grace Hopper', 'Soldering', number]) expect(pages.join(' ')).toContain(fact)
  expectNoErrors(page, { except: [/401/, /Failed to load resource: net::ERR_FAILED/] })
  const verifier = await visitor.open(origin, `/verify/${number}`)
  await verifier.getByRole('heading', { name: 'Valid certificate' }).waitFor()
  for (const fact of ['Grace Hopper', 'Soldering', organization.name, number]) {
    await verifier.getByText(fact, { exact: true }).waitFor()
  }
  const office = await visitor.open(origin, '/training/progress', { as: admin.user?.email ?? '' })
  const row = office.getByRole('row', { name: /Grace Hopper/ })
  await row.getByText('1/1').waitFor()
  await row.getByText('Complete', { exact: true }).waitFor()
})
