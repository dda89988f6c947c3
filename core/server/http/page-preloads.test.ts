import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { serveFiles } from './web.ts'

const PAGES = {
  reads: ['/api/platform', '/api/user'],
  app: ['assets/app.js'],
  pages: [
    {
      path: '/courses/$courseId',
      isPublic: false,
      scripts: ['assets/course.js'],
      reads: ['/api/courses/{courseId}', '/api/courses/{courseId}/lessons/{lesson}'],
      parts: [],
    },
    {
      path: '/',
      isPublic: false,
      scripts: ['assets/home.js'],
      reads: [],
      parts: [
        { roles: ['student'], scripts: ['assets/student.js'] },
        { roles: ['tenant_admin'], scripts: ['assets/admin.js'] },
      ],
    },
    { path: '/invitation', isPublic: true, scripts: ['assets/invitation.js'], reads: [], parts: [] },
  ],
}

const test = base.extend<{ platform: TestPlatform }>({
  platform: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
    async ({}, provide) => {
      const folder = await temporaryDataDir()
      await mkdir(join(folder, '.vite'))
      await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
      await writeFile(join(folder, '.vite/pages.json'), JSON.stringify(PAGES))
      const platform = await openTestPlatform([], { web: (app) => serveFiles(app, folder) })
      await provide(platform)
      await platform.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'file' },
  ],
})

const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('a guest’s document preloads the host, the user and the parts of a public page, and nothing else', async ({
  platform,
}) => {
  const always = ['/api/platform', '/api/user']
  for (const [url, more] of [
    ['/', []],
    ['/courses/1?lesson=2', []],
    ['/invitation?token=secret', ['/assets/invitation.js']],
    ['/nowhere', []],
  ] as const) {
    const { body, headers } = await platform.app.inject({ url })
    expect(linksIn(body), url).toEqual([...always, ...more])
    expect(body).not.toContain('secret')
    expect(headers['vary']).toContain('cookie')
  }
})

test('a signed-in user’s document preloads scripts and reads of the page, and the parts for the role', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const student = await organization.signIn('student')
  const course = await student.request('GET', '/courses/c-1/?lesson=l-2')
  expect(linksIn(course.body)).toEqual([
    '/api/platform',
    '/api/user',
    '/api/courses/c-1',
    '/api/courses/c-1/lessons/l-2',
    '/assets/app.js',
    '/assets/course.js',
  ])
  const home = await student.request('GET', '/')
  expect(linksIn(home.body).slice(2)).toEqual(['/assets/app.js', '/assets/home.js', '/assets/student.js'])
})

test('values that are not plain ids fill no read', async ({ platform }) => {
  const organization = await platform.organization()
  const student = await organization.signIn('student')
  for (const lesson of ['..%2F..%2Fuser', '%22%3E%3Cscript%3E', 'a/b', '']) {
    const { body: text } = await student.request('GET', `/courses/c-1?lesson=${lesson}`)
    expect(
      linksIn(text).filter((href) => href?.includes('lessons')),
      lesson,
    ).toEqual([])
    expect(text).not.toContain('<script')
  }
})

test('a document of a signed-in user is not stored by shared caches, and contains no name', async ({ platform }) => {
  const organization = await platform.organization()
  const user = await organization.user('student')
  const student = await organization.client().signIn(user.email)
  const { body: text, headers } = await student.request('GET', '/')
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(headers['vary']).toContain('cookie')
  for (const own of [user.email, user.id]) expect(text).not.toContain(own)
})
