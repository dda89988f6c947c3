import { expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectStill, watchLayout } from '#core/testing/layout-shift.ts'
import { tenantApp } from '../plugin.ts'
import { seedPrograms } from '../seed/seed.ts'

const test = browserTest([tenantApp])
vi.setConfig({ testTimeout: 360_000 })

const settings = [
  'general',
  'branding',
  'people',
  'attendance',
  'leaderboard',
  'consents',
  'holidays',
  'data',
  'notifications',
]

/** Addresses of screens; `$student` and so on stand for the first student, session, project and consent. */
const screens = {
  tenant_admin: [
    '/',
    '/students',
    '/students/$students',
    '/students/$students?tab=health',
    '/sessions',
    '/sessions?view=month',
    '/sessions?view=week',
    '/sessions/$sessions',
    '/projects',
    '/projects/$projects',
    '/challenges',
    '/challenges/scores',
    '/leaderboard',
    '/media',
    '/reports',
    ...settings.map((tab) => `/org-settings?tab=${tab}`),
    '/org-settings/consents/$consents',
  ],
  instructor: ['/'],
  parent: ['/', '/parent-portal', '/calendar', '/leaderboard'],
  student: ['/', '/calendar', '/leaderboard'],
} as const

const viewports = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]

test('no screen shifts its layout while its content loads', async ({ platform, visitor }) => {
  // The subdomain seeds random data.
  const organization = await platform.organization({ subdomain: 'demowhole' })
  const emails = new Map<string, string>()
  for (const role of ['tenant_admin', 'instructor', 'parent', 'student'] as const) {
    emails.set(role, (await organization.user(role)).email)
  }
  await platform.core.db.platform(systemActor, seedPrograms)
  const admin = await organization.signIn('tenant_admin')
  const first = new Map<string, string>()
  for (const list of ['students', 'sessions', 'projects', 'consents']) {
    first.set(list, ((await admin.get(`/api/${list}?limit=1`)).body as { id: string }[])[0]?.id ?? '')
  }
  const moved: string[] = []
  for (const [role, paths] of Object.entries(screens)) {
    const page = await visitor.openHome(platform.originOf(organization), emails.get(role) ?? '')
    await watchLayout(page)
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      for (const path of paths) {
        const address = path.replace(/\$(\w+)/, (_, list: string) => first.get(list) ?? '')
        const note = ({ message }: Error) => moved.push(`${role}, ${viewport.width} px: ${message}`)
        // A busy machine may paint between two parts that belong together: only a shift that repeats is an error.
        await expectStill(page, address)
          .catch(() => expectStill(page, address))
          .catch(() => expectStill(page, address))
          .catch(note)
      }
    }
  }
  expect(moved).toEqual([])
})
