import type { Page } from 'playwright'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import type { FileKind } from '#core/server/core.ts'
import { keepFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { kitPage } from '#core/testing/kit-page.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip } from '#core/testing/zip.ts'

const lesson: FileKind = {
  id: 'lessons.lesson',
  types: ['application/zip'],
  maxBytes: 1024 ** 2,
  may: async ({ actor }) => actor.user?.role === 'instructor',
  usesOf: async () => [],
  interactive: true,
}

const contract = {
  put: endpoint({
    method: 'POST',
    path: '/api/lessons',
    status: 201,
    summary: 'Keep a lesson',
    audit: 'file.uploaded',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    upload: { field: 'file', maxBytes: 1024 ** 2 },
    response: z.object({ id: z.string() }),
  }),
} as const

const lessons = definePlugin({
  id: 'lessons',
  setup: () => ({
    files: [lesson],
    routes: [
      mount(contract, {
        put: (unscoped, { upload }) =>
          keepFile(unscoped, lesson, { field: 'file', upload, ownerId: null }, async (_scope, file) => file),
      }),
    ],
  }),
})

const test = browserTest([lessons], { web: kitPage(new URL('testing/', import.meta.url)) })

/** Tries everything that a page of strangers could try, and says what came of it. */
const script = `
const outcome = async (work) => { try { return String(await work()) } catch (error) { return error.name } }
const tries = {
  origin: () => self.origin,
  parent: () => parent === self ? 'none' : parent.document.title,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  api: () => fetch('/api/user', { credentials: 'include' }).then(({ status }) => status),
  elsewhere: () => fetch('https://example.org/').then(({ status }) => status),
  own: () => fetch('data.json').then((answer) => answer.json()).then(({ word }) => word),
}
const told = []
for (const [name, work] of Object.entries(tries)) told.push(name + ': ' + await outcome(work))
document.title = told.join(', ')
parent.postMessage({ said: told.join(', ') }, '*')
parent.postMessage({ another: 'shape' }, '*')
`

const seen = 'cookie: SecurityError, storage: SecurityError, api: TypeError, elsewhere: TypeError, own: flux'

async function put(organization: TestOrganization, extra = ''): Promise<{ id: string; email: string }> {
  const { email } = await organization.user('instructor')
  const client = await organization.client().signIn(email)
  const bytes = zip([
    {
      path: 'index.html',
      content:
        '<!doctype html><html lang="en"><title>Solder</title><h1>Solder</h1><script type="module" src="run.js"></script>',
    },
    { path: 'run.js', content: script + extra },
    { path: 'data.json', content: '{"word":"flux"}' },
  ])
  const { body } = await client.request('POST', '/api/lessons', fileForm(bytes, { field: 'file', filename: 'a.zip' }))
  return { id: body.id, email }
}

const said = (page: Page) => page.getByRole('list', { name: 'What it said' }).getByRole('listitem')

/** What a frame tries is refused, and the browser says so. */
const tried = [/Content Security Policy/, /Refused to connect/, /Failed to fetch/, /violates/]

test('a package reaches nothing of ours, in its frame and in a tab of its own', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization)
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, '/')
  await visitor.signIn(page, email)
  await page.goto(`/lesson/${id}`)
  await expect.poll(() => said(page).allTextContents()).toEqual([`origin: null, parent: SecurityError, ${seen}`])
  const frame = page.getByTitle('Lesson Soldering')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
  await expectAccessible(page)
  expectNoErrors(page, { except: tried })
  await page.goto(new URL((await frame.getAttribute('src')) ?? '', origin).href)
  await expect.poll(() => page.title()).toBe(`origin: null, parent: none, ${seen}`)
})

test('a frame that never stops talking is heard no more than fifty times a second', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(
    organization,
    'for (let count = 0; count < 2000; count++) parent.postMessage({ said: "more" }, "*")\n' +
      'setTimeout(() => parent.postMessage({ said: "the end" }, "*"), 1100)',
  )
  const page = await visitor.open(platform.originOf(organization), '/')
  await visitor.signIn(page, email)
  await page.goto(`/lesson/${id}`)
  await expect.poll(() => said(page).last().textContent(), { timeout: 10_000 }).toBe('the end')
  // Slow machines spread it over more seconds than one.
  expect(await said(page).count()).toBeLessThan(1000)
})

test('what cannot be shown says so, and is tried again', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization)
  const page = await visitor.open(platform.originOf(organization), '/')
  await visitor.signIn(page, email)
  await page.route('**/interactive', (route) => route.abort())
  await page.goto(`/lesson/${id}`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await expectAccessible(page)
  await page.unroute('**/interactive')
  await retry.click()
  await expect.poll(() => said(page).count()).toBe(1)
})
