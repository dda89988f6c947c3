import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { zip } from '#core/testing/zip.ts'
import { lms } from '../../../plugin.ts'
import { words } from '../../../testing/files.ts'

const test = browserTest([lms], { work: true })

/** Two seconds of silence, 8 kHz, 8 bits. */
function newWav(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + 16_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(16_000, 40)
  return Buffer.concat([head, Buffer.alloc(16_000, 128)])
}

async function choose(page: Page, label: string, name: string, buffer: Buffer) {
  const field = page.getByRole('group', { name: label, exact: true })
  await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const waitUntilSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const preview = (page: Page) => page.getByRole('radio', { name: 'Preview', exact: true }).click()
const write = (page: Page) => page.getByRole('radio', { name: 'Write', exact: true }).click()

test('an author adds audio with captions and chapters, and a package, and exports the course', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Soldering' })
  const lesson = async (title: string, contentType: string) =>
    (await create<{ id: string }>(admin, '/api/lms/lessons', { courseId, title, contentType })).id
  const [audio, pages] = [await lesson('Listen', 'audio'), await lesson('Try', 'interactive')]
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), `/lms-management/lessons/${audio}`, { as: email })
  await page.getByText('The recording is missing').waitFor()
  await choose(page, 'Sound file', 'bell.wav', newWav())
  await page.getByRole('button', { name: 'Replace recording' }).waitFor()
  await choose(page, 'Add captions', 'broken.vtt', Buffer.from('Hello'))
  await page.getByText('This file is not WebVTT or SRT').waitFor()
  await choose(page, 'Add captions', 'bell.vtt', Buffer.from(words))
  await page.getByRole('textbox', { name: 'Language of captions 1' }).fill('English (UK)')
  await page.getByRole('button', { name: 'Write it from the captions' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: /^Transcript/ }).inputValue()).toBe('Hello')
  await page.getByRole('button', { name: 'Add chapter' }).click()
  await page.getByRole('textbox', { name: 'Title of chapter 1' }).fill('The bell')
  await page.getByRole('button', { name: 'Add chapter' }).click()
  await page.getByRole('textbox', { name: 'Begins at' }).last().fill('0:01')
  await page.getByRole('textbox', { name: 'Title of chapter 2' }).fill('Its end')
  await waitUntilSaved(page)
  await expectAccessibleEverywhere(page, 'recording-editor', () => page.getByText('bell.vtt').first().waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await preview(page)
  await page
    .getByRole('navigation', { name: 'Chapters' })
    .getByRole('button', { name: /Its end/ })
    .click()
  const player = page.locator('audio')
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => one.currentTime)).toBe(1)
  await expectAccessibleEverywhere(page, 'recording', () => player.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`/lms-management/lessons/${pages}`)
  await choose(page, 'Package', 'try.zip', zip([{ path: 'readme.txt', content: 'x' }]))
  await page.getByText('The package has no page to begin with').waitFor()
  await choose(page, 'Package', 'try.zip', zip([{ path: 'pages/index.html', content: '<h1>Try it</h1>' }]))
  await expect.poll(() => page.getByRole('textbox', { name: /^Start page/ }).inputValue()).toBe('pages/index.html')
  await waitUntilSaved(page)
  await expectAccessibleEverywhere(page, 'interactive-editor', () => page.getByText('try.zip').first().waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await preview(page)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Try it' }).waitFor()
  await write(page)

  await page.goto(`/lms-management?course=${courseId}`)
  const actions = page.getByRole('button', { name: 'Actions for Soldering', exact: true })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Copy of Soldering' }).waitFor()
  await page.goto(`/lms-management?course=${courseId}`)
  await actions.click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const archive = await readFile(await (await saving).path())
  await page.getByRole('button', { name: 'Import Course' }).click()
  await choose(page, 'Course', 'none.zip', zip([{ path: 'none.txt', content: 'x' }]))
  await page.getByText('it has no course.json').waitFor()
  await expectAccessibleEverywhere(page, 'import', () => page.getByText('it has no course.json').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page, 'Course', 'Soldering.zip', archive)
  await page.getByText('Course imported').waitFor()
  const courses = (await admin.get('/api/lms/courses')).body as { title: string; lessonCount: number }[]
  expect(courses.map(({ title, lessonCount }) => [title, lessonCount])).toEqual([
    ['Copy of Soldering', 2],
    ['Soldering', 2],
    ['Soldering', 2],
  ])
  expectNoErrors(page, { except: [/40[01]/] })
})
