import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { countHeld } from '../../../testing/count-held.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const CHILDREN = 24
const HOUR_MS = 3_600_000

/** A session of 24 children that runs now, whose first child has an alert and a restricted father. */
async function makeDay(platform: BrowserPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const now = platform.clock.now().getTime()
  const session = (name: string, hours: number) =>
    buildSession(platform, organization, {
      name,
      startDate: new Date(now + hours * HOUR_MS).toISOString(),
      instructorId: instructor.id,
    })
  const { id: robotics } = await session('Robotics', 0)
  const { id: chess } = await session('Chess', 2)
  for (let index = 0; index < CHILDREN; index++) {
    const lastName = `King ${String(index).padStart(2, '0')}`
    const guardians = index === 0 ? [{ userId: father.id, isRestricted: true }] : []
    const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada', lastName, guardians })
    await buildParticipant(platform, organization, { sessionId: robotics, studentId })
    if (index > 1) continue
    await buildParticipant(platform, organization, { sessionId: chess, studentId })
    if (index > 0) continue
    const peanuts = { kind: 'food-allergy', name: 'Peanuts', risk: 'high' }
    await create(admin, `/api/students/${studentId}/health/conditions`, peanuts)
    await admin.put(`/api/students/${studentId}/health`, { responseLine: 'EpiPen in blue bag, call 911' })
  }
  return { organization, origin: platform.originOf(organization), admin, instructor, robotics, chess }
}

async function marksOf(admin: Client, sessionId: string): Promise<(string | null)[]> {
  const { body } = await admin.get(`/api/sessions/${sessionId}/participants`)
  return (body as { attendance: string | null }[]).map(({ attendance }) => attendance)
}

test('a running session opens at its attendance, which fits a phone, shows alerts and undoes the last mark', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, robotics, chess } = await makeDay(platform)
  const page = await visitor.open(origin, `/sessions/${robotics}`, { as: instructor.email })
  await page.setViewportSize({ width: 375, height: 667 })
  const rows = page.getByRole('list', { name: 'Students' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(CHILDREN)
  await rows.first().getByText('High risk: EpiPen in blue bag, call 911').waitFor()
  await rows.first().getByText('May not be released to Ken Ortiz').waitFor()
  for (const label of ['Present', 'Late', 'Absent', 'Excused']) {
    expect(await page.getByRole('note', { name: 'Marks' }).getByText(label).isVisible()).toBe(true)
  }
  const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()]
  expect(first?.y).toBeLessThanOrEqual(200)
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(3 * 667)
  // In a list that is longer than the screen, the bar at the bottom lies over a row, which scrolls.
  await page.goto(`/sessions/${chess}?tab=attendance`)
  await expectAccessibleEverywhere(page, 'attendance-phone', () => rows.first().waitFor())
  await page.goto(`/sessions/${robotics}`)
  await page.setViewportSize({ width: 375, height: 667 })

  const present = rows.nth(1).getByRole('button', { name: 'Present' })
  await present.click()
  await page.getByText('1 of 24 marked', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo Present of Ada King 01' }).click()
  await page.getByText('0 of 24 marked', { exact: true }).waitFor()
  expect(await present.getAttribute('aria-pressed')).toBe('false')

  await present.click()
  await page.getByRole('button', { name: 'Details of Ada King 01' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details of Ada King 01' })
  await dialog.getByRole('button', { name: 'Left now' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rows
    .nth(1)
    .getByText(/^Left /)
    .waitFor()
})

test('Today lists own sessions, and draws them and their attendance from the device without a connection', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, admin, robotics, chess } = await makeDay(platform)
  const page = await visitor.open(origin, `/sessions/${robotics}?tab=roster`, { as: instructor.email })
  // The browser is asked once not to delete what it stores, as soon as there is a pack.
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      document.documentElement.dataset['asked'] = `asked ${document.documentElement.dataset['asked'] ?? ''}`.trim()
      return Promise.resolve(true)
    }
  })
  await page.reload()
  await page.setViewportSize({ width: 375, height: 667 })
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Today' }).click()
  await page.getByRole('link', { name: 'Attendance of Chess' }).waitFor()
  await page.getByText('0 of 2 marked').waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-asked')).toBe('asked')
  await page.getByRole('link', { name: 'Door of Robotics' }).waitFor()
  await page.getByText('All attendance is taken').waitFor()
  await expectAccessibleEverywhere(page, 'today', () =>
    page.getByRole('link', { name: 'Attendance of Chess' }).waitFor(),
  )
  await page.setViewportSize({ width: 375, height: 667 })
  await page.waitForLoadState('networkidle')

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Attendance of Chess' }).click()
  const rows = page.getByRole('list', { name: 'Students' }).getByRole('listitem')
  await rows.first().getByText('High risk: EpiPen in blue bag, call 911').waitFor()
  await rows.nth(1).getByRole('button', { name: 'Absent' }).click()
  await page.getByText(/1 mark waiting to sync since/).waitFor()
  // The page of this session was read before, and its attendance was not.
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Today' }).click()
  await page.getByRole('link', { name: 'Robotics', exact: true }).click()
  await expect.poll(() => rows.count()).toBe(CHILDREN)
  await page.context().setOffline(false)
  await expect.poll(() => marksOf(admin, chess)).toEqual([null, 'absent'])
})

test('after a start without a connection, Today and a session’s attendance open from the device, and marks are sent later', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, admin, chess } = await makeDay(platform)
  const page = await visitor.open(origin, '/today', { as: instructor.email, serviceWorkers: 'allow' })
  const context = page.context()
  await page.getByRole('link', { name: 'Attendance of Chess' }).waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  // The session, and the pack's meetings: both are sealed, so that their number is all there is to see.
  await expect.poll(() => countHeld(page)).toBe(3)
  await page.close()
  await context.setOffline(true)

  const next = await context.newPage()
  await next.goto(`${origin}/today`)
  await next.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await next.getByText('0 of 2 marked').waitFor()
  await next.getByRole('link', { name: 'Attendance of Chess' }).click()
  const rows = next.getByRole('list', { name: 'Students' }).getByRole('listitem')
  await rows.first().getByText('High risk: EpiPen in blue bag, call 911').waitFor()
  await rows.nth(1).getByRole('button', { name: 'Absent' }).click()
  await next.getByText(/1 mark waiting to sync since/).waitFor()
  await next.reload()
  await next.getByText(/1 mark waiting to sync since/).waitFor()
  await context.setOffline(false)
  await expect.poll(() => marksOf(admin, chess)).toEqual([null, 'absent'])
})

test('signing out deletes what the device holds of children', async ({ platform, visitor }) => {
  const { origin, instructor } = await makeDay(platform)
  const page = await visitor.open(origin, '/today', { as: instructor.email })
  const held = () =>
    page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name = '' }) => name.match(/^held/) ?? []))
  await expect.poll(held).toEqual(['held'])
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(held).toEqual([])
})
