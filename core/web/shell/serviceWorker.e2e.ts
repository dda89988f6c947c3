import { cp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { serveFiles, serveWeb } from '#core/server/http/web.ts'
import { readBuildId, webDist } from '#core/server/web-build.ts'
import { browserTest, type Visitor } from '#core/testing/browser-harness.ts'
import { expectNoErrors, signOut, waitForSettled } from '#core/testing/browser.ts'
import { openTestPlatform, type TestOrganization } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'

const test = browserTest([])

/** Opens the start page of a member of staff, and waits until its worker has stored the files. */
async function openWithWorker(visitor: Visitor, origin: string, as: string): Promise<Page> {
  const page = await visitor.openHome(origin, as, { serviceWorkers: 'allow' })
  await waitForWorker(page)
  return page
}

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

const NEXT_BUILD = 'next00000000'

/** Makes the build after this one: another id, and other names of all hashed scripts. */
async function makeNextBuild(): Promise<string> {
  const folder = await temporaryDataDir()
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(webDist, folder, { recursive: true })
  const build = await readBuildId(webDist)
  const assets = join(folder, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const renamed = (text: string) =>
    scripts
      .reduce((known, name) => known.replaceAll(name, name.replace(/\.js$/, '-next.js')), text)
      .replaceAll(build, NEXT_BUILD)
  for (const path of ['index.html', 'sw.js', ...scripts.map((name) => `assets/${name}`)]) {
    await writeFile(join(folder, path), renamed(await readFile(join(folder, path), 'utf8')))
    await Promise.all(['.br', '.gz'].map((ending) => rm(join(folder, path + ending), { force: true })))
  }
  await Promise.all(scripts.map((name) => rename(join(assets, name), join(assets, name.replace(/\.js$/, '-next.js')))))
  await writeFile(join(folder, '.build'), NEXT_BUILD)
  return folder
}

/** Opens a port that leads to one server, and after a deploy to another. */
async function openProxy(first: FastifyInstance) {
  let app = first
  const led = new Map<string, string>()
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const to = led.get(incoming.url ?? '')
    if (to) return outgoing.writeHead(302, { location: to }).end()
    const { port } = app.server.address() as AddressInfo
    const { method, url, headers } = incoming
    const passed = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const listen = async (next: FastifyInstance) => {
    if (!next.server.listening) await next.listen({ port: 0, host: '127.0.0.1' })
    app = next
  }
  return {
    originOf: ({ subdomain }: Pick<TestOrganization, 'subdomain'>) => `http://${subdomain}.localhost:${port}`,
    deploy: listen,
    /** Leads a path elsewhere, as a sign-in page of a network does. */
    lead: (path: string, to: string | undefined) => (to ? led.set(path, to) : led.delete(path)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Paths of all that the origin of a page has in its caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

test('staff start the app without a network, and sign in with one again', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Northstar' })
  const { email } = await organization.user('instructor', { firstName: 'Mara' })
  const page = await openWithWorker(visitor, platform.originOf(organization), email)
  expectNoErrors(page)
  const context = page.context()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('held-for'))).not.toBeNull()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
  await page.close()
  const next = await context.newPage()
  await next.goto(platform.originOf(organization))
  await next.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
  await next.getByText('You are offline').waitFor()
})

test('after a day of work the caches hold files of the build alone, no answer of the API', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const page = await openWithWorker(visitor, platform.originOf(organization), email)
  for (const path of ['/profile', '/settings', '/', '/api/platform', '/manifest.webmanifest', '/api/user'])
    await page.goto(path)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const stored = JSON.parse(await readFile(join(webDist, '.vite/offline.json'), 'utf8')) as string[]
  expect((await cachedPaths(page)).toSorted()).toEqual(['/index.html', ...stored].toSorted())
  const { headers } = await organization.client().get('/sw.js')
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-trellis-build': await readBuildId(webDist),
  })
})

test('signing out deletes what the device knows of its user', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await openWithWorker(visitor, platform.originOf(organization), email)
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(async () => (await databases()).length).toBe(1)
  await signOut(page)
  await page.waitForURL(/\/auth/)
  await expect.poll(databases).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('held-for'))).toBeNull()
})

test('families, the platform’s own host and another organization’s host have no worker by that of one', async ({
  platform,
  visitor,
}) => {
  const [one, other] = [await platform.organization(), await platform.organization()]
  const page = await openWithWorker(visitor, platform.originOf(one), (await one.user('instructor')).email)
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registrations()).toBe(1)
  for (const origin of [platform.originOf(other), platform.origin]) {
    await page.goto(origin)
    expect(await registrations()).toBe(0)
    expect(await cachedPaths(page)).toEqual([])
  }
  const family = await visitor.openHome(platform.originOf(one), (await one.user('parent')).email, {
    serviceWorkers: 'allow',
  })
  await waitForSettled(family)
  expect(await family.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('a page that the network leads elsewhere is not stored in the place of the app', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  await using served = await openProxy(platform.app)
  served.lead('/theme.js', '/auth')
  const page = await visitor.openHome(served.originOf(organization), email, { serviceWorkers: 'allow' })
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration !== undefined && !registration.installing
  })
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active)).toBeFalsy()
  served.lead('/theme.js', undefined)
  await page.reload()
  await waitForWorker(page)
  expect(await cachedPaths(page)).toContain('/theme.js')
})

test('a deploy leaves an open page whole, and offers its version, which then also starts without a network', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Northstar' })
  const { email } = await organization.user('instructor', { firstName: 'Mara' })
  const next = await makeNextBuild()
  const deployed = await openTestPlatform([], {
    on: platform,
    web: (app) => serveFiles(app, next, { earlier: [webDist] }),
  })
  onTestFinished(() => deployed.close())
  await using served = await openProxy(platform.app)
  const page = await openWithWorker(visitor, served.originOf(organization), email)
  await served.deploy(deployed.app)
  // A page of the old build, whose code was not loaded before.
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('link', { name: 'Your profile' }).click()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expectNoErrors(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => page.locator('meta[name=build]').getAttribute('content')).toBe(NEXT_BUILD)
  await page.goto('/')
  await waitForWorker(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe(NEXT_BUILD)
})

test('a screen whose code is not on the device says so without a network, and leads back', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { firstName: 'Mara' })
  const page = await openWithWorker(visitor, platform.originOf(organization), email)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('link', { name: 'Your profile' }).click()
  await page.getByRole('heading', { name: 'This screen needs a connection' }).waitFor()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
})

test('the operator’s setting removes the worker and its caches', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const off = await openTestPlatform([], { on: platform, web: serveWeb, env: { SERVICE_WORKER_OFF: '1' } })
  onTestFinished(() => off.close())
  await using served = await openProxy(platform.app)
  const page = await openWithWorker(visitor, served.originOf(organization), email)
  await served.deploy(off.app)
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
