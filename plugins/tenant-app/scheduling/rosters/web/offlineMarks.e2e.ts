import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const HOUR_MS = 3_600_000
const names = ['Ada', 'Ben', 'Cleo']

/** Creates a session with three children and its instructor; it begins now by default. */
async function makeSession(platform: BrowserPlatform, dates: { startDate?: string; endDate?: string } = {}) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  const startDate = platform.clock.now().toISOString()
  const { id } = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate,
    instructorId: instructor.id,
    ...dates,
  })
  const studentIds: string[] = []
  for (const firstName of names) {
    const { id: studentId } = await buildStudent(platform, organization, { firstName })
    await buildParticipant(platform, organization, { sessionId: id, studentId })
    studentIds.push(studentId)
  }
  const marksOf = async () => {
    const { body } = await admin.get(`/api/sessions/${id}/participants`)
    return (body as { attendance: string | null; attendanceNumber: number }[]).map(
      ({ attendance, attendanceNumber }) => `${attendance} ${attendanceNumber}`,
    )
  }
  return { organization, origin: platform.originOf(organization), instructor, admin, id, studentIds, marksOf }
}

const button = (page: Page, child: string, mark: string) =>
  page.getByRole('group', { name: `${child} King` }).getByRole('button', { name: mark })

async function markOffline(page: Page): Promise<void> {
  await button(page, 'Ada', 'Present').waitFor()
  await page.context().setOffline(true)
  await button(page, 'Ada', 'Present').click()
  await button(page, 'Ben', 'Absent').click()
  await button(page, 'Cleo', 'Late').click()
  await page.getByText(/3 marks waiting to sync since/).waitFor()
}

/** Ends the session, but keeps the cookie that counts unsent records. */
const endSession = (page: Page) => page.context().clearCookies({ name: /^(?!unsent-marks-)/ })

/** Dumps the databases of this origin as text. */
const dumpOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
      })
    const found: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows: unknown[] = await answer(database.transaction(store).objectStore(store).getAll())
        const text = (value: unknown) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value
        found.push(JSON.stringify({ name, store, rows }, (_key, value: unknown) => text(value)))
      }
      database.close()
    }
    return found.join('\n')
  })

test('attendance taken offline outlives the page, is encrypted on the device, and is sent by the next visit', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await expectAccessibleEverywhere(page, 'marks-waiting', () => page.getByText(/waiting to sync/).waitFor())
  await expect.poll(() => dumpOf(page)).toContain('attendance')
  expect(await dumpOf(page)).not.toMatch(/Ada|present/)
  const context = page.context()
  await page.close()
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(origin)
  await expect.poll(marksOf).toEqual(['present 1', 'absent 1', 'late 1'])
  await next.reload()
  await next.getByText('Welcome back').waitFor()
  expect(await marksOf()).toEqual(['present 1', 'absent 1', 'late 1'])
})

test('after a session ends its user’s records are sent on the next sign-in, and another user’s sign-in sends none', async ({
  platform,
  visitor,
}) => {
  const { organization, origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await endSession(page)
  await page.context().setOffline(false)
  await visitor.signIn(page, (await organization.user('instructor')).email)
  await page.getByText('Today and upcoming').waitFor()
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])
  await endSession(page)
  await visitor.signIn(page, instructor.email)
  await expect.poll(marksOf).toEqual(['present 1', 'absent 1', 'late 1'])
})

test('signing out with unsent attendance offers to send, to stay or to discard it, which is asked twice', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await button(page, 'Ada', 'Present').waitFor()
  await page.route('**/attendance?*', (route) => route.abort())
  await button(page, 'Ada', 'Present').click()
  await page.getByText(/1 mark waiting to sync/).waitFor()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Sign out?' })
  await expectAccessibleEverywhere(page, 'sign-out-unsent', () => asked.getByText(/Not sent .*: 1 mark/).waitFor())
  await page.setViewportSize({ width: 1280, height: 800 })
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByText(/1 mark waiting to sync/).waitFor()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await asked.getByRole('button', { name: 'Discard 1 mark' }).click()
  await asked.getByRole('button', { name: 'Discard 1 mark and sign out' }).click()
  await page.waitForURL(/\/auth/)
  await expect.poll(() => dumpOf(page)).toBe('')
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])
})

test('unsent attendance is sent before signing out', async ({ platform, visitor }) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await button(page, 'Ada', 'Present').waitFor()
  await page.route('**/attendance?*', (route) => route.abort())
  await button(page, 'Ada', 'Present').click()
  await page.getByText(/1 mark waiting to sync/).waitFor()
  await page.unroute('**/attendance?*')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.waitForURL(/\/auth/)
  expect(await marksOf()).toEqual(['present 1', 'null 0', 'null 0'])
})

test('attendance that a full device cannot store is kept by its page, which says so and asks before it closes', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await markOffline(page)
  const banner = page.getByText(/This device has no room to store them. Keep this page open/)
  await expectAccessibleEverywhere(page, 'marks-not-stored', () => banner.waitFor())
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.context().setOffline(false)
  await expect.poll(marksOf).toEqual(['present 1', 'absent 1', 'late 1'])
  await banner.waitFor({ state: 'hidden' })
})

test('refused records are listed with the reason until they are discarded', async ({ platform, visitor }) => {
  const { origin, admin, instructor, id } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await admin.put(`/api/sessions/${id}`, { status: 'cancelled' })
  await page.context().setOffline(false)
  await page.getByText('3 attendance marks were not saved').waitFor()
  await page.reload()
  const refused = page.getByRole('alert').filter({ hasText: '3 attendance marks were not saved' })
  await refused.getByText('Ada King').waitFor()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await refused.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'Robotics', level: 1 }).waitFor()
  expect(await page.getByText('were not saved').count()).toBe(0)
})

test('a correction of a pending record counts after it on the second day of a camp, also after a reload', async ({
  platform,
  visitor,
}) => {
  const now = platform.clock.now().getTime()
  const { origin, admin, instructor, id, studentIds, marksOf } = await makeSession(platform, {
    startDate: new Date(now - 24 * HOUR_MS).toISOString(),
    endDate: new Date(now + HOUR_MS).toISOString(),
  })
  const { body } = await admin.get(`/api/sessions/${id}/meetings`)
  const marks = studentIds.map((studentId) => ({ id: crypto.randomUUID(), studentId, mark: 'late', seen: 0 }))
  const yesterday = `/api/sessions/${id}/attendance?meeting=${(body as { id: string }[])[0]?.id}`
  expect(await admin.post(yesterday, { marks })).toMatchObject({ status: 200 })

  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  for (const child of names) await button(page, child, 'Excused').click()
  // Ada's first record is pending; those of the others had not been sent.
  await expect.poll(async () => (await dumpOf(page)).match(/"kind":"attendance"/g)?.length).toBe(4)
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(origin)
  await expect.poll(marksOf).toEqual(['excused 3', 'excused 2', 'excused 2'])
  await expect.poll(() => dumpOf(next)).not.toContain('attendance')
})

test('two tabs with the same records send them once, and both have none left', async ({ platform, visitor }) => {
  const { origin, admin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  const context = page.context()
  await button(page, 'Ada', 'Present').waitFor()
  await context.route('**/attendance?*', (route) => route.abort())
  await button(page, 'Ada', 'Present').click()
  await button(page, 'Ben', 'Absent').click()
  await page.getByText(/2 marks waiting to sync since/).waitFor()
  await expect.poll(async () => (await dumpOf(page)).match(/"kind":"attendance"/g)?.length).toBe(2)
  const other = await context.newPage()
  await other.goto(`${origin}/sessions/${id}?tab=attendance`)
  const tabs = [page, other]
  await other.getByText(/2 marks waiting to sync since/).waitFor()
  await context.unroute('**/attendance?*')
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
  await Promise.all(tabs.map((tab) => tab.getByText('waiting to sync').waitFor({ state: 'hidden' })))
  expect(await marksOf()).toEqual(['present 1', 'absent 1', 'null 0'])
  expect((await admin.get(`/api/sessions/${id}/attendance`)).body).toHaveLength(2)
  await expect.poll(() => dumpOf(page)).not.toContain('attendance')
})

test('a device whose browser has deleted unsent attendance shows how many records', async ({ platform, visitor }) => {
  const { origin, instructor, id } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await expect.poll(() => dumpOf(page)).toContain('attendance')
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.deleteDatabase(name)
      await new Promise((resolve) => request.addEventListener('success', resolve))
    }
  })
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(origin)
  const lost = next.getByRole('alert').filter({ hasText: 'This device lost 3 unsent marks' })
  await lost.getByRole('button', { name: 'Dismiss' }).click()
  await next.reload()
  await next.getByText('Today and upcoming').waitFor()
  expect(await lost.count()).toBe(0)
})

test('an instructor whose record was overruled reads both and uses the own one, or keeps the other', async ({
  platform,
  visitor,
}) => {
  const { origin, admin, instructor, id, studentIds, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await button(page, 'Ada', 'Present').waitFor()
  await page.context().setOffline(true)
  for (const child of ['Ada', 'Ben']) await button(page, child, 'Absent').click()
  await page.getByText(/2 marks waiting to sync since/).waitFor()
  const marks = studentIds.map((studentId) => ({ id: crypto.randomUUID(), studentId, mark: 'present', seen: 0 }))
  await admin.post(`/api/sessions/${id}/attendance`, { marks })
  await page.context().setOffline(false)
  await page.getByText(/Ada King: you marked Absent .*, .* Present/).waitFor()
  await expectAccessibleEverywhere(page, 'overruled-marks', () =>
    page.getByRole('button', { name: 'Use mine for Ada King' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Use mine for Ada King' }).click()
  await page.getByRole('button', { name: 'Keep Present for Ben King' }).click()
  await expect.poll(marksOf).toEqual(['absent 2', 'present 2', 'present 1'])
  await page.reload()
  await button(page, 'Ada', 'Present').waitFor()
  expect(await page.getByText(/you marked Absent/).count()).toBe(0)
})

test('staff read on every screen that the device’s clock is wrong', async ({ platform, visitor }) => {
  const { origin, instructor } = await makeSession(platform)
  const page = await visitor.open(origin, '/today', { as: instructor.email })
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(await page.getByText(/clock is \d+ minutes/).count()).toBe(0)
  await page.clock.install({ time: Date.now() - 40 * 60_000 })
  await page.reload()
  const banner = page.getByText('This device’s clock is 40 minutes behind')
  await banner.waitFor()
  await expectAccessibleEverywhere(page, 'wrong-clock', () => banner.waitFor())
})

test('the next user of a device sends a deactivated account’s attendance to the admins, who decide on each record', async ({
  platform,
  visitor,
}) => {
  const { organization, origin, admin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  expect((await admin.put(`/api/people/${instructor.id}`, { isActive: false })).status).toBe(200)
  await endSession(page)
  await page.context().setOffline(false)
  const { email } = await organization.user('tenant_admin')
  await visitor.signIn(page, email)
  await page.goto(`${origin}/today`)
  await page.getByRole('button', { name: 'Apply the mark of Ada King' }).click()
  await page.getByRole('button', { name: 'Apply the mark of Ada King' }).waitFor({ state: 'hidden' })
  await expectAccessibleEverywhere(page, 'held-marks', () =>
    page.getByRole('button', { name: 'Discard the mark of Ben King' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Discard the mark of Ben King' }).click()
  await page.getByRole('button', { name: 'Discard the mark of Ben King' }).waitFor({ state: 'hidden' })
  expect(await marksOf()).toEqual(['present 1', 'null 0', 'null 0'])
  await expect.poll(() => dumpOf(page)).not.toContain('"kind":"attendance"')
})
