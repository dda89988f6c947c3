import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import type { FileKind } from '#core/server/core.ts'
import { storeFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { kitPage } from '#core/testing/kit-page.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip, type ZipEntry } from '#core/testing/zip.ts'

const lesson: FileKind = {
  id: 'lessons.lesson',
  types: ['application/zip'],
  maxBytes: 1024 ** 2,
  belongsToChild: false,
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
        put: (unscoped, upload) =>
          storeFile(unscoped, lesson, { field: 'file', upload, ownerId: null }, async (_scope, file) => file),
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

const startPage = (head: string): ZipEntry => ({
  path: 'index.html',
  content: `<!doctype html><html lang="en"><head><title>Solder</title>${head}</head><h1>Solder</h1></html>`,
})

const curious = (extra = ''): ZipEntry[] => [
  startPage('<script type="module" src="run.js"></script>'),
  { path: 'run.js', content: script + extra },
  { path: 'data.json', content: '{"word":"flux"}' },
]

async function put(organization: TestOrganization, entries = curious()): Promise<{ id: string; email: string }> {
  const { email } = await organization.user('instructor')
  const client = await organization.client().signIn(email)
  const bytes = zip(entries)
  const { body } = await client.request('POST', '/api/lessons', fileForm(bytes, { field: 'file', filename: 'a.zip' }))
  return { id: body.id, email }
}

const said = (page: Page) => page.getByRole('list', { name: 'What it said' }).getByRole('listitem')

/** Messages of the browser that say that an attempt of the frame was refused. */
const tried = [/Content Security Policy/, /Refused to connect/, /Failed to fetch/, /violates/]

test('a package reaches nothing of ours, in its frame and in a tab of its own', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization)
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, `/lesson/${id}`, { as: email })
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
    curious(
      'for (let count = 0; count < 2000; count++) parent.postMessage({ said: "more" }, "*")\n' +
        'setTimeout(() => parent.postMessage({ said: "the end" }, "*"), 1100)',
    ),
  )
  const page = await visitor.open(platform.originOf(organization), `/lesson/${id}`, { as: email })
  await expect.poll(() => said(page).last().textContent(), { timeout: 10_000 }).toBe('the end')
  // Slow machines spread it over more seconds than one.
  expect(await said(page).count()).toBeLessThan(1000)
})

test('what cannot be shown says so, and is tried again', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization)
  const page = await visitor.open(platform.originOf(organization), 'about:blank', { as: email })
  await page.route('**/interactive', (route) => route.abort())
  await page.goto(`/lesson/${id}`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await expectAccessible(page)
  await page.unroute('**/interactive')
  await retry.click()
  await expect.poll(() => said(page).count()).toBe(1)
})

/** Course page that finds the API in the windows around it and uses it at once, as wrappers of authoring tools do. */
const course = `
const found = (win) => {
  try {
    while (!win.API && win.parent && win.parent !== win) win = win.parent
    return win.API
  } catch { return null }
}
const api = found(window)
const told = [api.LMSInitialize('')]
for (const name of ['core.entry', 'core.lesson_location', 'core.lesson_status', 'suspend_data', 'core.total_time', 'objectives.0.status'])
  told.push(name + '=' + api.LMSGetValue('cmi.' + name))
const refused = api.LMSSetValue('cmi.core.lesson_status', 'perfect') + ' ' + api.LMSGetLastError()
parent.postMessage({ said: told.join(' ') + ' ' + refused }, '*')
const say = (name, value) => api.LMSSetValue('cmi.' + name, value)
if (api.LMSGetValue('cmi.core.entry') === 'ab-initio') {
  say('core.lesson_location', 'page 3')
  say('suspend_data', 'a=1;b=“2”')
  say('objectives.0.id', 'tin'), say('objectives.0.status', 'passed')
  say('core.lesson_status', 'incomplete'), say('core.session_time', '0000:05:00'), say('core.exit', 'suspend')
  api.LMSCommit('')
} else {
  say('core.lesson_status', 'passed'), say('core.session_time', '0000:02:30')
  api.LMSFinish('')
}
`

test('a SCORM package finds its API, and what it left behind when it is opened again', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization, [
    startPage('<script src="course.js"></script>'),
    { path: 'course.js', content: course },
    { path: 'imsmanifest.xml', content: '<manifest/>' },
  ])
  const page = await visitor.open(platform.originOf(organization), `/lesson/${id}`, { as: email })
  await expect.poll(() => said(page).count()).toBe(2)
  const [first, kept] = await said(page).allTextContents()
  expect(first).toBe(
    'true core.entry=ab-initio core.lesson_location= core.lesson_status=not attempted suspend_data= ' +
      'core.total_time=00:00:00 objectives.0.status= false 405',
  )
  const { state, isFinished } = JSON.parse(kept ?? '')
  expect(isFinished).toBe(false)
  expect(JSON.parse(state)).toEqual({
    'cmi.core.lesson_location': 'page 3',
    'cmi.core.lesson_status': 'incomplete',
    'cmi.core.exit': 'suspend',
    'cmi.core.score.max': '100',
    'cmi.core.total_time': '00:05:00',
    'cmi.suspend_data': 'a=1;b=“2”',
    'cmi.objectives.0.id': 'tin',
    'cmi.objectives.0.status': 'passed',
    'cmi.objectives.0.score.max': '100',
  })
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect.poll(() => said(page).count()).toBe(4)
  const [, , again, done] = await said(page).allTextContents()
  expect(again).toBe(
    'true core.entry=resume core.lesson_location=page 3 core.lesson_status=incomplete suspend_data=a=1;b=“2” ' +
      'core.total_time=00:05:00 objectives.0.status=passed false 405',
  )
  expect(JSON.parse(done ?? '').isFinished).toBe(true)
  expect(JSON.parse(JSON.parse(done ?? '').state)['cmi.core.total_time']).toBe('00:07:30')
  expectNoErrors(page)
})

const manifest = (version: string): ZipEntry => ({
  path: 'imsmanifest.xml',
  content: `<manifest><metadata><schemaversion>${version}</schemaversion></metadata></manifest>`,
})

const html = (head: string, body = '<body><p id="out">wait</p></body>') =>
  `<!doctype html><html lang="en"><head><title>Solder</title><script>${head}</script></head>${body}</html>`

/** Calls of the API by the page that finds it, with what it shows. */
const work = `function work(api) {
  if (!api) return (out.textContent = 'no API')
  const answers = [api.LMSInitialize(''), api.LMSSetValue('cmi.core.lesson_status', 'perfect'), api.LMSGetLastError(),
    api.LMSSetValue('cmi.suspend_data', 'x'.repeat(64001)), api.LMSGetLastError(), api.LMSSetValue('cmi.nothing', {}),
    api.LMSSetValue('cmi.core.lesson_status', 'completed'), api.LMSCommit('')]
  out.textContent = answers.join(' ') + location.search
}`

const WORKED = 'true false 405 false 405 false true true'

/** Ways in which authoring tools look for the API. */
const searches = {
  'the windows around the parent': `${work}
    function scan(win) { while (win.API == null && win.parent != null && win.parent != win) win = win.parent; return win.API }
    onload = () => work(window.parent != window ? scan(window.parent) : null)`,
  'its own variable': `${work}
    var API = null
    function find(win) { while (win.API == null && win.parent != null && win.parent != win) win = win.parent; return win.API }
    onload = () => { API = find(window); work(API) }`,
  'the parent of the parent': `${work} onload = () => work(window.parent.parent.API)`,
  'the opener, then the parent': `${work} onload = () => work((window.opener && window.opener.API) || parent.top.API)`,
}

const framesOf = {
  'a page': (inner: string) => [{ path: 'index.html', content: inner }],
  'an iframe': (inner: string) => [
    { path: 'index.html', content: html('', '<body><iframe src="inner.html"></iframe></body>') },
    { path: 'inner.html', content: inner },
  ],
  'a frameset': (inner: string) => [
    { path: 'index.html', content: html('', '<frameset cols="50%,50%"><frame src="inner.html"></frameset>') },
    { path: 'inner.html', content: inner },
  ],
  'frames in frames': (inner: string) => [
    { path: 'index.html', content: html('', '<body><iframe src="middle/index.html?a=1"></iframe></body>') },
    { path: 'middle/index.html', content: html('', '<body><iframe src="../INNER.html"></iframe></body>') },
    { path: 'inner.html', content: inner },
  ],
}

for (const [place, entriesOf] of Object.entries(framesOf)) {
  test(`in ${place}, a package finds its API where it looks for it`, async ({ platform, visitor }) => {
    const organization = await platform.organization()
    for (const search of Object.values(searches)) {
      const { id, email } = await put(organization, [manifest('1.2'), ...entriesOf(html(search))])
      const page = await visitor.open(platform.originOf(organization), `/lesson/${id}`, { as: email })
      await expect
        .poll(async () => (await said(page).allTextContents()).map((text) => JSON.parse(text).isFinished))
        .toContain(true)
      const inner = page.frames().at(-1)
      expect(await inner?.locator('#out').textContent()).toBe(WORKED)
      expectNoErrors(page)
    }
  })
}

const page2004 = (text: string) =>
  html(`const api = parent.API_1484_11
    const get = (name) => api.GetValue('cmi.' + name)
    onload = () => { ${text} }`)

test('a SCORM 2004 package has one session over its frames, and finds it again', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization, [
    manifest('2004 4th Edition'),
    {
      path: 'index.html',
      content: html(
        `API_1484_11.Initialize('')
        API_1484_11.SetValue('cmi.session_time', 'PT5M')
        onload = () => { document.body.append(Object.assign(document.createElement('iframe'), { src: 'inner.html' })) }`,
      ),
    },
    {
      path: 'inner.html',
      content: page2004(`
        out.textContent = [get('entry'), get('location'), get('suspend_data').length, get('score.scaled'), get('total_time')].join(' ')
        const set = (name, value) => api.SetValue('cmi.' + name, value)
        set('location', 'p2'), set('suspend_data', 'ü'.repeat(30000)), set('score.scaled', '0.8'), set('exit', 'suspend')
        set('completion_status', get('entry') === 'resume' ? 'completed' : 'incomplete')
        api.Commit(''), api.Terminate('')`),
    },
  ])
  const page = await visitor.open(platform.originOf(organization), `/lesson/${id}`, { as: email })
  const lastSaid = async () => JSON.parse((await said(page).last().textContent()) ?? '{}')
  await expect.poll(async () => (await lastSaid()).state).toContain('"cmi.location":"p2"')
  const shown = page.frameLocator('iframe').frameLocator('iframe').locator('#out')
  expect(await shown.textContent()).toBe('ab-initio  0  PT0S')
  const { state, isFinished } = await lastSaid()
  expect(isFinished).toBe(false)
  expect(JSON.parse(state)).toMatchObject({
    'cmi.total_time': 'PT5M',
    'cmi.score.scaled': '0.8',
    'cmi.exit': 'suspend',
  })
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect.poll(() => shown.textContent()).toBe('resume p2 30000 0.8 PT5M')
  await expect.poll(async () => (await lastSaid()).isFinished).toBe(true)
  expectNoErrors(page)
})

test('pages in frames of a package reach nothing of ours', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const tries = `const reach = new Function('return typeof top.postMessage + origin')
    const outcome = (work) => { try { return String(work()) } catch (error) { return error.name } }
    const told = [reach, () => top.document.title, () => document.cookie, () => localStorage.length, () => top.API,
      () => Object.getOwnPropertyDescriptor(Window.prototype, 'parent') ?? parent.parent.document].map(outcome)
    onload = async () => {
      told.push(await fetch('/api/user', { credentials: 'include' }).then(({ status }) => status, ({ name }) => name))
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' }))
      out.textContent = told.join(' ')
    }`
  const { id, email } = await put(organization, [manifest('1.2'), ...framesOf['an iframe'](html(tries))])
  const page = await visitor.open(platform.originOf(organization), `/lesson/${id}`, { as: email })
  const inner = page.frameLocator('iframe').frameLocator('iframe')
  await expect
    .poll(() => inner.locator('#out').textContent())
    .toBe('functionnull SecurityError SecurityError SecurityError SecurityError null TypeError')
  expect(page.frames().filter((frame) => frame.url().endsWith('/login'))).toEqual([])
  expectNoErrors(page, { except: tried })
})

test('who has the address of a package shows it in no page of another site', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization, [manifest('1.2'), ...framesOf['an iframe'](html(''))])
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, `/lesson/${id}`, { as: email })
  const source = (await page.getByTitle('Lesson Soldering').getAttribute('src')) ?? ''
  const framed = [source, source.replace('index.html', 'inner.html')].map((path) => new URL(path, origin).href)
  for (const sandbox of ['', 'sandbox allow-scripts']) {
    const stranger = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      if (sandbox) response.setHeader('content-security-policy', sandbox)
      response.end(framed.map((src) => `<iframe src="${src}"></iframe>`).join(''))
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    try {
      await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
      for (const index of [0, 1]) {
        const frame = page.frameLocator('iframe').nth(index)
        await frame.locator('plaintext').waitFor({ state: 'attached' })
        expect(await frame.locator('#out, iframe').count()).toBe(0)
      }
    } finally {
      stranger.close()
      stranger.closeAllConnections()
    }
  }
})
