import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'
import type { ZipEntry } from '#core/testing/zip.ts'
import { lessons, put, said, tried } from '#core/testing/package-lessons.ts'

const test = browserTest([lessons], { web: kitPage(new URL('testing/', import.meta.url)) })

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
  'the outermost window': `${work} onload = () => work(top.API)`,
  'the outermost window, by its name': `${work} onload = () => work(window.top && window.top["API"])`,
  'the windows around the outermost one': `${work}
    function findAPI(win) { while (win.API == null && win.parent != null && win.parent != win) win = win.parent; return win.API }
    onload = () => work(findAPI(window.top))`,
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
    const told = [reach, () => top.document.title, () => document.cookie, () => localStorage.length, () => top['A' + 'PI'],
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

test('a page of another site cannot embed a package, even with its address', async ({ platform, visitor }) => {
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
        // Its policy has the browser refuse it, or its run-time reads nothing of it.
        const isKeptOut = async () =>
          page.frames()[index + 1]?.url().startsWith('chrome-error:') ||
          (await frame.locator('plaintext').count()) === 1
        await expect.poll(isKeptOut).toBe(true)
        expect(await frame.locator('#out, iframe').count()).toBe(0)
      }
    } finally {
      stranger.close()
      stranger.closeAllConnections()
    }
  }
})
