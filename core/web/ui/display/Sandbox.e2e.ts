import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'
import type { ZipEntry } from '#core/testing/zip.ts'
import { lessons, put, said, tried } from '#core/testing/package-lessons.ts'

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

test('a package reaches nothing of ours, in its frame and in a tab of its own', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization, curious())
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

test('content that cannot be shown displays an error, and can be retried', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await put(organization, curious())
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
