import { expect, vi } from 'vitest'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { waitForSettled } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { insertRow } from '#core/testing/rows.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import * as build from '#plugins/tenant-app/testing/factories.ts'

const test = browserTest([tenantApp, audit])

const ORGANIZATION_ZONE = 'America/New_York'
const VIEWER_ZONE = 'Pacific/Auckland'
const DAY_MS = 86_400_000

/** Finds the day of an instant in the zone, with its month's name in full or cut: `Nov 21`, `November 21`. */
function dayIn(zone: string, instant: number): RegExp {
  const words = (month: 'short' | 'long') =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, month, day: 'numeric' }).format(instant)
  return new RegExp(`\\b(${words('short')}|${words('long')})\\b`)
}

/** Builds one record for each screen, all at one instant. @returns the screens */
async function fill(platform: BrowserPlatform, organization: TestOrganization, at: string): Promise<string[]> {
  const { id: instructorId } = await organization.user('instructor')
  const project = await build.buildProject(platform, organization)
  const adoption = await build.buildAdoption(platform, organization, project.id)
  const parent = await organization.user('parent')
  const student = await build.buildStudent(platform, organization, { guardians: [parent.id] })
  const session = await build.buildSession(platform, organization, {
    instructorId,
    tenantProjectId: adoption.id,
    startDate: at,
    status: 'completed',
  })
  const taken = { sessionId: session.id, studentId: student.id }
  await build.buildParticipant(platform, organization, { ...taken, attendance: 'present' })
  await insertRow(platform, organization, 'attendanceMarks', {
    ...taken,
    number: 1,
    mark: 'present',
    source: 'roster',
    markedAt: at,
    arrivedAt: at,
  })
  const challenge = await build.buildChallenge(platform, organization, { sessionId: session.id })
  await build.buildScore(platform, organization, { ...taken, challengeId: challenge.id, completedAt: at })
  const consent = await build.buildConsent(platform, organization)
  await build.buildConsentAnswer(platform, organization, {
    consentId: consent.id,
    studentId: student.id,
    guardianId: parent.id,
    answeredAt: at,
  })
  const changes = [{ field: 'grade', before: '3', after: '4' }]
  await insertRow(platform, organization, 'studentChanges', {
    studentId: student.id,
    kind: 'changed',
    changes,
    occurredAt: at,
  })
  await build.buildView(platform, organization, { studentId: student.id, viewerId: parent.id, viewedAt: at })
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    record(
      { ...scope, core: { ...scope.core, clock: { ...scope.core.clock, now: () => new Date(at) } } },
      { action: 'thing.changed', category: 'system', description: 'Tuned the robots' },
    ),
  )
  return [
    '/',
    '/sessions?when=all',
    `/sessions?view=agenda&date=${at.slice(0, 10)}`,
    `/sessions/${session.id}`,
    `/sessions/${session.id}?tab=attendance`,
    `/sessions/${session.id}?tab=history`,
    `/students/${student.id}?tab=attendance`,
    `/students/${student.id}?tab=scores`,
    `/students/${student.id}?tab=history`,
    `/projects/${project.id}`,
    `/org-settings/consents/${consent.id}`,
    '/org-settings?tab=access',
    '/org-settings?tab=audit',
    '/reports?by=session',
  ]
}

test('an admin on the other side of the earth reads the organization’s day on every screen with a date', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  // In the evening of one day, and at noon of the next one for the viewer.
  const at = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS + 23 * 3_600_000
  const [day, viewersDay] = [dayIn(ORGANIZATION_ZONE, at), dayIn(VIEWER_ZONE, at)]
  expect(viewersDay).not.toEqual(day)
  const screens = await fill(platform, organization, new Date(at).toISOString())
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), email, { timezoneId: VIEWER_ZONE })
  const main = page.getByRole('main')
  const wrong: string[] = []
  for (const path of screens) {
    await page.goto(path)
    await vi.waitFor(async () => expect(await main.innerText(), path).toMatch(day), { timeout: 60_000, interval: 100 })
    await waitForSettled(page)
    if (viewersDay.test(await main.innerText())) wrong.push(path)
  }
  expect(wrong, 'screens that show the viewer’s day').toEqual([])
})
