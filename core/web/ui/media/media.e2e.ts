import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import type { FileKind } from '#core/server/core.ts'
import { storeFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'
import { fileForm } from '#core/testing/upload.ts'

const file: FileKind = {
  id: 'shelf.file',
  types: ['image/jpeg', 'application/pdf', 'audio/wav', 'text/vtt', 'application/zip'],
  maxBytes: 1024 ** 2,
  belongsToChild: false,
  may: async ({ actor }) => actor.user?.role === 'instructor',
  usesOf: async () => [],
}

const contract = {
  put: endpoint({
    method: 'POST',
    path: '/api/shelf',
    status: 201,
    summary: 'Keep a file',
    audit: 'file.uploaded',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    upload: { field: 'file', maxBytes: 1024 ** 2 },
    response: z.object({ id: z.string(), url: z.string(), mimeType: z.string() }),
  }),
} as const

const shelf = definePlugin({
  id: 'shelf',
  setup: () => ({
    files: [file],
    routes: [
      mount(contract, {
        put: (unscoped, upload) =>
          storeFile(unscoped, file, { field: 'file', upload, ownerId: null }, async (_scope, kept) => kept),
      }),
    ],
  }),
})

const test = browserTest([shelf], { web: kitPage(new URL('testing/', import.meta.url)) })

const drawing = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#2f6f4f' } })
  .jpeg()
  .toBuffer()

/** A page of words for each. */
async function pdf(...pages: string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ autoFirstPage: false })
  for (const words of pages) document.addPage({ size: 'A5' }).fontSize(24).text(words)
  document.end()
  return Buffer.concat(await document.toArray())
}

/** Half a minute of silence. */
function recording(): Buffer {
  const samples = 8000 * 30
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

interface Shown {
  title: string
  bytes: Buffer
  /** Declared type, where the content is something else. */
  mimeType?: string
  alt?: string
  captions?: Buffer
  transcript?: string
}

/** A page with the files, opened by an instructor. */
async function open(platform: BrowserPlatform, visitor: Visitor, shown: Shown[], query = ''): Promise<Page> {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const client = await organization.client().signIn(email)
  const put = async (bytes: Buffer, filename: string) =>
    (await client.request('POST', '/api/shelf', fileForm(bytes, { field: 'file', filename }))).body
  const items = []
  for (const { bytes, captions, ...item } of shown) {
    const { id, url, mimeType } = await put(bytes, item.title)
    const tracks = captions && [{ url: (await put(captions, 'captions.vtt')).url, label: 'English', language: 'en' }]
    items.push({ id, url, saveUrl: `${url}?save=1`, mimeType, captions: tracks, ...item })
  }
  const page = await visitor.open(
    platform.originOf(organization),
    `/media${query}#${encodeURIComponent(JSON.stringify(items))}`,
    { as: email },
  )
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')

/** The words that lie over a page, as a screen reader finds them. */
const wordsOf = (page: Page, position: string) => dialog(page).getByRole('region', { name: position }).textContent()

test('pictures and documents are turned through by keys, and pdf.js comes with the first document', async ({
  platform,
  visitor,
}) => {
  const page = await open(platform, visitor, [
    { title: 'Bridge.jpg', bytes: drawing, alt: 'A bridge of straws' },
    { title: 'Plan.pdf', bytes: await pdf('How a bridge carries', 'What it needs') },
    { title: 'Parts.zip', bytes: Buffer.from('504b0304140000000000', 'hex') },
  ])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const tile = page.getByRole('button', { name: /Bridge\.jpg/ })
  await tile.focus()
  await page.keyboard.press('Enter')
  const picture = dialog(page).getByRole('img', { name: 'A bridge of straws' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const fitting = await width()
  expect(fitting).toBeLessThan(1280)
  for (let times = 0; times < 4; times++) await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(1600)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitting)
  await expectAccessibleEverywhere(page, 'viewer-picture', async () => picture.waitFor())
  expect(asked.filter((url) => /pdf/i.test(new URL(url).pathname))).toEqual([])

  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wordsOf(page, 'Plan.pdf, Page 1 of 2')).toBe('How a bridge carries')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => wordsOf(page, 'Plan.pdf, Page 2 of 2')).toBe('What it needs')
  expect(await page.getByRole('status').filter({ hasText: 'Page 2 of 2' }).count()).toBe(1)
  const number = page.getByRole('textbox', { name: 'Page' })
  await number.fill('1')
  await number.press('Enter')
  await expect.poll(() => wordsOf(page, 'Plan.pdf, Page 1 of 2')).toBe('How a bridge carries')
  expect(asked.some((url) => url.includes('pdf.worker'))).toBe(true)
  await expectAccessibleEverywhere(page, 'viewer-document', async () =>
    expect.poll(() => wordsOf(page, 'Plan.pdf, Page 1 of 2')).toBe('How a bridge carries'),
  )

  await page.getByRole('button', { name: 'Next file' }).click()
  await dialog(page).getByText('This file is not shown here').waitFor()
  const save = dialog(page).getByRole('link', { name: 'Download Parts.zip' }).first()
  expect(await save.getAttribute('href')).toMatch(/^\/api\/files\/.*\?save=1$/)
  expect(await page.getByRole('button', { name: 'Next file' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => tile.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectAccessibleEverywhere(page, 'media-gallery', () => tile.waitFor())
  expectNoErrors(page)
})

test('films and recordings play with captions, transcript and speed, and say why where they do not', async ({
  platform,
  visitor,
}) => {
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:20.000\nWelcome to the workshop\n')
  const page = await open(platform, visitor, [
    {
      title: 'Welcome',
      bytes: recording(),
      mimeType: 'video/webm',
      captions,
      transcript: 'Welcome.\n\nPut on glasses.',
    },
    { title: 'Broken', bytes: Buffer.from('504b0304140000000000', 'hex'), mimeType: 'audio/mpeg' },
  ])
  await page.getByRole('button', { name: /Welcome/ }).click()
  const film = dialog(page).getByLabel('Welcome', { exact: true })
  const of = (read: (media: HTMLVideoElement) => unknown) => expect.poll(() => film.evaluate(read))
  await of(({ duration }) => Math.round(duration)).toBe(30)
  await film.focus()
  await page.keyboard.press('l')
  await of(({ currentTime }) => currentTime).toBe(10)
  await of(({ textTracks }) => textTracks[0]?.activeCues?.length).toBe(1)
  await page.keyboard.press('>')
  await of(({ playbackRate }) => playbackRate).toBe(1.25)
  await page.keyboard.press('c')
  await of(({ textTracks }) => textTracks[0]?.mode).toBe('hidden')
  await page.getByRole('button', { name: 'Transcript' }).click()
  await dialog(page).getByText('Put on glasses.').waitFor()
  // Arrows are the film's own while it has the focus.
  await film.focus()
  await page.keyboard.press('ArrowRight')
  await expectAccessibleEverywhere(page, 'viewer-video', () => film.waitFor())
  await page.getByRole('button', { name: 'Next file' }).click()
  await page.getByText('This browser does not know its format.', { exact: false }).waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})

test('a recording resumes at its last position, and reports position and played stretches', async ({
  platform,
  visitor,
}) => {
  const page = await open(platform, visitor, [{ title: 'Story', bytes: recording() }], '?startAt=12')
  const media = page.getByLabel('Story', { exact: true })
  await expect.poll(() => media.evaluate(({ currentTime }: HTMLAudioElement) => currentTime)).toBe(12)
  await page.getByText('Goes on at 0:12.', { exact: false }).waitFor()
  await expectAccessible(page)
  await media.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 15
  })
  await page.getByText('Left at 15').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('Left at 0').waitFor()
  // The part skipped by a seek is not played.
  await media.evaluate(async (audio: HTMLAudioElement) => {
    audio.currentTime = 28
    audio.playbackRate = 2
    await audio.play()
  })
  await page.getByText('Left at 30').waitFor()
  await page.getByText('Played 28 to 30', { exact: true }).waitFor()
  expectNoErrors(page)
})

test('media that cannot be shown displays the reason, and can be retried', async ({ platform, visitor }) => {
  const page = await open(platform, visitor, [
    { title: 'Gone.jpg', bytes: drawing, alt: 'A drawing' },
    { title: 'Half.pdf', bytes: (await pdf('Whole')).subarray(0, 200) },
  ])
  await page.route('**/api/files/**', (route) => route.abort())
  await page.getByRole('button', { name: /Gone\.jpg/ }).click()
  await page.getByText('This picture could not be loaded').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/files/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog(page).getByRole('img', { name: 'A drawing' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('It is damaged, or no PDF.', { exact: false }).waitFor()
  await expectAccessible(page)
  expectNoErrors(page, { except: [/Failed to load resource/] })
})
