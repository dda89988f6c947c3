import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  openTestPlatform,
  pluginTest,
  type Client,
  type TestOrganization,
  type TestPlatform,
} from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip, type ZipEntry } from '#core/testing/zip.ts'
import type { FileKind } from '../../core.ts'
import { systemActor } from '../../identity/actor.ts'
import { mount } from '../../http/mount.ts'
import { definePlugin } from '../../plugin.ts'
import { storeFile } from '../files.ts'

/** A kind that instructors put and all but parents see. */
const lesson: FileKind = {
  id: 'lessons.lesson',
  types: ['application/zip'],
  maxBytes: 2 * 1024 ** 2,
  belongsToChild: false,
  may: async ({ actor }, act) => (act === 'see' ? actor.user?.role !== 'parent' : actor.user?.role === 'instructor'),
  usesOf: async () => [],
  interactive: true,
}
const archive: FileKind = { ...lesson, id: 'lessons.archive' }
delete archive.interactive

const putting = (path: `/${string}`) =>
  endpoint({
    method: 'POST',
    path,
    status: 201,
    summary: 'Keep an archive',
    audit: 'file.uploaded',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    upload: { field: 'file', maxBytes: 2 * 1024 ** 2 },
    response: z.object({ id: z.string() }),
  })
const contract = { lesson: putting('/api/lessons'), archive: putting('/api/archives') } as const

const lessons = definePlugin({
  id: 'lessons',
  setup: () => ({
    files: [lesson, archive],
    routes: [
      mount(contract, {
        lesson: (unscoped, upload) =>
          storeFile(unscoped, lesson, { field: 'file', upload, ownerId: null }, async (_scope, file) => file),
        archive: (unscoped, upload) =>
          storeFile(unscoped, archive, { field: 'file', upload, ownerId: null }, async (_scope, file) => file),
      }),
    ],
  }),
})

const test = pluginTest([lessons])

const HOUR_MS = 3_600_000

const film = randomBytes(200_000)
const sound = Buffer.from('la la la '.repeat(20_000))
const pages: ZipEntry[] = [
  { path: 'course/', content: '' },
  { path: 'course/index.html', content: '<!doctype html><title>Soldering</title>' },
  { path: 'course/deeper/index.html', content: 'another' },
  { path: 'course/run me.js', content: 'start()' },
  { path: 'course/film.mp4', content: film, isStored: true },
  { path: 'course/sound.mp3', content: sound },
  { path: 'course/empty.css', content: '' },
  { path: 'course/scheme.xsd', content: '<schema/>' },
]

const put = (client: Client, bytes: Uint8Array, url = '/api/lessons') =>
  client.request('POST', url, fileForm(bytes, { field: 'file', filename: 'soldering.zip' }))

async function opened(client: Client, entries = pages): Promise<{ id: string; url: string; expiresAt: string }> {
  const { status, body } = await put(client, zip(entries))
  expect(status).toBe(201)
  const answer = await client.get(`/api/files/${body.id}/interactive`)
  expect(answer.status).toBe(200)
  return { id: body.id, ...answer.body }
}

/** Sends a request like a frame without an origin: without cookies. */
const ask = (
  { app }: TestPlatform,
  { subdomain }: TestOrganization,
  url: string,
  headers: Record<string, string> = {},
) => app.inject({ url, headers: { host: `${subdomain}.localhost:3000`, ...headers } })

const besides = (url: string, name: string) => url.replace('index.html', name)

test('a package is shown from its archive, sandboxed, to holders of its address', async ({ platform }) => {
  const organization = await platform.organization()
  const { url } = await opened(await organization.signIn('instructor'))
  const [, token] = /^\/interactive\/([\w-]{94})\/course\/index\.html$/.exec(url) ?? []
  expect(token).toBeDefined()
  const page = await ask(platform, organization, url)
  expect(page.statusCode).toBe(200)
  expect(page.payload).toBe('<!doctype html><title>Soldering</title>')
  const origin = `http://${organization.subdomain}.localhost:3000`
  const own = `${origin}/interactive/${token}/`
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' ${own}; style-src 'unsafe-inline' ${own}; ` +
      `img-src data: ${own}; font-src data: ${own}; media-src ${own}; connect-src ${own}; frame-src ${own}; frame-ancestors ${origin}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(page.headers).not.toHaveProperty('set-cookie')
  expect((await ask(platform, organization, besides(url, 'run%20me.js'))).payload).toBe('start()')
  expect((await ask(platform, organization, besides(url, 'empty.css'))).payload).toBe('')
  expect((await ask(platform, organization, url, { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304)
})

test('ranges of video and audio are answered, however they are packed', async ({ platform }) => {
  const organization = await platform.organization()
  const { url } = await opened(await organization.signIn('instructor'))
  for (const [name, bytes] of [
    ['film.mp4', film],
    ['sound.mp3', sound],
  ] as const) {
    const all = await ask(platform, organization, besides(url, name))
    expect(all.rawPayload.equals(bytes)).toBe(true)
    const part = await ask(platform, organization, besides(url, name), { range: 'bytes=100000-150000' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100000-150000/${bytes.length}`])
    expect(part.rawPayload.equals(bytes.subarray(100_000, 150_001))).toBe(true)
    const behind = await ask(platform, organization, besides(url, name), { range: 'bytes=200000-' })
    expect(behind.statusCode).toBe(416)
  }
})

test('SCORM pages start with the run-time, and other packages are unchanged', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const scorm = await opened(instructor, [
    ...pages,
    { path: 'imsmanifest.xml', content: '<manifest/>' },
    { path: 'course/bare.html', content: 'Füße' },
    {
      path: 'course/head.html',
      content: '<!DOCTYPE html><html lang="en"><HEAD data-x="1"><script>a()</script></HEAD>',
    },
  ])
  const script = `/interactive/${scorm.url.split('/')[2]}/.trellis/scorm.js`
  const tag = `<script src="${script}"></script>`
  for (const [name, content] of [
    ['index.html', `<!doctype html>${tag}<title>Soldering</title>`],
    ['bare.html', `${tag}Füße`],
    ['head.html', `<!DOCTYPE html><html lang="en"><HEAD data-x="1">${tag}<script>a()</script></HEAD>`],
  ] as const) {
    const page = await ask(platform, organization, besides(scorm.url, name))
    expect([page.payload, page.headers['content-length']]).toEqual([content, String(Buffer.byteLength(content))])
  }
  const part = await ask(platform, organization, besides(scorm.url, 'bare.html'), { range: 'bytes=0-6' })
  expect([part.statusCode, part.payload]).toEqual([206, '<script'])
  const asFrame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }
  const policy = async (path: string, headers: Record<string, string>) =>
    (await ask(platform, organization, path, headers)).headers['content-security-policy']
  // Requested by a page of the package, which has no origin.
  expect(await policy(scorm.url, asFrame)).not.toMatch(/frame-ancestors/)
  expect(await policy(scorm.url, asFrame)).toMatch(/^sandbox allow-scripts; default-src 'none'; /)
  const { headers } = await ask(platform, organization, scorm.url, asFrame)
  expect(headers).toMatchObject({ 'x-frame-options': 'ALLOWALL', vary: 'sec-fetch-dest, sec-fetch-site' })
  expect(await policy(scorm.url, { ...asFrame, 'sec-fetch-site': 'same-site' })).toMatch(/frame-ancestors http/)
  expect(await policy(scorm.url, { ...asFrame, 'sec-fetch-dest': 'document' })).toMatch(/frame-ancestors http/)
  expect(await policy(besides(scorm.url, 'run%20me.js'), asFrame)).toMatch(/frame-ancestors http/)
  const runtime = await ask(platform, organization, script)
  expect(runtime.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(runtime.payload).toMatch(/Scorm12API/)
  const plain = await opened(instructor)
  expect(await policy(plain.url, asFrame)).toMatch(/frame-ancestors http/)
  const none = `/interactive/${plain.url.split('/')[2]}/.trellis/scorm.js`
  expect((await ask(platform, organization, none)).statusCode).toBe(404)
})

test('pages and scripts of SCORM find the API at the stand-in, at any length and in UTF-16 too', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const gap = ' '.repeat(200_000)
  const wide = Buffer.from('\uFEFF<html><head></head>Füße<script>work(top.API)</script></html>', 'utf16le')
  const scorm = await opened(await organization.signIn('instructor'), [
    ...pages,
    { path: 'imsmanifest.xml', content: '<manifest/>' },
    {
      path: 'course/find.js',
      content: `findAPI(window.top); getAPIHandle( top , 1); "Füße"; place(top, left); stop.API`,
    },
    { path: 'course/gaps.js', content: `top${gap}; ${'a'.repeat(200_000)}(${gap}top); top${gap}.API` },
    { path: 'course/texts.json', content: '{ "help": "top.API" }' },
    { path: 'course/wide.html', content: wide },
    { path: 'course/unmarked.js', content: Buffer.from('work(1, top.API)', 'utf16le') },
    { path: 'course/mirrored.js', content: Buffer.from('\uFEFFtop["API"]', 'utf16le').swap16() },
  ])
  const read = async (name: string) => {
    const { payload, headers } = await ask(platform, organization, besides(scorm.url, name))
    expect(headers['content-length']).toBe(String(Buffer.byteLength(payload)))
    return payload
  }
  expect(await read('find.js')).toBe(
    `findAPI(window.parent); getAPIHandle( parent , 1); "Füße"; place(top, left); stop.API`,
  )
  expect(await read('gaps.js')).toBe(`top${gap}; ${'a'.repeat(200_000)}(${gap}top); parent${gap}.API`)
  expect(await read('texts.json')).toBe('{ "help": "top.API" }')
  expect(await read('unmarked.js')).toBe('work(1, parent.API)')
  expect(await read('mirrored.js')).toBe('parent["API"]')
  expect(await read('wide.html')).toMatch(
    /^<html><head><script src="[^"]+"><\/script><\/head>Füße<script>work\(parent\.API\)<\/script><\/html>$/,
  )
  const script = await ask(platform, organization, besides(scorm.url, 'find.js'))
  const again = { 'if-none-match': String(script.headers.etag) }
  expect((await ask(platform, organization, besides(scorm.url, 'find.js'), again)).statusCode).toBe(304)
})

test('an address opens only its own package, for its user, for an hour', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id, url, expiresAt } = await opened(instructor)
  const status = async (address: string, at = organization) => (await ask(platform, at, address)).statusCode
  expect(new Date(expiresAt).getTime() - platform.clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS)
  // Flips one bit of the version, the user, the file, the time and the signature.
  const [, , token = ''] = url.split('/')
  const bytes = Buffer.from(token, 'base64url')
  for (const index of [0, 16, 37, 38, 69]) {
    const forged = Buffer.from(bytes)
    forged.writeUInt8(forged.readUInt8(index) ^ 1, index)
    expect(await status(url.replace(token, forged.toString('base64url')))).toBe(404)
  }
  for (const other of [`${token}=`, token.slice(1), `${token}AA`, 'x', '%00']) {
    expect(await status(url.replace(token, other))).toBe(404)
  }
  for (const path of [
    'course/nothing.html',
    'course/scheme.xsd',
    'course/',
    '',
    '%2e%2e/secret.js',
    '..%2f..%2fsecret.js',
  ]) {
    expect(await status(`/interactive/${token}/${path}`)).toBe(404)
  }
  expect(await status(url, await platform.organization())).toBe(404)
  const student = await organization.user('student')
  const learner = await organization.client().signIn(student.email)
  const own = (await learner.get(`/api/files/${id}/interactive`)).body.url as string
  expect(await status(own)).toBe(200)
  // The gate is asked again for every page.
  const become = (role: string) =>
    platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id: student.id }).update({ role }))
  await become('parent')
  expect(await status(own)).toBe(404)
  await become('student')
  expect(await status(own)).toBe(200)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ id: student.id }).update({ isActive: false }),
  )
  expect(await status(own)).toBe(404)
  expect(await status(url)).toBe(200)
  platform.clock.forward(HOUR_MS)
  expect(await status(url)).toBe(404)
})

test('an address is issued only to users whom the gate lets see the package, and only for packages', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id } = await opened(instructor)
  const address = `/api/files/${id}/interactive`
  expect((await instructor.get(`${address}?page=course/deeper/index.html`)).body.url).toMatch(/deeper\/index\.html$/)
  expect((await instructor.get(`${address}?page=course/none.html`)).status).toBe(404)
  const stranger = await (await platform.organization()).signIn('instructor')
  for (const client of [await organization.signIn('parent'), stranger])
    expect((await client.get(address)).status).toBe(404)
  expect((await organization.client().get(address)).status).toBe(401)
  const plain = await put(instructor, zip(pages), '/api/archives')
  expect((await instructor.get(`/api/files/${plain.body.id}/interactive`)).status).toBe(404)
})

test('an archive that may not be shown is refused with a message, and leaves nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const page = { path: 'index.html', content: 'hello' }
  const many = Array.from({ length: 3001 }, (_, index) => ({ path: `${index}.js`, content: '', isStored: true }))
  const refused: [ZipEntry[], RegExp][] = [
    [[page, { path: '../../etc/passwd', content: 'x' }], /not a zip archive, or it is damaged/],
    [[page, { path: '/etc/passwd', content: 'x' }], /not a zip archive, or it is damaged/],
    [[page, { path: 'link.js', content: '/etc/passwd', mode: 0o120777 }], /“link.js” is a link/],
    [[page, page], /“index.html” is in the package twice/],
    [[page, { path: `${'x'.repeat(301)}.js`, content: '' }], /longer than 300 characters/],
    [[page, { path: 'bomb.js', content: '', saidSize: 2 ** 31 }], /at most 1 GB together/],
    [[page, { path: 'zeros.mp4', content: Buffer.alloc(17 * 1024 ** 2) }], /“zeros.mp4” is many times as large/],
    [[page, { path: 'more.js', content: 'x', isStored: true, saidSize: 7 }], /not a zip archive/],
    [many, /at most 3000 files/],
  ]
  for (const [entries, message] of refused) {
    const answer = await put(instructor, zip(entries))
    expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(message) } } })
  }
  const cut = zip(pages).subarray(0, -30)
  expect((await put(instructor, cut)).body.fields.file).toMatch(/not a zip archive/)
  const rows = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('files').select('id'))
  expect(rows).toEqual([])
})

test('no log has the address of a package', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  const platform = await openTestPlatform([lessons], { logTo: stream, env: { LOG_LEVEL: 'debug' } })
  try {
    const organization = await platform.organization()
    const { url } = await opened(await organization.signIn('instructor'))
    lines.length = 0
    await ask(platform, organization, url)
    await ask(platform, organization, url.replace('/interactive', '/%69nteractive'))
    await ask(platform, organization, besides(url, 'none.html'))
    const told = lines.join('')
    expect(told).toContain('/interactive/:token/*')
    expect(told).not.toContain(url.split('/')[2])
  } finally {
    await platform.close()
  }
})
